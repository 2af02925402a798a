package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The screen is a little larger than the windows, so that the region that is
// looked at lies inside a window wherever the window manager puts it.
const (
	screenWidth, screenHeight = 1400, 900
	regionLeft, regionTop     = 200, 160
	regionWidth, regionHeight = 1000, 560
	rowStep                   = 4 // every fourth row is enough to meet a line of text
	patience                  = 60 * time.Second
)

// screen is an Xvfb that keeps its pixels in a file, with a window manager.
// Reading the file costs the programs that are measured nothing, unlike an X
// client that asks.
type screen struct {
	name    string
	pixels  *os.File
	offset  int64 // of the first pixel in the file
	line    int64 // bytes of a row
	stopped []*exec.Cmd
}

func openScreen(ctx context.Context, dir string) (*screen, error) {
	s := &screen{}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	server := exec.CommandContext(ctx, "Xvfb", "-displayfd", "3", "-fbdir", dir, "-nolisten", "tcp",
		"-screen", "0", fmt.Sprintf("%dx%dx24", screenWidth, screenHeight))
	server.ExtraFiles = []*os.File{write}
	err = server.Start()
	_ = write.Close()
	if err != nil {
		return nil, err
	}
	s.stopped = append(s.stopped, server)
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		s.close()
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	s.name = ":" + strings.TrimSpace(number)
	if err := s.openPixels(filepath.Join(dir, "Xvfb_screen0")); err != nil {
		s.close()
		return nil, err
	}
	if err := s.manage(ctx, dir); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// manage starts the window manager and waits until it is there.
func (s *screen) manage(ctx context.Context, home string) error {
	manager := exec.CommandContext(ctx, "openbox", "--sm-disable")
	manager.Env = s.environment(home)
	if err := manager.Start(); err != nil {
		return err
	}
	s.stopped = append(s.stopped, manager)
	for end := time.Now().Add(patience); ctx.Err() == nil && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		ask := exec.CommandContext(ctx, "xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
		ask.Env = s.environment(home)
		if said, err := ask.Output(); err == nil && strings.Contains(string(said), "window id") {
			return nil
		}
	}
	return errors.New("openbox does not come up")
}

func (s *screen) close() {
	for _, cmd := range s.stopped {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	if s.pixels != nil {
		_ = s.pixels.Close()
	}
}

// environment is the same for all: nothing of the caller's desktop gets in.
func (s *screen) environment(home string) []string {
	return []string{
		"DISPLAY=" + s.name, "HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8",
		"LIBGL_ALWAYS_SOFTWARE=1", "DBUS_SESSION_BUS_ADDRESS=unix:path=" + filepath.Join(home, "none"),
	}
}

// openPixels reads where the pixels lie in the server's file, an XWD image
// that it keeps up to date.
func (s *screen) openPixels(path string) (err error) {
	if s.pixels, err = os.Open(path); err != nil {
		return err
	}
	var head [25]uint32
	if err := binary.Read(io.NewSectionReader(s.pixels, 0, 100), binary.BigEndian, &head); err != nil {
		return err
	}
	const headerSize, width, height, bitsPerPixel, bytesPerLine, colours = 0, 4, 5, 11, 12, 19
	if head[width] != screenWidth || head[height] != screenHeight || head[bitsPerPixel] != 32 {
		return fmt.Errorf("%s is no picture of a 24-bit screen", path)
	}
	s.offset = int64(head[headerSize]) + int64(head[colours])*12
	s.line = int64(head[bytesPerLine])
	return nil
}

// painted says whether a window with text is seen: most of the middle of the
// screen is light, as the theme's background is, and some of it is dark, as
// text is. The root window is black, a frame without content too.
func (s *screen) painted() (bool, error) {
	light, dark, seen := 0, 0, 0
	row := make([]byte, regionWidth*4)
	for y := regionTop; y < regionTop+regionHeight; y += rowStep {
		if _, err := s.pixels.ReadAt(row, s.offset+int64(y)*s.line+regionLeft*4); err != nil {
			return false, err
		}
		for i := 0; i < len(row); i += 4 {
			seen++
			switch b, g, r := row[i], row[i+1], row[i+2]; {
			case min(r, g, b) >= 0xe0:
				light++
			case max(r, g, b) < 0x80:
				dark++
			}
		}
	}
	return light*10 > seen*6 && dark >= 8, nil
}

// wait returns when a painted window is there, or is there no more.
func (s *screen) wait(ctx context.Context, want bool) error {
	for end := time.Now().Add(patience); ctx.Err() == nil && time.Now().Before(end); time.Sleep(time.Millisecond) {
		if got, err := s.painted(); err != nil || got == want {
			return err
		}
	}
	return errors.Join(ctx.Err(), fmt.Errorf("no change of the screen in %v", patience))
}
