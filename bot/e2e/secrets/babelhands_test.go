package secrets_test

import (
	"flag"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/babel"
)

// everyHand is the flag -hands.
var everyHand = flag.Bool("hands", false, "play each game of TestBabelHandsLeakNowhere with the hands of both, not of one")

func TestMain(m *testing.M) { harness.Main(m) }

// TestBabelHandsLeakNowhere plays a whole game twice by the same open moves. The second time, one
// player has other cards in hand, before and after the discards are shuffled. Everything that the
// others can see must be the same, after the end of the game too. So must be the log, and the
// record of the running game. Only steps that are undone at once may use other cards. The test also
// looks for the cards of hands and piles in all of that.
func TestBabelHandsLeakNowhere(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it is not about races, and TestBabelWholeGamesByCommandsAndPanels makes the same moves")
	}
	for _, game := range []struct {
		seed     uint64
		shuffles int
		reason   babel.Reason
	}{{11, 2, babel.QuarryEmpty}, {13, 1, babel.Fifteen}} {
		for seat := engine.Seat(1); seat <= 2; seat++ {
			if !*everyHand && (game.shuffles == 2) != (seat == 1) {
				continue
			}
			t.Run(game.reason.String()+" "+seat.String(), func(t *testing.T) {
				t.Parallel()
				w := newScript(t, game.seed)
				require.Equal(t, game.reason, w.reason)
				require.Len(t, w.piles, 1+game.shuffles)
				discards := func(d step) bool { return d.seat == seat && strings.HasPrefix(d.move, "discard") }
				undone := func(d step) bool { return d.seat == seat && d.undone && d.move == "settle" }
				require.True(t, slices.ContainsFunc(w.steps, discards))
				require.True(t, slices.ContainsFunc(w.steps, undone))
				other := w.otherHand(seat, rand.New(rand.NewPCG(game.seed, 5)))
				all, late := w.differ(seat, other)
				require.Greater(t, all, len(w.steps)/2, "the hands differ most of the time")
				require.Greater(t, late, 15, "the hands differ after the shuffle")
				locale := harness.Locales[seat]
				first, second := w.perform(t, w.piles, seat, locale), w.perform(t, other, seat, locale)
				same(t, first.requests, second.requests, "a request")
				same(t, first.public, second.public, "a message")
				same(t, first.answers, second.answers, "an answer to another player")
				same(t, first.log, second.log, "a line of the log")
				require.Equal(t, first.records, second.records)
				require.NotEqual(t, first.record, second.record, "the record of the ended game is complete")
				first.search(t, w.piles)
				second.search(t, other)
			})
		}
	}
}

// perform plays a script with piles, and returns what left the process.
func (w *script) perform(t *testing.T, p piles, owner engine.Seat, locale string) *leak {
	t.Helper()
	l := &leak{}
	deal := harness.NewBabelDeal(p[0])
	deal.ThenShuffle(p[1:])
	env, ch, ana, bo := harness.DealtBabelGame(t, harness.Options{
		Locale: locale, LogLevel: slog.LevelDebug,
		// This test is not about time.
		Discord: localdiscord.Options{OnTraffic: l.traffic, MaxAttachments: 10_000, AnswerWithin: harness.Patience},
	}, locale, deal)
	l.begin(env, ch)
	players := []*harness.Player{ana, bo}
	eve := env.NewPlayer("Eve", locale)
	for i, d := range w.steps {
		by := players[d.seat-1]
		if i%12 == 5 {
			l.lookAround(env, ch, players, owner, eve)
		}
		if d.undone {
			any, err := by.Pick(ch, "babel "+d.move, nil, "people")
			require.NoError(t, err)
			harness.PlayBabel(by, ch, d.move+" "+any, "undo")
			continue
		}
		harness.PlayBabel(by, ch, d.move)
	}
	require.True(t, env.At(ch).Won(), ch.Last().Content)
	for _, p := range []*harness.Player{players[2-owner], eve} {
		l.tryHand(env, ch, p, owner) // refused after the game too
	}
	env.CheckClean()
	l.messages(env, ch, players[owner-1])
	l.lines(t, env.BotLog.Text()[l.logged:])
	l.games(env, ch)
	require.NoError(t, env.Bot.Stop())
	return l
}
