//go:build !unix

package billing

import "time"

var began = time.Now()

// spent is the time on the wall, where the processor's is not told.
func spent() time.Duration { return time.Since(began) }
