//go:build window

package windowtest

import (
	"image"
	"image/color"
)

// summed holds for each place of a picture the brightness of all that is
// above and left of it, so that that of any square is known at once.
type summed [][]int32

func sums(of image.Image) summed {
	size := of.Bounds().Size()
	all := make(summed, size.Y+1)
	all[0] = make([]int32, size.X+1)
	for y := range size.Y {
		all[y+1] = make([]int32, size.X+1)
		row := int32(0)
		for x := range size.X {
			row += int32(color.GrayModel.Convert(of.At(x, y)).(color.Gray).Y)
			all[y+1][x+1] = all[y][x+1] + row
		}
	}
	return all
}

// square is the brightness of a square, 0 outside the picture.
func (s summed) square(x, y, edge int) int {
	if x < 0 || y < 0 || y+edge >= len(s) || x+edge >= len(s[0]) {
		return 0
	}
	return int(s[y+edge][x+edge] - s[y][x+edge] - s[y+edge][x] + s[y][x])
}

// differing compares a part of a picture with another picture, tile by tile,
// and says where they are not the same. A pixel more or less in a place is a
// matter of rounding and lets them pass.
func (s summed) differing(part image.Rectangle, want summed) (other []image.Point) {
	const tile, slack = 8, 8 * 8 * 8 // pixels; shades of grey over a tile
	alike := func(x, y int) bool {
		wanted := want.square(x, y, tile)
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if d := s.square(part.Min.X+x+dx, part.Min.Y+y+dy, tile) - wanted; -slack < d && d < slack {
					return true
				}
			}
		}
		return false
	}
	for y := 0; y+tile < min(len(want), part.Dy()); y += tile {
		for x := 0; x+tile < min(len(want[0]), part.Dx()); x += tile {
			if !alike(x, y) {
				other = append(other, image.Pt(x, y))
			}
		}
	}
	return other
}
