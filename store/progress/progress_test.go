package progress_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"amytis/store/progress"
)

func TestListenerIsToldNowAndThenAndAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		ctx := progress.With(t.Context(), func(what string, done, total int64) {
			told = append(told, fmt.Sprintf("%s %d/%d", what, done, total))
		})
		p := progress.Begin(progress.As(ctx, "copying"), "checking", progress.Count(4))
		p.Add(1)
		time.Sleep(time.Second)
		p.Add(1)
		p.Add(1)
		p.Add(1)
		progress.Tell(ctx, "another", 1, 2)
		assert.Equal(t, []string{"copying 0/4", "copying 2/4", "copying 4/4", "another 1/2"}, told)
	})
}

func TestWorkWithoutAListenerCountsNothing(t *testing.T) {
	p := progress.Begin(progress.As(t.Context(), "copying"), "checking", func() int64 {
		assert.Fail(t, "counting may take long")
		return 0
	})
	p.Add(1)
	progress.Tell(t.Context(), "another", 1, 2)
	assert.Nil(t, p)
}
