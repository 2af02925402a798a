// Command startbench measures how long cardhour takes from exec to its first
// painted window, and what it holds in memory then, beside a bare window of
// the same toolkit, tags, theme and fonts. It runs on Linux, outside the
// tests: absolute times say more about the machine than about the program,
// so the ratio counts.
//
// Both programs start alternately on a screen of their own (Xvfb and openbox),
// each time with a fresh home; cardhour finds a fresh copy of a journal that
// holds the example. See screen.go for what counts as painted.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"
)

func main() {
	n := flag.Int("n", 11, "measured starts of each program")
	tags := flag.String("tags", "x11,migrated_fynedo", "build tags of both programs")
	flag.Parse()
	// Interrupted, it takes the programs that it started down with it.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *n, *tags); err != nil {
		fmt.Fprintln(os.Stderr, "startbench:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop was called
	}
}

func run(ctx context.Context, n int, tags string) error {
	if runtime.GOOS != "linux" {
		return errors.New("this needs Linux: Xvfb, openbox and /proc")
	}
	if n < 1 {
		return errors.New("-n must be at least 1")
	}
	dir, err := os.MkdirTemp("", "cardhour-startbench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	programs := []*program{{name: "cardhour", pkg: "."}, {name: "bare", pkg: "./packaging/startbench/bare"}}
	for _, p := range programs {
		p.path = filepath.Join(dir, p.name)
		build := exec.CommandContext(ctx, "go", "build", "-tags", tags, "-o", p.path, p.pkg)
		build.Stdout, build.Stderr = os.Stdout, os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("build %s: %w", p.name, err)
		}
	}
	journal := filepath.Join(dir, "journal.cardhour")
	if err := writeExample(journal); err != nil {
		return fmt.Errorf("write the example journal: %w", err)
	}
	screen, err := openScreen(ctx, dir)
	if err != nil {
		return err
	}
	defer screen.close()
	for i := range n + 1 {
		for _, p := range programs {
			took, peak, err := start(ctx, p, screen, journal)
			if err != nil {
				return fmt.Errorf("start %s: %w", p.name, err)
			}
			if i == 0 {
				continue // the first start fills the disk cache
			}
			p.took = append(p.took, took)
			p.peak = append(p.peak, peak)
		}
	}
	report(programs, n)
	return nil
}

// program is one of the two that are measured.
type program struct {
	name, pkg, path string
	took            []time.Duration
	peak            []int // KiB
}

// start runs a program until its window is painted and a second beyond, in
// which its memory settles.
func start(ctx context.Context, p *program, s *screen, journal string) (time.Duration, int, error) {
	home, err := os.MkdirTemp("", "cardhour-startbench-home-")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(home)
	data := filepath.Join(home, ".local", "share", "cardhour")
	if err := os.MkdirAll(data, 0o700); err != nil {
		return 0, 0, err
	}
	held, err := os.ReadFile(journal)
	if err != nil {
		return 0, 0, err
	}
	if err := os.WriteFile(filepath.Join(data, "journal.cardhour"), held, 0o600); err != nil {
		return 0, 0, err
	}
	if err := s.wait(ctx, false); err != nil {
		return 0, 0, fmt.Errorf("the screen did not become empty: %w", err)
	}
	time.Sleep(200 * time.Millisecond) // the window manager finishes with the last one

	cmd := exec.CommandContext(ctx, p.path)
	cmd.Dir, cmd.Env = home, s.environment(home)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	if err := s.wait(ctx, true); err != nil {
		return 0, 0, fmt.Errorf("%w\n%s", err, said.Bytes())
	}
	took := time.Since(began)
	time.Sleep(time.Second)
	peak, err := peakMemory(cmd.Process.Pid)
	return took, peak, err
}

// peakMemory is the most that a process had resident so far, in KiB.
func peakMemory(pid int) (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(status) {
		if words := bytes.Fields(line); len(words) >= 2 && string(words[0]) == "VmHWM:" {
			return strconv.Atoi(string(words[1]))
		}
	}
	return 0, errors.New("no VmHWM in /proc")
}

func report(programs []*program, n int) {
	fmt.Printf("exec to first painted window, %d starts each, alternating, after one that is not counted\n\n", n)
	fmt.Printf("%-10s %10s %10s %10s %14s\n", "", "median", "fastest", "slowest", "peak RSS")
	for _, p := range programs {
		slices.Sort(p.took)
		slices.Sort(p.peak)
		ms := func(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }
		fmt.Printf("%-10s %10s %10s %10s %14s\n", p.name, ms(median(p.took)), ms(p.took[0]), ms(p.took[n-1]),
			fmt.Sprintf("%.1f MiB", float64(median(p.peak))/1024))
	}
	whole, bare := programs[0], programs[1]
	fmt.Printf("%-10s %10.2f %32s %14.2f\n", "ratio", float64(median(whole.took))/float64(median(bare.took)), "",
		float64(median(whole.peak))/float64(median(bare.peak)))
}

// median is the middle of a sorted list, the lower one of two.
func median[T any](sorted []T) T { return sorted[(len(sorted)-1)/2] }
