package gametest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// FuzzParseMove is the body of a game's fuzz target for its notation. A text that can be read must
// be written the same way, and its move be legal or refused with a listed code.
func FuzzParseMove(f *testing.F, g engine.Game) {
	p := start(f, g, Hooks{}, tables(g.Info())[0], 1)
	for p.state().Turn() != 0 && len(p.moves) < 200 {
		p.step(true)
		f.Add(p.text(p.moves[len(p.moves)-1]).String())
	}
	for _, line := range []string{"", "1", "1 ", " ", "1  end", "0 skip 1", "2 resign", "1 resign ", "9 end", "0 end", "1 nosuch"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		p := *p
		p.TestingT = t
		m, err := g.ParseMove(line)
		if err != nil {
			judge(&p, m, err)
			return
		}
		require.Equal(t, line, p.text(m).String(), "%v was read", m)
		for _, s := range p.states[:min(len(p.states), 20)] {
			if _, err := s.Apply(m); err != nil {
				judge(&p, m, err)
			}
		}
	})
}

// handedOver begins the fields of a record's seat that a computer took over after a move.
const handedOver = `"computer":5,"played":[{"by":"ana","from":1},{"by":"computer 5","from":2}],"name":`

// FuzzRecord is the body of a game's fuzz target for records. No text may cause a panic, and a
// record that checks must check again after it is written and read.
func FuzzRecord(f *testing.F, g engine.Game) {
	for seed := range uint64(2) {
		p := start(f, g, Hooks{}, tables(g.Info())[0], seed)
		for p.state().Turn() != 0 {
			p.step(false)
		}
		for _, n := range []int{0, len(p.moves) / 2, len(p.moves)} {
			data := p.record(n)
			f.Add(data)
			f.Add(bytes.Replace(data, []byte(`"name":`), []byte(handedOver), 1))
			f.Add(bytes.Replace(data, []byte(`amytis/1",`), []byte(`amytis/2", "given": 7,`), 1))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := engine.ParseRecord(data)
		if err != nil || r.Check(g) != nil {
			return
		}
		written, err := r.Append(nil)
		require.NoError(t, err)
		again, err := engine.ParseRecord(written)
		require.NoError(t, err)
		require.NoError(t, again.Check(g))
		was, err := r.Opening(g)
		require.NoError(t, err)
		is, err := again.Opening(g)
		require.NoError(t, err)
		require.Equal(t, was.Seats, is.Seats)
		require.Equal(t, r.Given, again.Given)
	})
}

// FuzzKind is the body of a fuzz target for a kind of one slot; see CheckKind.
func FuzzKind(f *testing.F, k engine.Kind, text string, value uint32) {
	f.Add(text, value)
	f.Fuzz(func(t *testing.T, text string, value uint32) { CheckKind(t, k, text, []uint32{value}) })
}

// CheckKind checks that a text and a value, each if it is one of the kind, convert into the other,
// and that the text in lower case expands to itself and to other values only.
func CheckKind(t require.TestingT, k engine.Kind, text string, value []uint32) {
	read := make([]uint32, k.Width())
	if k.Parse(text, read) {
		require.True(t, k.Valid(read), "%q reads as an invalid value", text)
		require.Equal(t, text, string(k.Append(nil, read)))
	}
	if k.Valid(value) {
		text := string(k.Append(nil, value))
		require.True(t, k.Parse(text, read), "%q cannot be read", text)
		require.Equal(t, value, read, text)
		if kind, short := k.(engine.Shorthand); short {
			all := kind.Expand(strings.ToLower(text))
			require.Contains(t, all, text, "%q expands to %q, without itself", text, all)
			for _, expanded := range all {
				require.True(t, k.Parse(expanded, read), "%q expands to %q, which is no value", text, expanded)
			}
		}
	}
}

// CheckReads checks that lines are moves of the notation, written as they are read, and others not.
func CheckReads(t *testing.T, g engine.Game, moves, others []string) {
	t.Helper()
	for i, line := range slices.Concat(moves, others) {
		m, err := g.ParseMove(line)
		require.Equal(t, i < len(moves), err == nil, "%q: %v", line, err)
		if err == nil {
			require.Equal(t, line, string(g.AppendMove(nil, m)))
		}
	}
}

// BenchmarkPlayouts plays random games of one deal. It reports games a second and moves a game.
func BenchmarkPlayouts(b *testing.B, g engine.Game, opts engine.Options, seats int) {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	infos := make([]engine.SeatInfo, seats)
	setup := g.Deal(opts, infos, r)
	moves := 0
	for b.Loop() {
		played, _, err := g.Playout(opts, infos, setup, r)
		require.NoError(b, err)
		moves += len(played)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}
