//go:build unix

package billing

import (
	"syscall"
	"time"
)

// spent is the processor time that the process has used, which a busy machine
// disturbs less than the time on the wall.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
