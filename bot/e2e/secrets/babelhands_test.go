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

// TestBabelHandsLeakNowhere plays a game twice by the same open moves. The second time, one player
// has other cards in hand. Everything that the others can see must be the same, after the end of
// the game too. So must be the log, and the record of the running game. Only steps that are undone
// at once may use other cards. It ends before the discards are shuffled; what a seat may know then
// is held by engine/gametest.
func TestBabelHandsLeakNowhere(t *testing.T) {
	t.Parallel()
	for _, owner := range longrun.Choose([]engine.Seat{2}, []engine.Seat{1, 2}) {
		t.Run(owner.String(), func(t *testing.T) {
			piles, moves := twoHands(t, owner, rand.New(rand.NewPCG(29, 4)))
			moves = moves[:min(len(moves), longrun.Choose(64, 120))]
			first, second := perform(t, piles[0], moves, owner), perform(t, piles[1], moves, owner)
			for _, kind := range []string{request, public, answer, record, logged} {
				require.True(t, kind == logged || len(first.sent[kind]) > 10, kind)
				same(t, first.sent[kind], second.sent[kind], kind)
			}
			require.NotEqual(t, first.finished, second.finished, "the record of the ended game is complete")
		})
	}
}

// twoHands returns two draw piles that give a seat other cards, and moves that both games allow and
// nobody else can tell apart.
func twoHands(t *testing.T, owner engine.Seat, r *rand.Rand) (piles [2]string, moves []engine.Move) {
	cards := []byte(harness.BabelPile(""))
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	piles[0] = string(cards)
	for i := range handSize { // the seat's cards are drawn last
		own, last := handSize*(int(owner)-1)+i, len(cards)-1-i
		cards[own], cards[last] = cards[last], cards[own]
	}
	piles[1] = string(cards)
	var now [2]engine.State
	for i, pile := range piles {
		chance := harness.NewBabelDeal(pile)
		chance.SkipBeginner()
		var err error
		now[i], err = babel.Game.Start(nil, seats, babel.Game.Deal(nil, seats, chance))
		require.NoError(t, err)
	}
	for {
		require.NotEqual(t, now[0].View(owner), now[1].View(owner), "after %d moves", len(moves))
		sound := now[0].Sound(now[0].Turn().Slice()[0], nil)
		r.Shuffle(len(sound), func(i, j int) { sound[i], sound[j] = sound[j], sound[i] })
		next := slices.IndexFunc(sound, func(m engine.Move) bool {
			one, _ := now[0].Apply(m)
			other, err := now[1].Apply(m)
			if err != nil || !reflect.DeepEqual(one.View(3-owner), other.View(3-owner)) ||
				!reflect.DeepEqual(one.View(0), other.View(0)) {
				return false
			}
			now = [2]engine.State{one, other}
			return true
		})
		if next < 0 || now[0].Turn().Has(engine.Chance) {
			return piles, moves
		}
		moves = append(moves, sound[next])
	}
}

const handSize = 5

var seats = []engine.SeatInfo{{Name: "Ana"}, {Name: "Bo"}}

// perform plays moves with a draw pile and then has the owner resign. It returns what left the
// process.
func perform(t *testing.T, pile string, moves []engine.Move, owner engine.Seat) *leak {
	l, locale := &leak{seat: owner, sent: map[string][]string{}, hands: map[string]bool{}}, harness.Locales[owner]
	env, ch, ana, bo := harness.DealtBabelGame(t, harness.Options{
		Locale: locale, LogLevel: slog.LevelDebug,
		// This test is not about time.
		Discord: localdiscord.Options{OnTraffic: l.traffic, MaxAttachments: 10_000, AnswerWithin: harness.Patience},
	}, harness.NewBabelDeal(pile))
	players := []*harness.Player{ana, bo}
	l.Table, l.eve, l.owner, l.other = env.At(ch), env.NewPlayer("Eve", locale), players[owner-1], players[2-owner]
	l.begin()
	takenBack := 0
	var waits *localdiscord.Message // the other player's answer while it waits for the owner's turn
	awaitRefresh := func() {        // else the next command would come before the refresh or after it
		if waits != nil {
			env.Eventually("the answer is refreshed", func() bool { return len(env.Discord.History(waits.ID)) > 1 })
			waits = nil
		}
	}
	for i, move := range moves {
		if i%12 == 5 {
			l.lookAround(waits != nil)
		}
		by, text := players[move.Seat-1], string(babel.Game.AppendMove(nil, move)[2:])
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
		case !waiting:
			awaitRefresh()
		}
	}
	l.Resign(l.owner)
	awaitRefresh()
	require.Positive(t, takenBack)
	for _, p := range []*harness.Player{l.other, l.eve} {
		l.askForHand(p) // refused after the game too
	}
	require.Greater(t, len(l.hands), 2, "the owner is shown the hand, which changes")
	require.Positive(t, l.drafts)
	env.CheckClean()
	l.messages()
	l.lines()
	l.records()
	require.NoError(t, env.Bot.Stop())
	return l
}
