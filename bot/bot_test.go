package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOnlyCancelledCallsAreLeftOutOfTheLog(t *testing.T) {
	t.Parallel()
	for err, logged := range map[error]bool{
		fmt.Errorf("reading a table: %w", context.Canceled): false, context.DeadlineExceeded: true,
		errors.New("disk full"): true, nil: true,
	} {
		for level, says := range map[slog.Level]bool{slog.LevelDebug: true, slog.LevelInfo: logged} {
			var out bytes.Buffer
			log := slog.New(calmStop{slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level})})
			log.With(slog.Int("table", 1)).WithGroup("g").Error("cannot read", slog.Any("err", err))
			require.Equal(t, says, strings.Contains(out.String(), "cannot read"), "%v: %s", err, &out)
		}
	}
}
