package reasons

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/table"
)

// place is a position of a random game, which the players' number gives, or a seed.
type place struct {
	game    string
	options engine.Options
	players int
	seed    int
	moves   int
	seat    engine.Seat // that asks, 0 for the first in turn
}

var quick = engine.Options{"mode": "quick"}

func (p place) at(t *testing.T) *table.Table {
	t.Helper()
	g, found := games.Find(p.game)
	require.True(t, found, "no game %s", p.game)
	played := playtest.Play(t, g, p.options, p.players)
	if p.seed != 0 {
		start := played.At(t, 0)
		var err error
		played.Moves, _, err = g.Playout(p.options, start.SeatInfos(), start.Setup, playtest.Rand(p.seed))
		require.NoError(t, err)
	}
	return played.At(t, p.moves)
}

func (p place) asking(tab *table.Table) engine.Seat { return max(p.seat, tab.Turn().Slice()[0]) }

// plan returns a turn of a seat that is written as "move; move".
func plan(t *testing.T, tab *table.Table, seat engine.Seat, written string, lead int32) ai.Plan {
	t.Helper()
	p := ai.Plan{Lead: lead}
	if written == "" {
		return p
	}
	for _, line := range strings.Split(written, "; ") {
		m, err := choice.ParseMove(tab.Game, seat, line)
		require.NoError(t, err)
		p.Moves = append(p.Moves, m)
	}
	return p
}

var inNotation = regexp.MustCompile("`[^`]+`")

// spelled returns a text in which moves stand in the notation as the bot says it.
func spelled(t *testing.T, tab *table.Table, seat engine.Seat, said string) string {
	t.Helper()
	return inNotation.ReplaceAllStringFunc(said, func(move string) string {
		m, err := choice.ParseMove(tab.Game, seat, strings.Trim(move, "`"))
		require.NoError(t, err)
		return "**" + sentences.Spelled(text.For("en"), tab, m) + "**"
	})
}

const seed = 77

// think returns what a computer finds for a turn that begins with first, if that is not zero.
func think(t *table.Table, seat engine.Seat, first engine.Move) ai.Thought {
	p, budget := ai.NewPlayer(t.Game), ai.Budget{Turns: ai.Levels.Turns(t.Game)}
	if first.Verb != 0 {
		return p.ThinkFrom(t.State, first, budget, seed)
	}
	return p.Think(t.State, seat, budget, seed)
}

var gardensLate = place{"gardens", nil, 2, 0, 86, 0}

const bestLate = "place CJ2 c4 r2 L2 open=c4; fountain d4 e4; statue c5 as=c5; end"

func TestReasonTellsWhatATurnScoresAndComparesItToAnother(t *testing.T) {
	for name, c := range map[string]struct {
		at          place
		best, other string
		lead        int32 // by how much the best turn is better, in hundredths of a point
		want        string
	}{
		"gardens, better": {gardensLate, bestLate, "place CJ2 g7 r1 L2; end", 700,
			"**+13** by the end of the turn: Fountains +6, Sets of flowers +4, Statues +2, Belvederes +1. My second choice: `place CJ2 g7 r1 L2`. It scores less right away (−9). It offers instead: more points in your next turn."},
		"gardens, equal": {gardensLate, bestLate, "place CJ2 g7 r1 L2; end", 40,
			"**+13** by the end of the turn: Fountains +6, Sets of flowers +4, Statues +2, Belvederes +1. About as good: `place CJ2 g7 r1 L2`. It scores less right away (−9). It offers instead: more points in your next turn."},
		"gardens, patient": {gardensLate, "end keep=CJ2", bestLate, 210,
			"My second choice: `place CJ2 c4 r2 L2 open=c4`. It scores more right away (+13). My choice offers: more points in your next turn."},
		"gardens, nothing to compare to": {gardensLate, bestLate, "", 0,
			"**+13** by the end of the turn: Fountains +6, Sets of flowers +4, Statues +2, Belvederes +1."},
		"babel, temples": {place{"babel", nil, 2, 0, 102, 0},
			"build own; travel S; settle A; build own; build opp; build own; end", "settle S; end", 90,
			"**+4** by the end of the turn: temple of the Sumerians +3, temple of the Assyrians +1. My second choice: `settle S`. It scores less right away (−4). It offers instead: more cards in your hand."},
		"babel, only move": {place{"babel", nil, 2, 0, 51, 0}, "draw; build own; build opp; end", "", 0,
			"**+2** by the end of the turn: temple of the Persians +2. The key step: `build own`. It's the only move you have."},
		"babel, hidden cards": {place{"babel", nil, 2, 0, 85, 0}, "draw; settle M; end", "", 0,
			"This turn depends on what turns up. Most likely: temple of the Assyrians +1. It's the only move you have."},
		"towers, levels": {place{"towers", nil, 3, 0, 76, 0},
			"small j23.4; bridge g23-g25.5; small g26.3; bridge h26-j26.1; done", "small g26.3; done", 168,
			"**+9** by the end of the turn: level 4 +4, level 3 +3, bridges placed +2. Just as good: `small g26.3`. The order makes no difference."},
		"towers, order": {place{"towers", nil, 3, 0, 76, 0}, "small j23.4; small g26.3", "small g26.3; small j23.4", 0,
			"**+7** by the end of the turn: level 4 +4, level 3 +3. Just as good: `small g26.3`. The order makes no difference."},
		"towers, from another": {place{"towers", nil, 3, 102, 47, 0}, "swap small o6.3:blue q7.1:yellow", "done", 250,
			"**+2** by the end of the turn: level 3 +3, level 1 −1. It takes points from Cleo (−3). My second choice: `done`. It scores less right away (−4). It offers instead: levels on which Cleo's nobles are in danger."},
		"gardens, icons": {place{"gardens", nil, 2, 0, 80, 0}, "place GM4 f1 r0 L2 open=g2; end", "", 0,
			"The idea: more free icons with room for decorations. It scores nothing yet."},
		"gardens, a tile": {place{"gardens", nil, 2, 0, 38, 0}, "dig a2", "dig d1", 0,
			"The idea: a tile kept for later. It scores nothing yet. About as good: `dig d1`. It scores nothing yet, either."},
		"babel, hidden cards in both": {place{"babel", nil, 2, 22, 80, 1}, "discard P; draw; settle A", "discard S; draw; settle A", 300,
			"This turn depends on what turns up. Most likely: temple of the Sumerians +2. My second choice: `discard S`."},
		"babel, discarded cards": {place{"babel", nil, 2, 4, 36, 2}, "discard A", "", 0, ""},
		"babel, a power": {place{"babel", nil, 2, 0, 95, 0}, "migrate A S", "migrate P M", 90,
			"The idea: three cards of one people in a row, for a power. It scores nothing yet. My second choice: `migrate P M`. It scores nothing yet, either. My choice offers: three cards of one people in a row, for a power."},
		"towers, in danger": {place{"towers", nil, 3, 0, 134, 0}, "small h24.2", "bridge x2-x4.1", 90,
			"The idea: levels on which Bo's nobles are in danger. It scores nothing yet. My second choice: `bridge x2-x4.1`. It scores more right away (+1). My choice offers: fewer good answers for the others."},
		"towers, only from another": {place{"towers", nil, 3, 0, 137, 0}, "small f22.3", "", 0, "It takes points from Ana (−3)."},
		"quick towers, points of the round": {place{"towers", quick, 3, 0, 322, 0},
			"large 1:e19.1; small 2:h4.2; large 2:c2.1", "tower 1:s3.2 n", 81,
			"**+1** soon. The key step: `large 2:c2.1`. My second choice: `tower 1:s3.2 n`. It scores less right away (−1)."},
		"quick towers, a round at stake": {place{"towers", quick, 3, 0, 322, 0},
			"large 1:e19.1; small 2:h4.2; large 2:c2.1", "tower 1:s3.2 n", 2800,
			"**+1** soon. The key step: `large 2:c2.1`. My second choice is far worse: `tower 1:s3.2 n`. It could cost you the round."},
		"quick towers, victory": {place{"towers", quick, 3, 0, 429, 3}, "small 3:x18.1", "small 2:a8.1", 1e6,
			"That wins the game! My second choice is far worse: `small 2:a8.1`. It could cost you the game."},
	} {
		t.Run(name, func(t *testing.T) {
			tab := c.at.at(t)
			seat := c.at.asking(tab)
			best, other := plan(t, tab, seat, c.best, c.lead), plan(t, tab, seat, c.other, 0)
			f := Foresee(tab, best.Moves, 1)
			require.NotEmpty(t, f.Steps)
			rs := Reasons{text.For("en"), tab, seat}
			got := strings.TrimSpace(rs.Gains(f) + " " + rs.Comparison(best, other, 1, f))
			assert.Equal(t, spelled(t, tab, seat, c.want), got)
		})
	}
}

func TestWhyNotTellsWhatAMoveGainsAndGivesUp(t *testing.T) {
	for name, c := range map[string]struct {
		at         place
		mine, best string
		lead       int32
		want       string
	}{
		"gardens": {gardensLate, "place CJ2 c4 r3 L2; statue c5 as=c5; end", bestLate, 720,
			"It's worse than my choice: `place CJ2 c4 r2 L2 open=c4`.\nWhat it costs: Fountains −6, Statues −2, Belvederes −1.\nIt offers instead: more points in your next turn."},
		"babel": {place{"babel", nil, 2, 0, 102, 0}, "settle S; build own; end",
			"build own; travel S; settle A; build own; build opp; build own; end", 160,
			"It's worse than my choice: `build own`.\nWhat it costs: temple of the Sumerians −3.\nIt offers instead: more cards in your hand."},
		"towers": {place{"towers", nil, 3, 102, 47, 0}, "done", "swap small o6.3:blue q7.1:yellow", 500,
			"It's worse than my choice: `swap small o6.3:blue q7.1:yellow`.\nWhat it gains: level 1 +1.\nWhat it costs: level 3 −3.\nIt gives Cleo points (+3).\nMy choice offers: fewer good answers for the others."},
		"towers, order": {place{"towers", nil, 3, 0, 76, 0}, "small g26.3", "small j23.4; small g26.3", 90,
			"Just as good: `small j23.4`. The order makes no difference."},
		"quick towers": {place{"towers", quick, 3, 0, 322, 0}, "tower 1:s3.2 n", "large 1:e19.1; small 2:h4.2; large 2:c2.1", 81,
			"It's worse than my choice: `large 1:e19.1`.\nWhat it costs: points −1."},
		"towers, equal": {place{"towers", nil, 3, 0, 76, 0}, "small j23.4", "small g26.3", 49,
			"It's about as good as my choice: `small g26.3`.\nWhat it gains: level 4 +4.\nWhat it costs: level 3 −3.\nMy choice offers: levels on which your nobles are less in danger."},
		"babel, same points": {place{"babel", nil, 2, 0, 95, 0}, "migrate P M", "migrate A S", 90,
			"It's worse than my choice: `migrate A S`.\nIt scores the same right away.\nMy choice offers: three cards of one people in a row, for a power."},
		"gardens, more points": {gardensLate, bestLate, "end keep=CJ2", 210,
			"It's worse than my choice: `end keep=CJ2`.\nWhat it gains: Fountains +6, Sets of flowers +4, Statues +2, Belvederes +1.\nMy choice offers: more points in your next turn."},
		"towers, larger": {place{"towers", nil, 3, 0, 76, 0}, "done", "small j23.4", 1e6,
			"It's far worse than my choice: `small j23.4`.\nWhat it costs: level 4 −4."},
	} {
		t.Run(name, func(t *testing.T) {
			tab := c.at.at(t)
			seat := c.at.asking(tab)
			mine, best := plan(t, tab, seat, c.mine, 0), plan(t, tab, seat, c.best, c.lead)
			rs := Reasons{text.For("en"), tab, seat}
			got := rs.AgainstBest(mine, best, Foresee(tab, mine.Moves, 1), Foresee(tab, best.Moves, 1))
			assert.Equal(t, spelled(t, tab, seat, c.want), got)
		})
	}
}

func TestTwoTurnsThatWinAreBothSaidToWin(t *testing.T) {
	p := place{"towers", quick, 3, 0, 429, 3}
	tab := p.at(t)
	rs := Reasons{text.For("en"), tab, p.seat}
	best := plan(t, tab, p.seat, "small 3:x18.1", engine.WinWorth+900)
	other := plan(t, tab, p.seat, "small 2:a8.1", engine.WinWorth)
	f := Foresee(tab, best.Moves, 1)
	assert.Equal(t, spelled(t, tab, p.seat, "This wins, too: `small 2:a8.1`."), rs.Comparison(best, other, 1, f))
	assert.Equal(t, spelled(t, tab, p.seat, "This wins, too: `small 3:x18.1`."), rs.AgainstBest(other, best, f, f))
}

// TestHintIsTheSameWhateverIsHidden asks about positions that differ in what is hidden.
func TestHintIsTheSameWhateverIsHidden(t *testing.T) {
	for _, p := range []place{
		{"gardens", nil, 2, 0, 12, 0}, {"gardens", engine.Options{"build": "together"}, 3, 0, 31, 0},
		{"babel", nil, 2, 0, 85, 0}, {"babel", nil, 2, 0, 102, 0}, {"babel", nil, 2, 0, 68, 0}, {"towers", nil, 3, 0, 19, 0},
	} {
		tab := p.at(t)
		seat := tab.Turn().Slice()[0]
		hint := func(s engine.State) (said string) {
			asked := WithState(tab, s)
			found := think(asked, seat, engine.Move{})
			f := Foresee(asked, found.Best.Moves, seed)
			rs := Reasons{text.For("en"), asked, seat}
			for _, step := range f.Steps {
				said += rs.spelled(step.Move) + "; "
			}
			mine := think(asked, seat, tab.State.Sound(seat, nil)[0]).Best
			return said + rs.Gains(f) + rs.Comparison(found.Best, found.Other, seed, f) +
				rs.AgainstBest(mine, found.Best, Foresee(asked, mine.Moves, seed), f)
		}
		want := hint(tab.State)
		for seed := range uint64(2) {
			other := tab.State.Mind()
			other.Imagine(seat, rand.New(rand.NewPCG(seed, 9)))
			assert.Equal(t, want, hint(other.State()), p.game)
		}
	}
}

func TestEveryTermHasAName(t *testing.T) {
	for _, p := range []place{
		{"gardens", nil, 2, 0, 20, 0}, {"babel", nil, 2, 0, 20, 0}, {"towers", nil, 3, 0, 20, 0}, {"towers", quick, 3, 0, 20, 0},
	} {
		terms := p.at(t).State.Terms(1)
		assert.NotEmpty(t, terms, p.game)
		for _, term := range terms {
			for _, w := range text.All() {
				assert.True(t, w.Has(p.game+".term."+term.Name), "%s: %s of %s", w.Lang(), term.Name, p.game)
			}
		}
	}
}
