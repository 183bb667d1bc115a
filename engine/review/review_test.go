package review_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/longrun"
	"amytis/engine/review"
	"amytis/engine/towers"
)

// kinds are the kinds of games that reviews are measured on.
var kinds = []struct {
	name    string
	game    engine.Game
	options engine.Options
	seats   int
}{
	{"gardens", gardens.Game, nil, 2},
	{"gardens together", gardens.Game, engine.Options{"build": "together"}, 3},
	{"babel", babel.Game, nil, 2},
	{"towers", towers.Game, nil, 3},
	{"towers quick", towers.Game, engine.Options{"mode": "quick"}, 3},
}

// played returns the record of a game between computers of some levels.
func played(t testing.TB, g engine.Game, o engine.Options, levels []ai.Level, seed uint64) *engine.Record {
	t.Helper()
	return playedFor(t, g, o, levels, seed, engine.MaxRecordMoves)
}

// playedFor returns the record of a game that all but one computer leave after some moves.
func playedFor(
	t testing.TB, g engine.Game, o engine.Options, levels []ai.Level, seed uint64, most int,
) *engine.Record {
	t.Helper()
	seats := make([]engine.SeatInfo, len(levels))
	for i := range seats {
		seats[i].Name = fmt.Sprint("player ", i+1)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	setup := g.Deal(o, seats, r)
	s, err := g.Start(o, seats, setup)
	require.NoError(t, err)
	var moves []engine.Move
	play := func(m engine.Move) {
		s, err = s.Apply(m)
		require.NoError(t, err)
		moves = append(moves, m)
	}
	player := ai.NewPlayer(g)
	for s.Turn() != 0 {
		turn := s.Turn().Slice()
		seat := turn[r.IntN(len(turn))]
		switch {
		case seat == engine.Chance:
			play(s.Chance(r))
			continue
		case len(moves) >= most:
			play(engine.ResignMove(seat))
			continue
		}
		for _, m := range player.Choose(s, seat, levels[seat-1], r.Uint64(), nil) {
			play(m)
		}
	}
	rec, err := engine.NewRecord(g, o, seats, setup, moves, s)
	require.NoError(t, err)
	return rec
}

func reviewed(t testing.TB, g engine.Game, rec *engine.Record) *review.Review {
	t.Helper()
	found, err := review.Game(context.Background(), g, rec, review.Options{Seed: 7})
	require.NoError(t, err)
	return found
}

func TestReviewJudgesEveryTurnByLegalBetterMoves(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			if k.name != "babel" {
				longrun.Only(t, "one game takes long enough")
			}
			levels := make([]ai.Level, k.seats)
			for i := range levels {
				levels[i] = 2
			}
			rec := playedFor(t, k.game, k.options, levels, 3, 30)
			found := reviewed(t, k.game, rec)
			require.NotEmpty(t, found.Turns)
			require.Len(t, found.Accuracy, k.seats)
			better := 0
			for _, turn := range found.Turns {
				require.GreaterOrEqual(t, turn.Lost(), 0.0)
				require.LessOrEqual(t, turn.Before, 100.0)
				sum := 0.0
				for _, c := range turn.Chances {
					sum += c
				}
				require.InDelta(t, 100, sum, 0.001)
				require.InDelta(t, turn.Chances[turn.Seat-1], turn.After, 0.001)
				requireSameAlone(t, k.game, rec, turn)
				if turn.Better == nil {
					continue
				}
				better++
				s, err := rec.Replay(k.game, turn.At-1)
				require.NoError(t, err)
				m, err := k.game.ParseMove(turn.Better[0])
				require.NoError(t, err)
				require.Equal(t, turn.Seat, m.Seat)
				_, err = s.Apply(m)
				require.NoError(t, err)
			}
			require.Positive(t, better)
			require.LessOrEqual(t, len(found.Key), review.MaxKey)
			assert.IsIncreasing(t, append([]int{-1}, found.Key...))
		})
	}
}

// requireSameAlone finds the end of a turn and the chances after it without the review.
func requireSameAlone(t *testing.T, g engine.Game, rec *engine.Record, turn review.Turn) {
	t.Helper()
	s, err := rec.Replay(g, turn.From-1)
	require.NoError(t, err)
	var moves []engine.Move
	for _, line := range rec.Moves[turn.From-1:] {
		m, err := g.ParseMove(line)
		require.NoError(t, err)
		moves = append(moves, m)
	}
	n, after := review.FirstTurn(g, s, moves)
	require.Equal(t, turn.To, turn.From-1+n)
	require.Equal(t, turn.Chances, review.Chances(g, after, float64(turn.To)/float64(len(rec.Moves))))
	judged, ended := review.Judge(g, s, moves, turn.From, len(rec.Moves), review.Options{Seed: 7})
	require.True(t, ended, "the turn ends")
	require.Equal(t, turn, judged)
	n, _ = review.FirstTurn(g, s, moves[:n-1])
	require.Zero(t, n, "the turn goes on")
}

func TestAccuracyTellsRandomFromStrongPlay(t *testing.T) {
	longrun.Only(t, "a strong player thinks long")
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			levels := make([]ai.Level, k.seats)
			levels[1] = 5
			found := reviewed(t, k.game, playedFor(t, k.game, k.options, levels, 2, 100))
			assert.Less(t, found.Accuracy[0], 50.0)
			assert.Greater(t, found.Accuracy[1], 90.0)
		})
	}
}

func TestAccuracyFallsWithWhatTurnsGiveAway(t *testing.T) {
	const slip = 500
	turns := func(chance float64, gains ...int) (all []review.Turn) {
		for _, gain := range gains {
			all = append(all, review.Turn{Seat: 1, Before: chance, After: chance, Gain: gain})
		}
		return all
	}
	for name, c := range map[string]struct {
		turns []review.Turn
		want  float64
	}{
		"nothing":                      {turns(50, 0, 0), 100},
		"two fifths of a slip in each": {turns(50, 200, 200), 50},
		"two victories in five turns":  {turns(50, engine.WinWorth, 0, engine.WinWorth, 0, 0), 50},
		"a slip in each":               {turns(50, slip, slip), 2.5},
		"a slip when all was lost":     {append(turns(50, 0, 0), turns(0, slip)...), 100},
		"a slip of another seat":       {append(turns(50, 0), review.Turn{Seat: 2, Gain: slip}), 100},
		"no turns":                     {nil, 0},
	} {
		assert.InDelta(t, c.want, review.Accuracy(c.turns, 1, slip), 0.5, name)
	}
}

func TestChancesDoNotFavourTheSeatThatHasMoved(t *testing.T) {
	for _, k := range kinds {
		if k.name == "towers quick" {
			continue // all move at once
		}
		sum, turns := 0.0, 0
		for seed := range uint64(8) {
			levels := slices.Repeat([]ai.Level{3}, k.seats)
			rec := played(t, k.game, k.options, levels, seed)
			s, err := rec.Replay(k.game, 0)
			require.NoError(t, err)
			for i, line := range rec.Moves {
				m, err := k.game.ParseMove(line)
				require.NoError(t, err)
				s, err = s.Apply(m)
				require.NoError(t, err)
				if k.game.Info().VerbInfo(m.Verb).Ends && s.Turn() != 0 {
					sum += review.Chances(k.game, s, float64(i+1)/float64(len(rec.Moves)))[m.Seat-1]
					turns++
				}
			}
		}
		assert.InDelta(t, 100/float64(k.seats), sum/float64(turns), 3, k.name)
	}
}

func TestSameSeedFindsTheSame(t *testing.T) {
	rec := playedFor(t, babel.Game, nil, []ai.Level{2, 1}, 4, 40)
	assert.Equal(t, reviewed(t, babel.Game, rec), reviewed(t, babel.Game, rec))
}

func TestOnlyMovesThatAreNotGivenAreReviewed(t *testing.T) {
	rec := playedFor(t, babel.Game, nil, []ai.Level{2, 1}, 4, 40)
	whole := reviewed(t, babel.Game, rec).Turns
	turn := len(whole) / 2
	rec.SetGiven(whole[turn-1].To)
	require.Equal(t, whole[turn:], reviewed(t, babel.Game, rec).Turns)
}

func TestRunningGameIsNotReviewed(t *testing.T) {
	rec := played(t, babel.Game, nil, []ai.Level{1, 1}, 1)
	rec.Result = nil
	_, err := review.Game(context.Background(), babel.Game, rec, review.Options{})
	require.ErrorIs(t, err, engine.ErrRunning)
}

func TestReviewEndsWithItsContext(t *testing.T) {
	rec := played(t, babel.Game, nil, []ai.Level{1, 1}, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := review.Game(ctx, babel.Game, rec, review.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestReviewTellsItsProgressAndPausesAsAsked(t *testing.T) {
	rec := playedFor(t, babel.Game, nil, []ai.Level{2, 1}, 4, 20)
	var progress []int
	paused := 0
	found, err := review.Game(context.Background(), babel.Game, rec, review.Options{Seed: 7,
		Progress: func(moves int) { progress = append(progress, moves) },
		Stop:     func() bool { paused++; return false }})
	require.NoError(t, err)
	assert.Equal(t, reviewed(t, babel.Game, rec), found, "a pause changes nothing")
	assert.Positive(t, paused)
	require.Len(t, progress, len(rec.Moves))
	assert.IsIncreasing(t, progress)
	assert.Equal(t, len(rec.Moves), progress[len(progress)-1])
}
