// Package progress shows how far long work is, on the terminal in its context, if there is one.
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

// Part is a part of the work, safe for concurrent use. nil is a part that does not show.
type Part struct{ bar *progressbar.ProgressBar }

// Begin returns a part of the context's work. It calls total only if the part shows.
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
