package secrets_test

import (
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

func TestMain(m *testing.M) { harness.Main(m) }

// TestBabelHandsLeakNowhere plays a whole game twice by the same open moves. The second time, one
// player has other cards in hand, before and after the discards are shuffled. Everything that the
// others can see must be the same, after the end of the game too. So must be the log, and the
// record of the running game. Only steps that are undone at once may use other cards. By day one
// game is played, and its first turns.
func TestBabelHandsLeakNowhere(t *testing.T) {
	t.Parallel()
	type seeded struct {
		owner engine.Seat
		seed  uint64
	}
	for _, game := range longrun.Choose([]seeded{{2, 177}}, []seeded{{1, 29}, {2, 177}}) {
		t.Run(game.owner.String(), func(t *testing.T) {
			w := newScript(t, game.seed)
			require.True(t, slices.ContainsFunc(w.moves, func(m engine.Move) bool {
				return m.Seat == game.owner && strings.HasPrefix(textOf(m), "discard")
			}), "the owner discards")
			w.moves = w.moves[:longrun.Choose(64, len(w.moves))]
			other, all, late := w.otherHand(game.owner, rand.New(rand.NewPCG(game.seed, 5)))
			require.Greater(t, all, len(w.moves)/2, "the hands differ most of the time")
			require.GreaterOrEqual(t, late, longrun.Choose(0, 16), "the hands differ after the shuffle")
			first, second := w.perform(t, w.piles, game.owner), w.perform(t, other, game.owner)
			for _, kind := range []string{request, public, answer, record} {
				require.Greater(t, len(first.sent[kind]), 10, kind)
				same(t, first.sent[kind], second.sent[kind], kind)
			}
			same(t, first.sent[logged], second.sent[logged], logged)
			if longrun.On() {
				require.NotEqual(t, first.finished, second.finished, "the record of the ended game is complete")
			}
		})
	}
}

// perform plays a script with piles, and returns what left the process.
func (w *script) perform(t *testing.T, piles []string, owner engine.Seat) *leak {
	l, locale := &leak{seat: owner, sent: map[string][]string{}, hands: map[string]bool{}}, harness.Locales[owner]
	deal := harness.NewBabelDeal(piles[0])
	deal.ThenShuffle(piles[1:])
	env, ch, ana, bo := harness.DealtBabelGame(t, harness.Options{
		Locale: locale, LogLevel: slog.LevelDebug,
		// This test is not about time.
		Discord: localdiscord.Options{OnTraffic: l.traffic, MaxAttachments: 10_000, AnswerWithin: harness.Patience},
	}, deal)
	players := []*harness.Player{ana, bo}
	l.Table, l.eve, l.owner, l.other = env.At(ch), env.NewPlayer("Eve", locale), players[owner-1], players[2-owner]
	l.begin()
	takenBack := 0
	var waits *localdiscord.Message // the other player's answer while it waits for the owner's turn
	for i, move := range w.moves {
		if i%12 == 5 {
			l.lookAround(waits != nil)
		}
		if move.Seat == engine.Chance {
			continue
		}
		by, text := players[move.Seat-1], textOf(move)
		verb, _, _ := strings.Cut(text, " ")
		if (verb == "settle" || verb == "travel") && i%4 == 0 {
			card, err := by.Pick(ch, "babel "+verb, nil, "people")
			require.NoError(t, err)
			harness.PlayBabel(by, ch, verb+" "+card, "undo")
			if by == l.owner {
				takenBack++
			}
		}
		m, now := harness.PlayBabel(by, ch, text), l.Now()
		switch waiting := now.Status == table.Running && now.Turn() == engine.Seats(owner); {
		case waiting && by == l.other:
			waits = m
		case !waiting && waits != nil: // the next command would come before the refresh or after it
			env.Eventually("the answer is refreshed", func() bool { return len(env.Discord.History(waits.ID)) > 1 })
			waits = nil
		}
	}
	require.Equal(t, longrun.On(), l.Won(), ch.Last().Content)
	require.Greater(t, takenBack, longrun.Choose(0, 2))
	for _, p := range []*harness.Player{l.other, l.eve} {
		l.askForHand(p) // refused after the game too
	}
	require.Greater(t, len(l.hands), longrun.Choose(2, 5), "the owner is shown the hand, which changes")
	require.Positive(t, l.drafts)
	env.CheckClean()
	l.messages()
	l.lines()
	l.records()
	require.NoError(t, env.Bot.Stop())
	return l
}

// script is a whole game that is played again with other hands.
type script struct {
	testing.TB
	// piles are the draw piles, the next card first: the one that is dealt, and those that discards
	// are shuffled into.
	piles []string
	// moves are all moves, with the shuffles.
	moves []engine.Move
}

var seats = []engine.SeatInfo{{Name: "Ana"}, {Name: "Bo"}}

func newScript(t testing.TB, seed uint64) *script {
	r := rand.New(rand.NewPCG(seed, 4))
	cards := []byte(harness.BabelPile(""))
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	w := &script{TB: t, piles: []string{string(cards)}}
	var err error
	w.moves, _, err = babel.Game.Playout(nil, seats, dealt(w.piles[0]), r)
	require.NoError(t, err)
	for _, m := range w.moves {
		if pile, shuffled := strings.CutPrefix(textOf(m), "shuffle "); shuffled {
			w.piles = append(w.piles, pile)
		}
	}
	return w
}

func dealt(pile string) []byte {
	chance := harness.NewBabelDeal(pile)
	chance.SkipBeginner()
	return babel.Game.Deal(nil, seats, chance)
}

// textOf returns a move in the game's notation, without the seat.
func textOf(m engine.Move) string { return string(babel.Game.AppendMove(nil, m)[2:]) }

// follow replays the game with piles, as far as the moves are legal with those cards. It returns
// the first position and those after every move, and whether all moves were legal.
func (w *script) follow(piles []string) (positions []engine.State, whole bool) {
	s, err := babel.Game.Start(nil, seats, dealt(piles[0]))
	require.NoError(w, err)
	positions = append(positions, s)
	for _, m := range w.moves {
		if m.Seat == engine.Chance {
			piles = piles[1:]
			m, err = babel.Game.ParseMove("0 shuffle " + piles[0])
			require.NoError(w, err)
		}
		if s, err = s.Apply(m); err != nil {
			return positions, false
		}
		positions = append(positions, s)
	}
	return positions, true
}

// otherHand returns piles with which the same game can be played by the same open moves, while a
// seat holds other cards: cards change places within a pile as long as nobody else sees it. The
// hands differ at so many positions of all, and at so many of those since the first shuffle.
func (w *script) otherHand(seat engine.Seat, r *rand.Rand) (other []string, all, late int) {
	other = slices.Clone(w.piles)
	open, _ := w.follow(w.piles)
	hidden := open
	for range 1000 {
		pile := r.IntN(len(other))
		before, cards := other[pile], []byte(other[pile])
		i, j := r.IntN(len(cards)), r.IntN(len(cards))
		cards[i], cards[j] = cards[j], cards[i]
		other[pile] = string(cards)
		if positions, whole := w.follow(other); whole && sameFor(3-seat, open, positions) &&
			sameFor(0, open, positions) {
			hidden = positions
		} else {
			other[pile] = before
		}
	}
	shuffle := slices.IndexFunc(w.moves, func(m engine.Move) bool { return m.Seat == engine.Chance })
	for i := range open {
		if !slices.Equal(handOf(open[i], seat), handOf(hidden[i], seat)) {
			all++
			if i > shuffle {
				late++
			}
		}
	}
	return other, all, late
}

func sameFor(seat engine.Seat, a, b []engine.State) bool {
	return slices.EqualFunc(a, b, func(a, b engine.State) bool { return reflect.DeepEqual(a.View(seat), b.View(seat)) })
}

func handOf(s engine.State, seat engine.Seat) []babel.People { return s.View(seat).(*babel.View).Hand }
