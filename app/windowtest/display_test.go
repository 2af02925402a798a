//go:build window

package windowtest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience is how long a state is waited for before the test fails. It is no
// pause: what is waited for is looked at until it is there.
const patience = 20 * time.Second

// until waits for a state.
func until(t *testing.T, what string, there func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !there(); time.Sleep(15 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v in vain: %s", patience, what)
		}
	}
}

// display is an X server with a window manager, for this test alone.
type display struct {
	name   string
	screen string // file that the server keeps what it shows in
	home   string
}

func newDisplay(t *testing.T) *display {
	t.Helper()
	for _, tool := range []string{"Xvfb", "openbox", "xdotool", "xwininfo", "xprop", "wmctrl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s is missing: `make setup-test` installs it", tool)
		}
	}
	d := &display{home: t.TempDir()}
	frames := t.TempDir()
	d.screen = filepath.Join(frames, "Xvfb_screen0")
	told, tell, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// -noreset: the server would begin anew when the first client leaves, while others are just coming.
	// -r: no key repeats when the machine is too busy to let go of it in time.
	// The height leaves no screen of the story with a line of text that the end
	// of a scrolled page cuts through: there a pixel of rounding shows.
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x816x24", "-nolisten", "tcp", "-noreset", "-r", "-fbdir", frames)
	server.ExtraFiles = []*os.File{tell}
	run(t, server)
	tell.Close()
	number, err := io.ReadAll(told)
	if err != nil || len(bytes.TrimSpace(number)) == 0 {
		t.Fatalf("the X server does not start: %v", err)
	}
	d.name = ":" + string(bytes.TrimSpace(number))
	manager := exec.Command("openbox", "--sm-disable")
	var said bytes.Buffer
	manager.Env, manager.Stdout, manager.Stderr = d.env(), &said, &said
	run(t, manager)
	defer func() {
		if t.Failed() {
			t.Logf("the window manager: %s", said.String())
		}
	}()
	until(t, "a window manager", func() bool { return d.tool("wmctrl", "-m") == nil })
	return d
}

// run starts a program that lives as long as the test.
func run(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
}

// env is the environment of everything that runs on the display: the same on
// every machine, and nothing of the person's own.
func (d *display) env() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "DISPLAY=" + d.name, "HOME=" + d.home, "LANG=C.UTF-8", "TZ=Asia/Shanghai",
		"XDG_CONFIG_HOME=" + filepath.Join(d.home, ".config"), "XDG_CACHE_HOME=" + filepath.Join(d.home, ".cache"),
		"XDG_DATA_HOME=" + filepath.Join(d.home, ".local", "share"), "XDG_RUNTIME_DIR=" + d.home,
		"FYNE_SCALE=1", "FYNE_THEME=light", "LIBGL_ALWAYS_SOFTWARE=1",
	}
}

func (d *display) ask(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Env = d.env()
	out, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%w: %s", err, failed.Stderr)
	}
	return string(out), err
}

func (d *display) tool(name string, args ...string) error {
	_, err := d.ask(name, args...)
	return err
}

// program is one run of cardhour.
type program struct {
	d      *display
	cmd    *exec.Cmd
	said   bytes.Buffer
	ended  chan struct{}
	window string
	area   image.Rectangle // of the window's inside on the screen
}

// start runs cardhour and waits until its window has the keyboard.
func (d *display) start(t *testing.T, binary string, args ...string) *program {
	t.Helper()
	p := &program{d: d, cmd: exec.Command(binary, args...), ended: make(chan struct{})}
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr, p.cmd.Dir = d.env(), &p.said, &p.said, d.home
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.ended
	})
	pid := strconv.Itoa(p.cmd.Process.Pid)
	until(t, "a window with the keyboard", func() bool {
		select {
		case <-p.ended:
			t.Fatalf("the program ended: %v\n%s", p.cmd.ProcessState, p.said.String())
		default:
		}
		found, _ := d.ask("xdotool", "search", "--onlyvisible", "--pid", pid)
		focused, _ := d.ask("xdotool", "getwindowfocus")
		for _, id := range strings.Fields(found) {
			if id == strings.TrimSpace(focused) {
				p.window = id
				return true
			}
		}
		return false
	})
	until(t, "the window in its place", func() bool {
		before := p.area
		p.area = p.place(t)
		return p.area == before
	})
	return p
}

func (p *program) place(t *testing.T) image.Rectangle {
	t.Helper()
	said, err := p.d.ask("xwininfo", "-id", p.window) // what xdotool says of a framed window's place is wrong
	if err != nil {
		t.Fatal(err)
	}
	measure := map[string]int{}
	for _, line := range strings.Split(said, "\n") {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			measure[name], _ = strconv.Atoi(strings.TrimSpace(value))
		}
	}
	at := image.Pt(measure["Absolute upper-left X"], measure["Absolute upper-left Y"])
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(measure["Width"], measure["Height"]))}
}

// end waits for the program to end and returns its exit code.
func (p *program) end(t *testing.T) int {
	t.Helper()
	until(t, "the end of the program", func() bool {
		select {
		case <-p.ended:
			return true
		default:
			return false
		}
	})
	return p.cmd.ProcessState.ExitCode()
}

// see returns what is on the screen now.
func (d *display) see() (*image.RGBA, error) {
	raw, err := os.ReadFile(d.screen)
	if err != nil {
		return nil, err
	}
	// A window dump: 25 numbers, a name, a colour map, the pixels.
	const headerSize, width, height, lineBytes, colours = 0, 4, 5, 12, 19
	field := func(i int) int { return int(binary.BigEndian.Uint32(raw[4*i:])) }
	if len(raw) < 100 {
		return nil, io.ErrUnexpectedEOF
	}
	pixels := raw[field(headerSize)+12*field(colours):]
	shot := image.NewRGBA(image.Rect(0, 0, field(width), field(height)))
	for y := range field(height) {
		for x := range field(width) {
			p := pixels[y*field(lineBytes)+4*x:]
			shot.SetRGBA(x, y, color.RGBA{p[2], p[1], p[0], 255})
		}
	}
	return shot, nil
}

// keep saves a picture where it outlives the test.
func keep(name string, shot image.Image) string {
	file, err := os.CreateTemp("", "cardhour-"+name+"-*.png")
	if err != nil {
		return err.Error()
	}
	defer file.Close()
	if err := png.Encode(file, shot); err != nil {
		return err.Error()
	}
	return file.Name()
}
