package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"amytis/engine"
)

const readBack = 500

// checkLegal checks that Legal appends each move of the seat once, in a fixed order, without
// allocating if dst has room. It also checks that the moves' texts read back.
func checkLegal(p *game) error {
	s := p.state()
	for _, seat := range s.Turn().Slice() {
		legal := s.Legal(seat, nil)
		seen := make(map[engine.Move]bool, len(legal))
		read := 1 + len(legal)/readBack
		for i, m := range legal {
			if seen[m] || m.Seat != seat {
				return fmt.Errorf("seat %d's move %s is listed twice or of another seat", seat, p.text(m))
			}
			seen[m] = true
			if (i+len(p.moves))%read != 0 {
				continue
			}
			if err := checkText(p.Game, m); err != nil {
				return err
			}
		}
		marker := engine.ResignMove(seat)
		again := s.Legal(seat, []engine.Move{marker})
		if again[0] != marker || !slices.Equal(again[1:], legal) {
			return errors.New("method Legal does not append the same moves in the same order again")
		}
		if len(p.moves)%10 != 0 {
			continue // counting is slow
		}
		if n := testing.AllocsPerRun(1, func() { again = s.Legal(seat, again[:0]) }); n > 0 {
			return fmt.Errorf("method Legal allocates %.0f times where dst has room", n)
		}
	}
	return nil
}

// checkSound checks that sound moves are legal moves, each once, in a fixed order.
func checkSound(p *game) error {
	s := p.state()
	for _, seat := range s.Turn().Slice() {
		if seat == engine.Chance {
			return nil
		}
		legal := setOf(s.Legal(seat, nil))
		sound := s.Sound(seat, nil)
		if len(sound) == 0 || !slices.Equal(sound, s.Sound(seat, nil)) {
			return fmt.Errorf("seat %d has %d sound moves, or not the same in the same order again", seat, len(sound))
		}
		for _, m := range sound {
			if !legal[m] {
				return fmt.Errorf("move %s is sound, but not legal, or listed twice", p.text(m))
			}
			delete(legal, m)
		}
	}
	return nil
}

// checkText checks that a move's text is words with one space between and reads back as the move.
func checkText(g engine.Game, m engine.Move) error {
	prefix := []byte("before ")
	line, found := bytes.CutPrefix(g.AppendMove(prefix, m), prefix)
	text := string(line)
	switch back, err := g.ParseMove(text); {
	case !found:
		return errors.New("AppendMove does not append")
	case err != nil:
		return fmt.Errorf("move %q does not parse: %w", text, err)
	case back != m:
		return fmt.Errorf("move %q: written of %v, read as %v", text, m, back)
	case len(text) > engine.MaxMoveText || text != strings.Join(strings.Fields(text), " "):
		return fmt.Errorf("move %q: too long, or not single words", text)
	}
	return nil
}

const sampled = 48

// checkApply checks that legal moves can be played and described, twice with the same result.
func checkApply(p *game) error {
	s := p.state()
	for _, seat := range s.Turn().Slice() {
		legal := s.Legal(seat, nil)
		p.r.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		for i, m := range legal[:min(len(legal), sampled)] {
			next, err := s.Apply(m)
			if err != nil {
				return fmt.Errorf("legal move %s refused: %w", p.text(m), err)
			}
			again, err := s.Apply(m)
			if err != nil || !next.Equal(again) {
				return fmt.Errorf("move %s leads to two different states, or only once: %w", p.text(m), err)
			}
			if !s.Unaffected(s, seat) || s.Unaffected(next, seat) != next.Unaffected(s, seat) {
				return fmt.Errorf("method Unaffected is not reflexive or not symmetric around %s", p.text(m))
			}
			if i >= 4 {
				continue
			}
			if !reflect.DeepEqual(s.Describe(m), s.Describe(m)) {
				return fmt.Errorf("move %s is described in two ways", p.text(m))
			}
			if d := s.Describe(m); int(d.Icon) > len(p.Info().Icons) {
				return fmt.Errorf("move %s has icon %d of %d", p.text(m), d.Icon, len(p.Info().Icons))
			}
			if err := checkShorthand(p.Info(), m); err != nil {
				return fmt.Errorf("move %s: %w", p.text(m), err)
			}
		}
	}
	return nil
}

// checkShorthand checks that a whole value in lower case stands for itself, and that every
// expansion of it is a value in the notation.
func checkShorthand(in *engine.Info, m engine.Move) error {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		v := m.Args[slot : slot+arg.Kind.Width()]
		slot += len(v)
		kind, short := arg.Kind.(engine.Shorthand)
		if !short || !kind.Valid(v) {
			continue
		}
		text := string(kind.Append(nil, v))
		all := kind.Expand(strings.ToLower(text))
		if !slices.Contains(all, text) {
			return fmt.Errorf("argument %s: %q expands to %q, without itself", arg.Name, text, all)
		}
		for _, expanded := range all {
			back := make([]uint32, len(v))
			if !kind.Parse(expanded, back) || string(kind.Append(nil, back)) != expanded {
				return fmt.Errorf("argument %s: %q expands to %q, which is no value", arg.Name, text, expanded)
			}
		}
	}
	return nil
}
