package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOnlyCancelledCallsAreLeftOutOfTheLog(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		err    error
		logged bool
	}{
		{"cancelled", fmt.Errorf("reading a table: %w", context.Canceled), false},
		{"too slow", context.DeadlineExceeded, true},
		{"another error", errors.New("disk full"), true},
		{"no error", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var all, usual bytes.Buffer
			for _, to := range []struct {
				out   *bytes.Buffer
				level slog.Level
			}{{&all, slog.LevelDebug}, {&usual, slog.LevelInfo}} {
				log := slog.New(calmStop{slog.NewTextHandler(to.out, &slog.HandlerOptions{Level: to.level})})
				log.With(slog.Int("table", 1)).WithGroup("g").Error("cannot read", slog.Any("err", c.err))
			}
			require.Contains(t, all.String(), "cannot read")
			require.Equal(t, c.logged, usual.Len() > 0, usual.String())
		})
	}
}
