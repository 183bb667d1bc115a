package gametest

import (
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

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

// checkMove checks that m can be played if it is legal, and else is refused with a listed code. It
// leaves out moves of chance.
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
