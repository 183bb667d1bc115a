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
		}
	}
}

// judge returns the code of a refusal, which must be a *RuleError with a code that the game lists.
func judge(p *game, m engine.Move, err error) (code string) {
	var refused *engine.RuleError
	require.ErrorAs(p, err, &refused, "move %v (%s) fails, but not with a *RuleError", m, p.text(m))
	if refused.Code != engine.RefusedUnfinished {
		listed := slices.Contains(p.Info().Refusals, refused.Code)
		require.True(p, listed, "move %s is refused with %q, which Info.Refusals lacks", p.text(m), refused.Code)
	}
	known := refused.Rule == "" || p.Info().Page(refused.Rule) != ""
	require.True(p, known, "move %s is refused by the rule %q, which no topic is about", p.text(m), refused.Rule)
	return refused.Code
}

// refusal returns the code with which a move is refused, "" if it can be played.
func refusal(s engine.State, m engine.Move) string {
	_, err := s.Apply(m)
	return engine.RefusalCode(err)
}

// checkNeighbours checks moves close to legal ones: exactly those that Legal lists can be played.
func checkNeighbours(p *game) {
	s := p.state()
	var list []engine.Move
	for _, seat := range p.inTurn() {
		list = s.Legal(seat, list)
	}
	legal := setOf(list)
	tries := []engine.Move{{}}
	for range 3 {
		m := engine.Move{Seat: 1, Verb: 1}
		if len(list) > 0 {
			m = list[p.r.IntN(len(list))]
		} else if len(p.moves) > 0 {
			m = p.moves[p.r.IntN(len(p.moves))]
		}
		tries = neighbours(p, m, tries)
	}
	for _, m := range tries {
		checkMove(p, m, legal[m])
	}
}

// checkMove checks that a move can be played exactly if it is legal. It leaves out moves of chance.
func checkMove(p *game, m engine.Move, legal bool) {
	s := p.state()
	pace := s.Pace()
	byChance := m.Seat == engine.Chance && (s.Turn().Has(engine.Chance) || pace.Clock > 0 && m == pace.TimeUp)
	if m.Verb == engine.Resign || m.Verb == engine.Skip || byChance {
		return
	}
	_, err := s.Apply(m)
	if legal {
		require.NoError(p, err, "legal move %s refused", p.text(m))
		return
	}
	require.Error(p, err, "move %v (%s) is accepted, but Legal does not list it", m, p.text(m))
	judge(p, m, err)
}

// neighbours appends moves that differ from m in the seat, the verb or one slot.
func neighbours(p *game, m engine.Move, dst []engine.Move) []engine.Move {
	for seat := range engine.Seat(engine.MaxSeats + 2) {
		dst = append(dst, engine.Move{Seat: seat, Verb: m.Verb, Args: m.Args})
	}
	for verb := range engine.Verb(len(p.Info().Verbs) + 2) {
		dst = append(dst, engine.Move{Seat: m.Seat, Verb: verb, Args: m.Args})
	}
	swept := p.r.IntN(len(m.Args))
	for value := range uint32(70) {
		near := m
		near.Args[swept] = value
		dst = append(dst, near)
	}
	for slot := range m.Args {
		for _, value := range [...]uint32{1 << 8, 1<<8 + m.Args[slot], 1<<16 + m.Args[slot], 1<<31 + m.Args[slot], 1<<32 - 1} {
			far := m
			far.Args[slot] = value
			dst = append(dst, far)
		}
	}
	return dst
}
