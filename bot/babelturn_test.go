package bot_test

import (
	"fmt"
	"strings"

	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// babelPastime ends turns soon: a game lasts until the quarry is empty.
var babelPastime = &pastime{
	id: "babel", command: "babel", last: []string{"end"}, stop: 0.25, outrun: true,
	slashTurn: (*person).slashBabel,
	pings:     entries,
}

// entries counts how often a seat comes to be awaited.
func entries(t *table.Table, log []table.Event, seat engine.Seat) int {
	n := 0
	waiting := engine.SeatSet(0)
	for i := range log {
		at, err := table.Load(one(t.Game), log[:i+1])
		if err != nil {
			return -1
		}
		turn := at.Turn()
		if turn.Has(engine.Chance) {
			continue // drawn at once
		}
		if turn.Has(seat) && !waiting.Has(seat) {
			n++
		}
		waiting = turn
	}
	return n
}

// one finds the only game there is.
func one(g engine.Game) func(string) (engine.Game, bool) {
	return func(string) (engine.Game, bool) { return g, true }
}

// slashBabel plays what there is to do: the discards that are owed, and a turn
// if it is the person's own.
func (p *person) slashBabel(ch *localdiscord.Channel) error {
	owed, err := p.pick(ch, "babel discard", nil, "cards")
	if err != nil {
		return err
	}
	if owed != "" {
		if err := p.act(ch, "discard", localdiscord.Args{"cards": owed}); err != nil {
			return err
		}
	}
	drawn, m, err := p.try(ch, "draw", nil)
	switch {
	case err != nil:
		return err
	case drawn || strings.HasPrefix(m.Content, "⛔ "+p.say("babel.refused.drawn_already")):
		return p.slashActions(ch, m)
	case p.notMyTurn(m):
		return nil // it was halved in another's turn, or was quicker than the ping
	}
	return fmt.Errorf("pinged, but: %s", m.Content)
}

// notMyTurn reports whether an answer says so, whoever it names.
func (p *person) notMyTurn(m *localdiscord.Message) bool {
	for _, names := range []string{"Ana", "Bo", p.words.List([]string{"Ana", "Bo"}), p.words.List([]string{"Bo", "Ana"})} {
		if strings.HasPrefix(m.Content, "⛔ "+p.say("table.refused.not_your_turn", "turn", names)) {
			return true
		}
	}
	return strings.HasPrefix(m.Content, "⛔ "+p.say("table.refused.game_over"))
}

// slashActions acts until the turn is over, choosing among what the last answer
// says that can be done.
func (p *person) slashActions(ch *localdiscord.Channel, m *localdiscord.Message) error {
	must := false // there is something to build before the end
	for range 100 {
		sub := p.nextAction(m, must)
		if sub == "" {
			return nil // the game is over
		}
		next, err := p.slashAction(ch, sub)
		if err != nil {
			return err
		}
		switch {
		case sub != "end":
		case !p.refused(next):
			return nil
		case !strings.HasPrefix(next.Content, "⛔ "+p.say("babel.refused.start_unbuilt")):
			return fmt.Errorf("end: %s", next.Content)
		default:
			must = true
		}
		m = next
	}
	return fmt.Errorf("a turn of 100 steps")
}

// nextAction chooses a turn command; "" if there is none.
func (p *person) nextAction(m *localdiscord.Message, must bool) string {
	for _, sub := range []struct {
		name   string
		chance float64
	}{{"build", 0.95}, {"power", 0.6}, {"migrate", 0.1}, {"settle", 0.8}, {"travel", 0.3}} {
		if p.offered(m, sub.name) && p.chance(sub.chance) {
			return sub.name
		}
	}
	switch {
	case must && p.offered(m, "settle"):
		return "settle"
	case must && p.offered(m, "travel"):
		return "travel"
	case p.offered(m, "draw") || p.offered(m, "travel") || p.offered(m, "end"):
		return "end"
	case p.offered(m, "migrate"):
		return "migrate"
	}
	return ""
}

// slashAction plays one action with values that are suggested, and gives the
// answer; now and then it is taken back.
func (p *person) slashAction(ch *localdiscord.Channel, sub string) (*localdiscord.Message, error) {
	if sub == "power" {
		return p.slashPower(ch)
	}
	args := localdiscord.Args{}
	for _, option := range babelOptions[sub] {
		value, err := p.pick(ch, "babel "+sub, args, option)
		if err != nil {
			return nil, err
		}
		if value == "" {
			return nil, fmt.Errorf("%s: nothing is suggested for %s", sub, option)
		}
		args[option] = value
	}
	done, m, err := p.try(ch, sub, args)
	switch {
	case err != nil:
		return nil, err
	case !done && sub != "end":
		return nil, fmt.Errorf("/babel %s %v: %s", sub, args, m.Content)
	case !done || sub == "end":
		return m, nil
	}
	return p.perhapsBack(ch, m)
}

// babelOptions are the options of turn commands; of powers those of `what`.
var babelOptions = map[string][]string{
	"travel": {"people"}, "settle": {"people"}, "build": {"yard"}, "migrate": {"from", "to"},
	"deport": {"people"}, "halve": {"people"}, "skip": {"yard"},
}

// slashPower uses one of the powers that can be used.
func (p *person) slashPower(ch *localdiscord.Channel) (*localdiscord.Message, error) {
	powers := []string{"halve", "demolish", "steal", "convert", "deport", "skip"}
	p.rand.Shuffle(len(powers), func(i, j int) { powers[i], powers[j] = powers[j], powers[i] })
	for _, what := range powers {
		args := localdiscord.Args{"what": what}
		for _, option := range babelOptions[what] {
			value, err := p.pick(ch, "babel power", args, option)
			if err != nil {
				return nil, err
			}
			if value != "" {
				args[option] = value
			}
		}
		if len(args) <= len(babelOptions[what]) {
			continue // nothing was suggested
		}
		done, m, err := p.try(ch, "power", args)
		if err != nil {
			return nil, err
		}
		if done {
			return p.perhapsBack(ch, m)
		}
		if len(args) > 1 {
			return nil, fmt.Errorf("/babel power %v: %s", args, m.Content)
		}
	}
	return nil, fmt.Errorf("no power can be used")
}

// perhapsBack takes an action back now and then, and gives the last answer.
func (p *person) perhapsBack(ch *localdiscord.Channel, m *localdiscord.Message) (*localdiscord.Message, error) {
	before := len(p.acks)
	if !p.offered(m, "end") && !p.offered(m, "travel") { // won, maybe
		return m, nil
	}
	back, err := p.maybeUndo(ch)
	if err == nil && len(p.acks) > before {
		m = back
	}
	return m, err
}
