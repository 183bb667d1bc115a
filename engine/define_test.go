package engine_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/towers"
)

// refusal returns the refusal of a move, which must be one.
func refusal(t *testing.T, s engine.State, m engine.Move) *engine.RuleError {
	t.Helper()
	_, err := s.Apply(m)
	var refused *engine.RuleError
	require.ErrorAs(t, err, &refused)
	return refused
}

func TestEveryGameRefusesOptionsAndSeatsThatItDoesNotHave(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	seats := make([]engine.SeatInfo, 2)
	setup := gardens.Game.Deal(nil, seats, r)
	for _, c := range []struct {
		opts  engine.Options
		seats []engine.SeatInfo
		says  string
	}{
		{engine.Options{"speed": "9"}, seats, `option "speed"`},
		{engine.Options{"overlap": "always"}, seats, `"always" is none of`},
		{nil, seats[:1], "seats: 1, gardens is for 2 to 4"},
		{nil, make([]engine.SeatInfo, 5), "seats: 5"},
	} {
		_, err := gardens.Game.Start(c.opts, c.seats, setup)
		require.ErrorContains(t, err, c.says)
		_, _, err = gardens.Game.Replay(c.opts, c.seats, setup, nil)
		require.ErrorContains(t, err, c.says)
		_, _, err = gardens.Game.Playout(c.opts, c.seats, setup, r)
		require.ErrorContains(t, err, c.says)
	}
}

func TestEveryGameMakesTheCommonRefusalsInTheSameOrder(t *testing.T) {
	seats := make([]engine.SeatInfo, 2)
	s, err := babel.Game.Start(nil, seats, babel.Game.Deal(nil, seats, rand.New(rand.NewPCG(1, 1))))
	require.NoError(t, err)
	draw := engine.Move{Seat: 1, Verb: babel.Game.Info().Verb("draw")}

	beyond := draw
	beyond.Seat = 3
	require.Equal(t, engine.Refuse(engine.RefusedSeat, "", "seat", "#3"), refusal(t, s, beyond))
	require.Equal(t, engine.RefusedSeat, refusal(t, s, engine.ResignMove(3)).Code)
	require.Equal(t, engine.RefusedSeat, refusal(t, s, engine.SkipMove(3)).Code)
	require.Equal(t, engine.Refuse(engine.RefusedNoSkip, "B-10", "seat", "#2"), refusal(t, s, engine.SkipMove(2)))
	require.Equal(t, engine.RefusedVerb, refusal(t, s, engine.Move{Seat: 3, Verb: 99}).Code)

	over, err := s.Apply(engine.ResignMove(1))
	require.NoError(t, err)
	for _, m := range []engine.Move{draw, beyond, engine.ResignMove(1), engine.ResignMove(3), engine.SkipMove(2)} {
		require.Equal(t, engine.Refuse(engine.RefusedOver, ""), refusal(t, over, m))
	}
}

func TestASeedPlaysTheSameGameEachTimeWhichReplays(t *testing.T) {
	for _, g := range []engine.Game{gardens.Game, babel.Game, towers.Game} {
		seats := make([]engine.SeatInfo, g.Info().MinSeats)
		setup := g.Deal(nil, seats, rand.New(rand.NewPCG(1, 1)))
		var games [2][]engine.Move
		for i := range games {
			moves, end, err := g.Playout(nil, seats, setup, rand.New(rand.NewPCG(2, 1)))
			require.NoError(t, err)
			require.Zero(t, end.Turn())
			again, n, err := g.Replay(nil, seats, setup, moves)
			require.NoError(t, err)
			require.Equal(t, len(moves), n)
			require.True(t, again.Equal(end), "it replays to another state")
			var worth [engine.MaxSeats + 1]int32
			end.Mind().Worth(&worth)
			result, _ := end.Result()
			require.Greater(t, worth[result.Winners[0]], int32(engine.WinWorth/2))
			games[i] = moves
		}
		require.Equal(t, games[0], games[1])
	}
}

func TestPossibleVerbsAreThoseOfLegalMoves(t *testing.T) {
	seats := make([]engine.SeatInfo, 2)
	p, err := babel.Rules{}.Start(nil, seats, babel.Game.Deal(nil, seats, rand.New(rand.NewPCG(1, 1))))
	require.NoError(t, err)
	require.Equal(t, [engine.Resign]bool{babel.DrawCards: true}, engine.Possible(babel.Rules{}, &p, 1))
}

func TestAGameWithoutSoundMovesCountsAllLegalOnes(t *testing.T) {
	seats := make([]engine.SeatInfo, 2)
	s, err := gardens.Game.Start(nil, seats, gardens.Game.Deal(nil, seats, rand.New(rand.NewPCG(1, 1))))
	require.NoError(t, err)
	marker := engine.ResignMove(1)
	require.Equal(t, s.Legal(1, []engine.Move{marker}), s.Sound(1, []engine.Move{marker}))
	require.Empty(t, s.Sound(2, nil))
}

func TestParseSetupAcceptsOneObjectWithKnownFieldsOnly(t *testing.T) {
	type setup struct {
		Cards []int `json:"cards"`
	}
	got, err := engine.ParseSetup[setup](json.RawMessage(" {\"cards\": [1, 2]}\n"))
	require.NoError(t, err)
	require.Equal(t, setup{[]int{1, 2}}, got)
	_, err = engine.ParseSetup[struct{}](json.RawMessage("{}"))
	require.NoError(t, err)
	for text, says := range map[string]string{
		"": "setup: not a JSON object", "null": "not a JSON object", "[]": "not a JSON object",
		"{": "setup: unexpected EOF", `{"cards": [1]} {}`: "setup: something follows it", `{"cards": []}]`: "something follows it",
		`{"dice": 1}`: `setup: json: unknown field "dice"`, `{"cards": "1"}`: "setup: json: cannot unmarshal",
	} {
		_, err := engine.ParseSetup[setup](json.RawMessage(text))
		require.ErrorContains(t, err, says, text)
	}
	_, err = engine.ParseSetup[struct{}](json.RawMessage(`{"cards": []}`))
	require.ErrorContains(t, err, "unknown field")
}

func TestTheBoardViewIsTheTableViewUnlessTheGameNamesOne(t *testing.T) {
	require.Equal(t, "table", gardens.Game.Info().TableView())
	require.Equal(t, "garden", gardens.Game.Info().BoardView())
	require.Equal(t, "table", babel.Game.Info().BoardView())
}

// heap is a game without abilities.
type heap struct{ engine.Rules[int] }

type heapWithTypo struct{ heap }

func (heapWithTypo) Cahnce(*int, engine.Rand) engine.Move { return engine.Move{} }

type heapWithWrongSignature struct{ heap }

func (heapWithWrongSignature) Chance(int, engine.Rand) engine.Move { return engine.Move{} }

type heapWithHalf struct{ heap }

func (heapWithHalf) Mask(_ *int, setup json.RawMessage) json.RawMessage { return setup }

func TestMethodsOfNoWholeAbilityAreRefused(t *testing.T) {
	require.NotPanics(t, func() { engine.Define[int](heap{}) })
	for says, rules := range map[string]engine.Rules[int]{
		"heapWithTypo: method Cahnce belongs to no ability of package engine": heapWithTypo{},
		"heapWithWrongSignature: it has a method Chance, but not all of an engine.Chancer: " +
			"Chance func(*int, engine.Rand) engine.Move": heapWithWrongSignature{},
		"heapWithHalf: it has a method Mask, but not all of an engine.Hider: " +
			"Imagine func(*int, engine.Seat, engine.Rand), " +
			"Mask func(*int, json.RawMessage) json.RawMessage": heapWithHalf{},
	} {
		require.PanicsWithValue(t, "engine_test."+says, func() { engine.Define(rules) })
	}
}
