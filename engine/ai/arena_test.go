//go:build unix

package ai_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
)

// What TestArena plays. The defaults only make sure that it works. Each deal is played from every
// seat, and the same seed gives the same deals. Package ai says how a change is measured.
var (
	arenaLevels = flag.String("arena", "babel 2 1", "a game, its options and the level of each player, "+
		`such as "towers mode=quick 5 4 4"; -arena-games, -arena-seed and -arena-rival say more`)
	arenaGames = flag.Int("arena-games", 4, "how many games")
	arenaSeed  = flag.Uint64("arena-seed", 1, "seed of the first deal")
	arenaRival = flag.String("arena-rival", "", "test binary of another commit, which plays all players but the first")
	arenaServe = flag.Bool("arena-serve", false, "be the rival: answer what another arena asks on standard input")
)

// contest is what -arena says.
type contest struct {
	variant
	levels []ai.Level
}

func parseContest(t *testing.T, text string) (c contest) {
	t.Helper()
	words := strings.Fields(text)
	i := slices.IndexFunc(variants, func(v variant) bool { return len(words) > 0 && v.game.Info().ID == words[0] })
	require.GreaterOrEqual(t, i, 0, "-arena %q begins with no game", text)
	c.variant = variant{game: variants[i].game, opts: engine.Options{}}
	for _, word := range words[1:] {
		if name, value, isOption := strings.Cut(word, "="); isOption {
			c.opts[name] = value
			continue
		}
		var level ai.Level
		_, err := fmt.Sscan(word, &level)
		require.True(t, err == nil && level <= ai.Levels, "-arena: %q is no level", word)
		c.levels = append(c.levels, level)
	}
	c.seats = len(c.levels)
	return c
}

// question asks a rival for the next steps of a seat.
type question struct {
	Deal  uint64
	Moves []string // so far, with chance's
	Seat  engine.Seat
	Level ai.Level
	Seed  uint64
}

type answer struct {
	Moves  []string
	Millis float64 // of the processor
}

// tally is what a player of the arena has done.
type tally struct {
	wins, score, lead, squares, millis float64
	turns                              int
}

// TestArena prints how often each player wins.
func TestArena(t *testing.T) {
	c := parseContest(t, *arenaLevels)
	if *arenaServe {
		c.serve(t)
		return
	}
	all := c.play(t, *arenaRival)
	won := 0.0
	out := tabwriter.NewWriter(t.Output(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "player\tlevel\twon %\t95 %\tmean score\tlead\tCPU a turn")
	for i, of := range all {
		n := float64(*arenaGames)
		low, high := wilson(of.wins, n)
		lead := of.lead / n
		fmt.Fprintf(out, "%d\t%d\t%.1f\t%.1f-%.1f\t%.1f\t%.1f ± %.1f\t%.2f ms\n", i+1, c.levels[i], 100*of.wins/n, 100*low,
			100*high, of.score/n, lead, deviates*math.Sqrt(max(of.squares/n-lead*lead, 0)/max(n-1, 1)),
			of.millis/float64(max(of.turns, 1)))
		won += of.wins
	}
	require.NoError(t, out.Flush())
	require.InDelta(t, float64(*arenaGames), won, 1e-6, "some victories are missing")
}

func TestRivalOfTheSameProgramPlaysTheSameGames(t *testing.T) {
	c := parseContest(t, *arenaLevels)
	alone, together := c.play(t, ""), c.play(t, os.Args[0])
	for i := range alone {
		assert.InDelta(t, alone[i].score, together[i].score, 0)
		assert.Equal(t, alone[i].turns, together[i].turns)
	}
}

// play plays the games, and returns what each player has done in them.
func (c contest) play(t *testing.T, program string) []tally {
	t.Helper()
	all := make([]tally, c.seats)
	think := c.think()
	rival := think
	if program != "" {
		rival = c.startRival(t, program)
	}
	for i := range *arenaGames {
		player := func(seat engine.Seat) int { return (int(seat) - 1 + i) % c.seats }
		deal := *arenaSeed + uint64(i/c.seats)
		s, _ := c.played(t, deal, func(past []engine.Move, s engine.State, seat engine.Seat, seed uint64) []engine.Move {
			n := player(seat)
			with := think
			if n > 0 {
				with = rival
			}
			got := with(question{deal, c.written(past), seat, c.levels[n], seed}, s)
			all[n].millis += got.Millis
			all[n].turns++
			return c.parsed(t, got.Moves)
		})
		end, _ := s.Result()
		for seat := engine.Seat(1); int(seat) <= c.seats; seat++ {
			all[player(seat)].add(end, seat)
		}
	}
	return all
}

func (of *tally) add(end engine.Result, seat engine.Seat) {
	if slices.Contains(end.Winners, seat) {
		of.wins += 1 / float64(len(end.Winners))
	}
	best := math.MinInt
	for other, score := range end.Scores {
		if other != int(seat)-1 {
			best = max(best, score.Total())
		}
	}
	lead := float64(end.Scores[seat-1].Total() - best)
	of.score += float64(end.Scores[seat-1].Total())
	of.lead += lead
	of.squares += lead * lead
}

// thinker answers a question about a state.
type thinker func(question, engine.State) answer

// think returns what answers in this process.
func (c contest) think() thinker {
	p := ai.NewPlayer(c.game)
	return func(q question, s engine.State) answer {
		began := processorMillis()
		moves := p.Choose(s, q.Seat, q.Level, q.Seed, nil)
		return answer{c.written(moves), processorMillis() - began}
	}
}

// startRival starts another test binary, and returns what has it answer. It plays the moves itself.
func (c contest) startRival(t *testing.T, program string) thinker {
	t.Helper()
	rival := exec.Command(program, "-test.run", "^TestArena$", "-arena", *arenaLevels, "-arena-serve")
	rival.Stderr = os.Stderr
	in, err := rival.StdinPipe()
	require.NoError(t, err)
	out, err := rival.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, rival.Start())
	t.Cleanup(func() { assert.NoError(t, errors.Join(in.Close(), rival.Wait())) })
	enc, dec := json.NewEncoder(in), json.NewDecoder(out)
	return func(q question, _ engine.State) (got answer) {
		require.NoError(t, errors.Join(enc.Encode(q), dec.Decode(&got)), "the rival")
		return got
	}
}

// serve answers questions until there are no more.
func (c contest) serve(t *testing.T) {
	t.Helper()
	think := c.think()
	enc, dec := json.NewEncoder(os.Stdout), json.NewDecoder(os.Stdin)
	for {
		var q question
		err := dec.Decode(&q)
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		s := apply(t, c.game, c.start(t, q.Deal), c.parsed(t, q.Moves))
		require.NoError(t, enc.Encode(think(q, s)))
	}
}

func (c contest) written(moves []engine.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = string(c.game.AppendMove(nil, m))
	}
	return all
}

func (c contest) parsed(t *testing.T, lines []string) []engine.Move {
	t.Helper()
	all := make([]engine.Move, len(lines))
	for i, line := range lines {
		var err error
		all[i], err = c.game.ParseMove(line)
		require.NoError(t, err)
	}
	return all
}

// deviates is the number of standard deviations on either side of the mean in an interval of 95 %.
const deviates = 1.959964

// wilson returns the Wilson interval of 95 % for a share of n games.
func wilson(wins, n float64) (low, high float64) {
	const z = deviates
	share := wins / n
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return middle - half, middle + half
}

func TestWilsonIntervalIsTheKnownOne(t *testing.T) {
	low, high := wilson(75, 100)
	assert.InDelta(t, 0.657, low, 0.001)
	assert.InDelta(t, 0.825, high, 0.001)
}
