package progress_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/store/progress"
)

func TestWorkShowsFromNothingToAll(t *testing.T) {
	for total, steps := range map[int64][]int64{4: {1, 1, 2}, 0: {1, 1}} {
		var terminal bytes.Buffer
		ctx := progress.WithTerminal(t.Context(), &terminal)
		p := progress.Begin(progress.WithName(ctx, "copying"), "checking", progress.Count(total))
		assert.Contains(t, terminal.String(), "\rcopying   0% |")
		assert.NotContains(t, terminal.String(), "100%")
		for _, n := range steps {
			p.Add(n)
		}
		assert.Contains(t, terminal.String(), "\rcopying 100% |")
		assert.NotContains(t, terminal.String(), "checking")
		progress.Begin(ctx, "checking", progress.Count(total))
		assert.Contains(t, terminal.String(), "\rchecking   0% |")
	}
}

func TestWorkThatDoesNotShowCountsNothing(t *testing.T) {
	p := progress.Begin(progress.WithName(progress.WithTerminal(t.Context(), nil), "copying"), "checking", func() int64 {
		assert.Fail(t, "counting may take long")
		return 0
	})
	p.Add(1)
	assert.Nil(t, p)
}
