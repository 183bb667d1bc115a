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
		p := progress.Begin(ctx, "copying", progress.Count(total))
		assert.Contains(t, terminal.String(), "\rcopying   0% |")
		assert.NotContains(t, terminal.String(), "100%")
		for _, n := range steps {
			p.Add(n)
		}
		assert.Contains(t, terminal.String(), "\rcopying 100% |")
		progress.Begin(ctx, "checking", progress.Count(total))
		assert.Contains(t, terminal.String(), "\rchecking   0% |")
	}
}

func TestWorkThatDoesNotShowCountsNothing(t *testing.T) {
	p := progress.Begin(progress.WithTerminal(t.Context(), nil), "checking", func() int64 {
		assert.Fail(t, "counting may take long")
		return 0
	})
	p.Add(1)
	assert.Nil(t, p)
}
