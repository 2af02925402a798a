package exchange

import (
	"slices"
	"strings"
)

// placeOf says where a key belongs that stands where it does not. Short words
// mean something in many places, so they are told of only from outside.
func placeOf(key, at string) string {
	outside := !strings.Contains(at, ".")
	switch {
	case slices.Contains(factKeys(), key):
		return "facts"
	case slices.Contains(usageKeys, key):
		return "usage"
	case slices.Contains(ruleKeys, key):
		return "quotes[]"
	case slices.Contains(itemNames, key):
		return "usage.storage_gb"
	case outside && slices.Contains(rateKeys, key):
		return "rate"
	case outside && slices.Contains(quoteKeys, key):
		return "quotes[]"
	}
	return ""
}

// nearest is the known key that a misspelt one is closest to; empty where
// none is near.
func nearest(key string, known []string) string {
	best, least := "", 0
	for _, k := range known {
		if d := distance(key, k); best == "" || d < least {
			best, least = k, d
		}
	}
	if least > max(2, len([]rune(key))/2) {
		return ""
	}
	return best
}

// distance counts the letters to change, add, leave out or swap with their
// neighbour to make b of a.
func distance(a, b string) int {
	const longest = 60
	x, y := []rune(a), []rune(b)
	x = x[:min(len(x), longest)]
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range y {
		rows[0][j+1] = j + 1
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			change := rows[i-1][j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			rows[i][j] = min(change, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
