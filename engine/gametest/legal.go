package gametest

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

const readBack = 500

// checkLegal checks that Legal appends each move once, in a fixed order, without allocating if dst
// has room, and that the moves' texts read back.
func checkLegal(p *game) {
	s := p.state()
	for _, seat := range p.inTurn() {
		legal := s.Legal(seat, nil)
		seen := make(map[engine.Move]bool, len(legal))
		read := 1 + len(legal)/readBack
		for i, m := range legal {
			require.True(p, !seen[m] && m.Seat == seat, "%s is listed twice, or of another seat", p.text(m))
			seen[m] = true
			if (i+len(p.moves))%read == 0 {
				checkText(p, m)
			}
		}
		marker := engine.ResignMove(seat)
		again := s.Legal(seat, []engine.Move{marker})
		same := again[0] == marker && slices.Equal(again[1:], legal)
		require.True(p, same, "method Legal does not append the same moves in the same order again")
		checkAllocs(p, "Legal", 1, func() { again = s.Legal(seat, again[:0]) })
	}
}

// checkAllocs checks, at every tenth state, that a method of the game does not allocate.
func checkAllocs(p *game, method string, runs int, call func()) {
	if len(p.moves)%10 != 0 || !has(p.Game, method) {
		return // counting is slow
	}
	require.Zero(p, testing.AllocsPerRun(runs, call), "method %s allocates", method)
}

// checkSound checks that sound moves are legal moves, each once, in a fixed order.
func checkSound(p *game) {
	s := p.state()
	for _, seat := range p.inTurn() {
		legal := setOf(s.Legal(seat, nil))
		sound := s.Sound(seat, nil)
		require.NotEmpty(p, sound, "seat %d has no sound move", seat)
		same := slices.Equal(sound, s.Sound(seat, nil))
		require.True(p, same, "the sound moves of seat %d are not in the same order again", seat)
		for _, m := range sound {
			require.True(p, legal[m], "move %s is sound, but not legal, or listed twice", p.text(m))
			delete(legal, m)
		}
	}
}

// checkText checks that a move's text is words with one space between and reads back as the move.
func checkText(p *game, m engine.Move) {
	prefix := []byte("before ")
	line, found := bytes.CutPrefix(p.AppendMove(prefix, m), prefix)
	require.True(p, found, "AppendMove does not append")
	text := string(line)
	back, err := p.ParseMove(text)
	require.NoError(p, err, "move %q does not parse", text)
	require.True(p, back == m, "move %q: written of %v, read as %v", text, m, back)
	words := len(text) <= engine.MaxMoveText && text == strings.Join(strings.Fields(text), " ")
	require.True(p, words, "move %q: too long, or not single words", text)
}

const sampled = 48

// checkApply checks that legal moves can be played and described, twice with the same result.
func checkApply(p *game) {
	s := p.state()
	for _, seat := range p.inTurn() {
		legal := s.Legal(seat, nil)
		p.r.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		for i, m := range legal[:min(len(legal), sampled)] {
			next, err := s.Apply(m)
			require.NoError(p, err, "legal move %s refused", p.text(m))
			again, err := s.Apply(m)
			require.NoError(p, err, "legal move %s refused the second time", p.text(m))
			require.True(p, next.Equal(again), "move %s leads to two different states", p.text(m))
			related := s.Unaffected(s, seat) && s.Unaffected(next, seat) == next.Unaffected(s, seat)
			require.True(p, related, "method Unaffected is not reflexive or not symmetric around %s", p.text(m))
			if i >= 4 {
				continue
			}
			d := s.Describe(m)
			require.Equal(p, d, s.Describe(m), "move %s is described in two ways", p.text(m))
			require.LessOrEqual(p, int(d.Icon), len(p.Info().Icons), "the icon of move %s", p.text(m))
			checkShorthand(p, m)
		}
	}
}

// checkShorthand checks that a value in lower case stands for itself, and expands to values only.
func checkShorthand(p *game, m engine.Move) {
	slot := 0
	for _, arg := range p.Info().VerbInfo(m.Verb).Args {
		v := m.Args[slot : slot+arg.Kind.Width()]
		slot += len(v)
		kind, short := arg.Kind.(engine.Shorthand)
		if !short || !kind.Valid(v) {
			continue
		}
		text := string(kind.Append(nil, v))
		all := kind.Expand(strings.ToLower(text))
		require.Contains(p, all, text, "argument %s: %q expands to %q, without itself", arg.Name, text, all)
		for _, expanded := range all {
			back := make([]uint32, len(v))
			read := kind.Parse(expanded, back) && string(kind.Append(nil, back)) == expanded
			require.True(p, read, "argument %s: %q expands to %q, which is no value", arg.Name, text, expanded)
		}
	}
}
