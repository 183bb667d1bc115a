package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/seats"
	"amytis/bot/handle/settings"
)

func TestTwoHandlersOfOneRouteAreAnError(t *testing.T) {
	_, err := merge(seats.Routes(), interaction.Routes{"game join": seats.Routes()["game leave"]})
	require.ErrorContains(t, err, `"game join"`)
}

func TestAFormWorksWhereItsCommandDoes(t *testing.T) {
	forms := settings.Routes()
	maps.Copy(forms, seats.Routes())
	for action, command := range control.Commands {
		for _, place := range []interaction.Place{interaction.OnServer, interaction.Direct, interaction.Elsewhere} {
			if forms["="+action] == nil {
				continue
			}
			r := &interaction.Request{Input: interaction.Input{Place: place, Interaction: &discordgo.Interaction{}}}
			want := admit(t.Context(), r, command)
			assert.Equal(t, want, admit(t.Context(), r, "="+action), "%s at place %d", command, place)
			assert.Equal(t, want, admit(t.Context(), r, ":"+action), "%s at place %d", command, place)
		}
	}
}

func TestTheProgramServesUntilAShortPauseAfterTheLastInteraction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt := &router{}
		assert.False(t, rt.serving(), "nothing has come")
		rt.active.Add(2)
		time.Sleep(time.Minute)
		assert.True(t, rt.serving(), "two are being handled")
		rt.done()
		time.Sleep(servingPause)
		assert.True(t, rt.serving(), "another one is being handled")
		rt.done()
		time.Sleep(servingPause - 1)
		assert.True(t, rt.serving(), "the pause is not over")
		time.Sleep(time.Nanosecond)
		assert.False(t, rt.serving(), "the pause is over")
		rt.served.Store(time.Now().Add(time.Hour).UnixNano())
		assert.False(t, rt.serving(), "the clock was set back")
	})
}

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
