package babel

import (
	"encoding/json"
	"fmt"

	"amytis/engine"
)

// setup is both draw piles in drawing order (record.md), left out while the game runs.
type setup struct {
	People string `json:"people,omitempty"`
	Quarry []int  `json:"quarry,omitempty"`
}

// Deal shuffles the people cards and the quarry.
func (Rules) Deal(_ engine.Options, _ []engine.SeatInfo, r engine.Rand) json.RawMessage {
	all := tally{perPeople, perPeople, perPeople, perPeople, perPeople}
	people := all.list()
	engine.Shuffle(r, people)
	var s setup
	for _, p := range people {
		s.People += p.String()
	}
	for value, n := range quarryCards() {
		for range n {
			s.Quarry = append(s.Quarry, value)
		}
	}
	engine.Shuffle(r, s.Quarry)
	return engine.FormatSetup(s)
}

// quarryCards counts the temple cards of the quarry at the start, without the 1s in the yards.
func quarryCards() [topStep + 1]uint8 {
	cards := perStep
	cards[1] -= templeCards - inQuarry
	return cards
}

func (Rules) Start(opts engine.Options, _ []engine.SeatInfo, raw json.RawMessage) (Position, error) {
	p := Position{active: 1, stage: Drawing, lowest: info.Get(opts, "demolished") == demolishedLowest}
	s, err := engine.ParseSetup[setup](raw)
	switch {
	case err != nil:
		return p, err
	case s.People == "" && s.Quarry == nil:
		return p, engine.ErrRunning
	}
	if err := p.people.stack(s.People); err != nil {
		return p, err
	}
	if err := p.quarry.stack(s.Quarry); err != nil {
		return p, err
	}
	for i := range p.players {
		p.players[i].start = true
		for range dealt {
			p.players[i].hand[p.people.pop()-1]++
		}
	}
	return p, nil
}

// stack fills the draw pile from letters in drawing order, which must be the 60 people cards.
func (r *row) stack(letters string) error {
	if len(letters) != peopleCards {
		return fmt.Errorf("setup.people: %d cards, want %d", len(letters), peopleCards)
	}
	var seen tally
	for i := len(letters) - 1; i >= 0; i-- {
		card := peopleOf(letters[i])
		if card == NoPeople {
			return fmt.Errorf("setup.people: %q is none of A H M P S", letters[i])
		}
		if seen[card-1]++; seen.count(card) > perPeople {
			return fmt.Errorf("setup.people: more than %d of %s", perPeople, card)
		}
		r.push(card)
	}
	return nil
}

// stack fills the quarry from values in drawing order, which must be the 43 temple cards.
func (p *pile) stack(values []int) error {
	if len(values) != inQuarry {
		return fmt.Errorf("setup.quarry: %d cards, want %d", len(values), inQuarry)
	}
	left := quarryCards()
	for i := len(values) - 1; i >= 0; i-- {
		v := values[i]
		if v < 1 || v > topStep {
			return fmt.Errorf("setup.quarry: %d is no temple card", v)
		}
		if left[v] == 0 {
			return fmt.Errorf("setup.quarry: more than %d of %d", quarryCards()[v], v)
		}
		left[v]--
		p.push(Step(v))
	}
	return nil
}

// Mask leaves out both draw piles of a running game, because they reveal the hands too.
func (Rules) Mask(p *Position, raw json.RawMessage) json.RawMessage {
	if p.stage == Over {
		return raw
	}
	return engine.FormatSetup(setup{})
}

// MaskMove hides the order of a shuffled draw pile. Discards are open.
func (Rules) MaskMove(m engine.Move, text string) string {
	if m.Verb == verbShuffle {
		return "0 shuffle ?"
	}
	return text
}

// Unaffected reports whether the stage, the draw pile, the answers and the other player's hand are
// the same: an action can be taken back while the turn lasts, until the opponent has discarded.
func (Rules) Unaffected(a, b *Position, seat engine.Seat) bool {
	return a.stage == b.stage && a.active == b.active && a.people == b.people && a.answered == b.answered &&
		a.player(other(seat)).hand == b.player(other(seat)).hand
}
