package harness

import (
	"fmt"
	"strings"

	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// Babel plays Babel. Turns end soon, since a game lasts until the quarry is empty.
var Babel = &Script{
	GameID: "babel", command: "babel", last: []string{"end"}, endChance: 0.25, overlapping: true,
	commandTurn: func(t *commandTurn) error { return babelTurn{t}.play() },
	pings:       timesAwaited,
}

// timesAwaited counts how often the table begins to wait for a seat, and how often the turn of a
// seat that owed a discard begins.
func timesAwaited(t *table.Table, log []table.Event, seat engine.Seat) int {
	n := 0
	awaited, able := engine.SeatSet(0), false
	only := func(string) (engine.Game, bool) { return t.Game, true }
	for i := range log {
		at, err := table.Load(only, log[:i+1])
		if err != nil {
			return -1
		}
		turn := at.Turn()
		if turn.Has(engine.Chance) {
			continue // drawn at once
		}
		now := turn.Has(seat) && table.Skippable(at.State, seat)
		if turn.Has(seat) && (!awaited.Has(seat) || now && !able) {
			n++
		}
		awaited, able = turn, now
	}
	return n
}

// babelTurn is a turn of Babel by commands.
type babelTurn struct{ *commandTurn }

// play makes the discards that are owed, and plays a turn if it is the player's.
func (t babelTurn) play() error {
	owed, err := t.pick("discard", nil, "cards")
	if err != nil {
		return err
	}
	if owed != "" {
		if err := t.act("discard", localdiscord.Args{"cards": owed}); err != nil {
			return err
		}
	}
	drawn, m, err := t.send("draw", nil)
	switch {
	case err != nil:
		return err
	case drawn || strings.HasPrefix(m.Content, "⛔ "+t.T("babel.refused.drawn_already")):
		return t.actions(m)
	case NotInTurnAtBabel(t.Player, m):
		return nil // halved in the other's turn, or the turn was played before this ping came
	}
	return fmt.Errorf("pinged, but: %s", m.Content)
}

// NotInTurnAtBabel reports whether an answer says that it is not the player's turn, or that the
// game is over. The players are Ana and Bo.
func NotInTurnAtBabel(p *Player, m *localdiscord.Message) bool {
	for _, names := range []string{
		"Ana", "Bo", p.Words.List([]string{"Ana", "Bo"}), p.Words.List([]string{"Bo", "Ana"}),
	} {
		if strings.HasPrefix(m.Content, "⛔ "+p.T("table.refused.not_your_turn", "turn", names)) {
			return true
		}
	}
	over := p.Words.Say("table.refused.game_over") // without a mention if the bot has just started
	return strings.HasPrefix(m.Content, "⛔ "+over) || strings.HasPrefix(m.Content, "⛔ "+p.env.Mentioning(over))
}

// actions acts until the turn is over. Each answer says what can be done next.
func (t babelTurn) actions(m *localdiscord.Message) error {
	mustBuild := false // before the turn can end
	for range 100 {
		sub := t.choose(m, mustBuild)
		if sub == "" {
			return nil // the game is over
		}
		next, err := t.do(sub)
		if err != nil {
			return err
		}
		switch {
		case sub != "end":
		case !t.Refused(next):
			return nil
		case !strings.HasPrefix(next.Content, "⛔ "+t.T("babel.refused.start_unbuilt")):
			return fmt.Errorf("end: %s", next.Content)
		default:
			mustBuild = true
		}
		m = next
	}
	return fmt.Errorf("a turn of 100 steps")
}

// choose chooses a turn command that an answer lists; "" if there is none.
func (t babelTurn) choose(m *localdiscord.Message, mustBuild bool) string {
	for _, sub := range []struct {
		name   string
		chance float64
	}{{"build", 0.95}, {"power", 0.6}, {"migrate", 0.1}, {"settle", 0.8}, {"travel", 0.3}} {
		if t.Lists(m, sub.name) && t.rand.chance(sub.chance) {
			return sub.name
		}
	}
	switch {
	case mustBuild && t.Lists(m, "settle"):
		return "settle"
	case mustBuild && t.Lists(m, "travel"):
		return "travel"
	case t.Lists(m, "draw") || t.Lists(m, "travel") || t.Lists(m, "end"):
		return "end"
	case t.Lists(m, "migrate"):
		return "migrate"
	}
	return ""
}

// do plays one action with suggested values and returns the last answer. Now and then the action is
// taken back.
func (t babelTurn) do(sub string) (*localdiscord.Message, error) {
	if sub == "power" {
		return t.power()
	}
	args := localdiscord.Args{}
	for _, option := range babelOptions[sub] {
		value, err := t.pick(sub, args, option)
		if err != nil {
			return nil, err
		}
		if value == "" {
			return nil, fmt.Errorf("%s: nothing is suggested for %s", sub, option)
		}
		args[option] = value
	}
	done, m, err := t.send(sub, args)
	switch {
	case err != nil:
		return nil, err
	case !done && sub != "end":
		return nil, fmt.Errorf("/babel %s %v: %s", sub, args, m.Content)
	case !done || sub == "end":
		return m, nil
	}
	return t.sometimesUndoUnlessWon(m)
}

// babelOptions are the options of turn commands, and those of "/babel power" by its "what".
var babelOptions = map[string][]string{
	"travel": {"people"}, "settle": {"people"}, "build": {"yard"}, "migrate": {"from", "to"},
	"deport": {"people"}, "halve": {"people"}, "skip": {"yard"},
}

// power uses one of the powers that can be used.
func (t babelTurn) power() (*localdiscord.Message, error) {
	powers := []string{"halve", "demolish", "steal", "convert", "deport", "skip"}
	t.rand.Shuffle(len(powers), func(i, j int) { powers[i], powers[j] = powers[j], powers[i] })
	for _, what := range powers {
		args := localdiscord.Args{"what": what}
		for _, option := range babelOptions[what] {
			value, err := t.pick("power", args, option)
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
		done, m, err := t.send("power", args)
		if err != nil {
			return nil, err
		}
		if done {
			return t.sometimesUndoUnlessWon(m)
		}
		if len(args) > 1 {
			return nil, fmt.Errorf("/babel power %v: %s", args, m.Content)
		}
	}
	return nil, fmt.Errorf("no power can be used")
}

// sometimesUndoUnlessWon takes an action back now and then, and returns the last answer. Nothing is
// left to do where the action has won the game.
func (t babelTurn) sometimesUndoUnlessWon(m *localdiscord.Message) (*localdiscord.Message, error) {
	before := len(t.Acks.List)
	if !t.Lists(m, "end") && !t.Lists(m, "travel") {
		return m, nil
	}
	answer, err := t.sometimesUndo()
	if err == nil && len(t.Acks.List) > before {
		m = answer
	}
	return m, err
}
