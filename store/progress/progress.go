// Package progress shows how far long work is, on the terminal that is in its context. Without one,
// nothing is counted or shown.
package progress

import (
	"context"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

type terminalKey struct{}

// WithTerminal returns a context whose work shows on a terminal, nil for nowhere.
func WithTerminal(ctx context.Context, terminal io.Writer) context.Context {
	return context.WithValue(ctx, terminalKey{}, terminal)
}

// Part is a part of the work with a known size. It is safe for concurrent use, and nil is a part
// that does not show.
type Part struct{ bar *progressbar.ProgressBar }

// Begin returns a part of the work that the context is for. total is called if the part shows.
func Begin(ctx context.Context, what string, total func() int64) *Part {
	terminal, _ := ctx.Value(terminalKey{}).(io.Writer)
	if terminal == nil {
		return nil
	}
	return &Part{progressbar.NewOptions64(max(total(), 1),
		progressbar.OptionSetWriter(terminal),
		progressbar.OptionSetWidth(20), // the line fits narrow terminals, whose width the bar does not know
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
	)}
}

func (p *Part) Add(n int64) {
	if p != nil {
		_ = p.bar.Add64(n) // more than the total fails, but does no harm
	}
}

// Count returns a function that returns n, for Begin.
func Count[N ~int | ~int64 | ~uint64](n N) func() int64 { return func() int64 { return int64(n) } }
