package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// stacked is a source of chance that makes the first player who joined begin,
// and shuffles the piles of Babel into an order.
type stacked struct {
	draws []int
	next  int
}

// IntN gives the next number; behind the last it leaves everything in its place.
func (s *stacked) IntN(n int) int {
	s.next++
	if s.next <= len(s.draws) {
		return s.draws[s.next-1]
	}
	return n - 1
}

// stack makes the chance that deals a draw pile, the next card first, and a
// quarry in its order of values.
func stack(people string) *stacked {
	s := &stacked{draws: []int{0}}
	var cards []byte
	for _, p := range "AHMPS" {
		cards = append(cards, strings.Repeat(string(p), 12)...)
	}
	for i := len(cards) - 1; i > 0; i-- {
		j := slices.Index(cards[:i+1], people[i])
		cards[i], cards[j] = cards[j], cards[i]
		s.draws = append(s.draws, j)
	}
	return s
}

// pile is a draw pile that begins with some cards.
func pile(first string) string {
	rest := ""
	for _, p := range "AHMPS" {
		rest += strings.Repeat(string(p), 12-strings.Count(first, string(p)))
	}
	return first + rest
}

// stackedGame is a game of Babel with Ana in seat 1 and Bo in seat 2.
func stackedGame(t *testing.T, s setup, locale, people string) (h *house, ch *localdiscord.Channel, ana, bo *person) {
	t.Helper()
	s.game, s.dealer = babelPastime, stack(people)
	h = build(t, s)
	both := h.people(locale, 2)
	ch = h.guild.AddChannel("babel")
	h.open(ch, babelGame, both)
	h.settle()
	return h, ch, both[0], both[1]
}

// does plays turn commands, each as in the game's notation, that must all be
// accepted.
func (p *person) does(ch *localdiscord.Channel, moves ...string) (last *localdiscord.Message) {
	p.house.Helper()
	for _, move := range moves {
		command, args := typedMove(move)
		m := must(p.house)(p.slash(ch, command, args))
		require.False(p.house, p.refused(m), "%s: %s", move, m.Content)
		last = m
	}
	p.house.settle()
	return last
}

// typedMove is the slash command of a move of Babel, without its seat.
func typedMove(move string) (command string, args localdiscord.Args) {
	words := strings.Fields(move)
	if words[0] == "undo" || words[0] == "resign" {
		return "game " + words[0], nil
	}
	args = localdiscord.Args{}
	options := babelOptions[words[0]]
	if words[0] == "discard" {
		options = []string{"cards"}
	}
	for i, option := range options {
		args[option] = words[i+1]
	}
	if slices.Contains([]string{"demolish", "steal", "deport", "convert", "skip", "halve"}, words[0]) {
		args["what"] = words[0]
		return "babel power", args
	}
	return "babel " + words[0], args
}

// halving is the pile of a game in which Ana needs her first turns to halve Bo,
// who holds many cards by then: three Assyrians each and more of the rest.
func halving() string { return pile("AAAAA" + "HMPSA" + "AAM" + "HMP" + "HHM" + "SPH" + "HHP" + "MSA") }

// opening plays Ana's and Bo's turns until Ana can halve Bo's twelve cards: she
// has four Assyrians in a row, her pawn beside them.
func opening(ch *localdiscord.Channel, ana, bo *person) {
	ana.does(ch, "draw", "travel A", "settle A", "settle A", "settle A", "settle A", "build own", "end")
	bo.does(ch, "draw", "travel A", "settle H", "build own", "end")
	ana.does(ch, "draw", "end")
	bo.does(ch, "draw", "end")
	ana.does(ch, "draw", "end")
	bo.does(ch, "draw", "end")
	ana.does(ch, "draw")
}

func TestBabelTheHalvedAreToldAtOnceAndChooseAtAnyTime(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, ana, bo := stackedGame(t, setup{locale: locale}, locale, halving())
		opening(ch, ana, bo)
		pings := len(bo.Pings())
		ana.does(ch, "halve A")
		require.Len(t, bo.Pings(), pings+1, "the halved is pinged at once")
		require.Contains(t, ch.Last().Content, "<@"+bo.ID+">")
		require.NotContains(t, ch.Last().Content, "<@"+ana.ID+">")
		require.Len(t, ana.Pings(), 4, "who acts is not pinged by it")
		ana.does(ch, "halve A")
		require.Len(t, bo.Pings(), pings+1, "nor is the halved a second time")

		// While it is Ana's turn Bo can discard, and only that.
		m := must(t)(bo.slash(ch, "babel draw", nil))
		require.True(t, bo.notMyTurn(m), m.Content)
		refused := must(t)(bo.slash(ch, "babel discard", localdiscord.Args{"cards": "H"}))
		owed := bo.say("babel.refused.owes_other", "owed", 9, "cards", 1)
		require.Equal(t, "⛔ "+owed+" (B-2)", firstLine(refused.Content))
		none, err := ana.suggestions(ch, "babel discard", nil, "cards")
		require.NoError(t, err)
		require.Empty(t, none, "nobody else is offered the hand")

		// At the beginning of Bo's turn the draw has to wait.
		ana.does(ch, "end")
		m = must(t)(bo.slash(ch, "babel draw", nil))
		require.Equal(t, "⛔ "+bo.say("babel.refused.discard_first", "owed", 9)+" (B-2)", firstLine(m.Content))
		require.True(t, bo.offered(m, "discard"), m.Content)
		require.False(t, bo.offered(m, "draw"))
		cards, err := bo.pick(ch, "babel discard", nil, "cards")
		require.NoError(t, err)
		bo.does(ch, "discard "+cards, "draw")
		h.clean()
	}
}

func TestBabelDiscardsAreCompletedThoughThereAreMany(t *testing.T) {
	t.Parallel()
	h, ch, ana, bo := stackedGame(t, setup{}, "en-US", halving())
	opening(ch, ana, bo)
	ana.does(ch, "halve A")
	ctx := context.Background()
	all, err := bo.Autocomplete(ctx, ch, "babel discard", nil, "cards", "")
	require.NoError(t, err)
	require.Len(t, all, 25, "as many as Discord shows")
	for _, typed := range []string{"A", "A,H,H", "m,m", "M,P,S"} {
		some, err := bo.Autocomplete(ctx, ch, "babel discard", nil, "cards", typed)
		require.NoError(t, err)
		require.NotEmpty(t, some, typed)
		for _, c := range some {
			require.Contains(t, c.Value, strings.ToUpper(typed))
			require.Equal(t, 6, (len(c.Value.(string))+1)/2, c.Value)
		}
	}
	// One that is not among the first can be had by typing it.
	values := func(typed string) []string {
		choices, err := bo.Autocomplete(ctx, ch, "babel discard", nil, "cards", typed)
		require.NoError(t, err)
		var texts []string
		for _, c := range choices {
			texts = append(texts, c.Value.(string))
		}
		return texts
	}
	hidden := ""
	for _, typed := range []string{"A", "H", "M", "A,H,M", "A,M", "H,M", "M,P", "P,P", "S,S"} {
		for _, v := range values(typed) {
			if !slices.Contains(values(""), v) {
				hidden = v
			}
		}
	}
	require.NotEmpty(t, hidden, "typing finds what was not shown")
	require.Equal(t, []string{hidden}, values(strings.ToLower(hidden)))
	pings := len(ana.Pings())
	m := must(t)(bo.slash(ch, "babel discard", localdiscord.Args{"cards": strings.ToLower(hidden)}))
	require.False(t, bo.refused(m), m.Content)
	h.settle()
	require.Contains(t, ch.Last().Content, hidden, "what is discarded lies open")
	require.Len(t, ana.Pings(), pings, "whose turn it still is was pinged before")
	m = must(t)(bo.slash(ch, "babel discard", localdiscord.Args{"cards": hidden}))
	require.Equal(t, "⛔ "+bo.say("babel.refused.owes_nothing")+" (B-2)", firstLine(m.Content))

	// Ana's halving was answered: it cannot be taken back any more.
	m = must(t)(ana.slash(ch, "game undo", nil))
	require.True(t, strings.HasPrefix(m.Content, "⛔ "+ana.say("table.refused.undo_others")), m.Content)
	h.clean()
}

// TestBabelAHalvedHandIsChosenOnThePanel plays the same by presses.
func TestBabelAHalvedHandIsChosenOnThePanel(t *testing.T) {
	t.Parallel()
	h, ch, ana, bo := stackedGame(t, setup{}, "en-US", halving())
	opening(ch, ana, bo)
	ana.does(ch, "halve A")
	panel := must(t)(bo.openPanel(ch, nil))
	menus, moves := controls(panel)
	require.Empty(t, moves)
	require.Len(t, menus, 1)
	require.Len(t, menus[0].Options, 25)
	// There are more than a menu holds: its last entry leads on to the others.
	panel = must(t)(bo.choose(panel, menus[0].CustomID, menus[0].Options[24].Value))
	further, _ := controls(panel)
	require.Len(t, further, 1)
	require.NotEqual(t, menus[0].Options[0], further[0].Options[0])
	m := must(t)(bo.choose(panel, further[0].CustomID, further[0].Options[0].Value))
	require.False(t, bo.refused(m), m.Content)
	require.Empty(t, m.Controls(), "nothing more to do in another's turn")
	h.clean()
}
