package play_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

// heldComputers is a store that delays the moves of computers: begun is closed when the first one
// waits, and all go on when released is closed.
type heldComputers struct {
	store.Store
	once            sync.Once
	begun, released chan struct{}
}

func (h *heldComputers) wrap(s store.Store) store.Store {
	h.Store = s
	return h
}

func (h *heldComputers) Commit(ctx context.Context, c store.Commit) error {
	if len(c.Events) > 0 && c.Events[0].Kind == table.Moved {
		if _, _, computer := c.Events[0].By.Computer(); computer {
			h.once.Do(func() { close(h.begun) })
			select {
			case <-h.released:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return h.Store.Commit(ctx, c)
}

// TestReturnShowsWhatHappenedSinceThePlayersOwnLastTurn has a stand-in begin to play, and the
// player return in its turn. Then a stand-in plays a turn that the player has not seen either.
func TestReturnShowsWhatHappenedSinceThePlayersOwnLastTurn(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	held := &heldComputers{begun: make(chan struct{}), released: make(chan struct{})}
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: locale, WrapStore: held.wrap}, locale,
		localdiscord.Args{"stand-in": "1"})
	at := env.At(ch)
	since := func() string {
		told, err := sentences.NewSince(at.Now(), 2)
		require.NoError(t, err)
		turn, _ := told.Turns()
		require.Equal(t, 1, turn, "the player has made no step")
		return env.Mentioning(told.Text(second.Words))
	}
	callsStandIn(second, ch)
	first.MustRemoveTile(ch)
	<-held.begun
	panel := second.MustCommand(ch, "game back", nil)
	require.Equal(t, []string{second.T("bot.stand_in.welcome"), "**" + second.T("bot.since.first") + "**"},
		strings.SplitN(panel.Content, "\n", 3)[:2])
	require.Contains(t, panel.Content, since())
	require.NotNil(t, harness.Button(panel, second.T("bot.button.since")))
	close(held.released)

	callsStandIn(second, ch)
	at.Eventually("the stand-in has played", func() bool { return at.Now().Assisted != 0 && at.Now().Turn().Has(1) })
	panel = second.MustCommand(ch, "game back", nil)
	require.Contains(t, panel.Content, second.T("bot.stand_in.welcome"))
	require.Nil(t, harness.Button(panel, second.T("bot.button.since")), "it is not the player's turn")
	first.MustRemoveTile(ch)
	env.Settle()
	panel = second.MustOpenPanel(ch)
	require.Contains(t, panel.Content, since())
	require.NotNil(t, harness.Button(panel, second.T("bot.button.since")))
	env.CheckClean()
}
