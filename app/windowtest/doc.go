// Package windowtest works the program's real window as a person does, with
// a keyboard and a mouse, in front of a display of its own.
//
// It owns this one test and its hands and eyes. The test is built with the
// tag window only and runs on Linux: `make test-window`.
package windowtest
