package bot_test

import (
	"fmt"
	"strings"

	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

var towersPastime = &pastime{
	id: "towers", command: "towers", last: []string{"done"}, stop: 0.6, aims: 0.25,
	slashTurn: (*person).slashTowers,
	pings: func(t *table.Table, _ []table.Event, seat engine.Seat) int {
		turns := 0
		for _, m := range t.Moves {
			if m.Move.Seat == seat && t.Game.Info().VerbInfo(m.Move.Verb).Name == "done" {
				turns++
			}
		}
		return turns
	},
}

// quickPastime is the game that all play at once: whoever is pinged builds until
// the round is over.
var quickPastime = &pastime{
	id: "towers", command: "towers", last: []string{"stuck"}, stop: 0.02, aims: 0.25,
	outrun: true, live: true,
	slashTurn: (*person).slashQuick,
	pings: func(t *table.Table, _ []table.Event, _ engine.Seat) int {
		rounds := 1
		for i := range t.Moves {
			if s := replayed(t, i+1); s.Turn() != 0 && s.Pace().Since == i+1 {
				rounds++
			}
		}
		return rounds
	},
}

// replayed is the position of a table after n of its moves.
func replayed(t *table.Table, n int) engine.State {
	moves := make([]engine.Move, n)
	for i := range moves {
		moves[i] = t.Moves[i].Move
	}
	s, _, err := t.Game.Replay(t.Options, t.SeatInfos(), t.Setup, moves)
	if err != nil {
		panic(err)
	}
	return s
}

// towersOptions are the options of the commands, in the order in which they are
// filled in; the facing may be left out.
var towersOptions = map[string][]string{
	"tower": {"cell"}, "bridge": {"cells"}, "small": {"cell"}, "large": {"cell"},
	"swap": {"size", "noble", "other"}, "turn": {"cell", "facing"}, "take": {"cell"},
}

// slashTowers plays a turn of the tactical game: four or five pieces, a special
// move now and then, and steps back where the turn cannot end.
func (p *person) slashTowers(ch *localdiscord.Channel) error {
	for range 400 {
		m, err := p.slash(ch, "game status", nil)
		if err != nil {
			return err
		}
		sub := p.nextPiece(m)
		switch sub {
		case "done":
			return p.act(ch, sub, nil)
		case "undo":
			for range 1 + p.rand.IntN(5) {
				if err := p.stepBack(ch); err != nil {
					return err
				}
			}
		case "":
			if p.patient || p.game().outrun {
				return nil
			}
			return fmt.Errorf("pinged, but: %s", m.Content)
		default:
			if err := p.slashPiece(ch, sub); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("a turn of 400 steps")
}

// nextPiece chooses a turn command among those that can be used; "undo" where
// nothing else is left.
func (p *person) nextPiece(m *localdiscord.Message) string {
	for _, sub := range []struct {
		name   string
		chance float64
	}{{"swap", 0.5}, {"turn", 0.5}, {"done", 0.7}, {"take", 0.1}, {"large", 0.5}, {"small", 0.6}, {"bridge", 0.3}, {"tower", 1}, {"bridge", 1}, {"small", 1}, {"large", 1}, {"done", 1}} {
		if p.offered(m, sub.name) && p.chance(sub.chance) {
			return sub.name
		}
	}
	if strings.Contains(m.Content, p.say("bot.turn.dead_end")) {
		return "undo"
	}
	return ""
}

// slashPiece plays one action with values that are suggested. Cells are typed
// short now and then.
func (p *person) slashPiece(ch *localdiscord.Channel, sub string) error {
	args := localdiscord.Args{}
	for _, option := range towersOptions[sub] {
		value, err := p.pick(ch, p.typed(sub), args, option)
		if err != nil || value == "" {
			return err
		}
		args[option] = value
	}
	done, m, err := p.try(ch, sub, args)
	if err != nil || done || p.game().live || p.patient {
		return err
	}
	return fmt.Errorf("/%s %v: %s", p.typed(sub), args, m.Content)
}

// stepBack undoes the last step by the game's own command.
func (p *person) stepBack(ch *localdiscord.Channel) error {
	m, err := p.slash(ch, p.typed("undo"), nil)
	if err == nil && p.refused(m) {
		return nil // there was no step left
	}
	p.remember(m, err, "undo")
	return err
}

// slashQuick builds until the round is over.
func (p *person) slashQuick(ch *localdiscord.Channel) error {
	pings := len(p.Pings())
	for range 200 {
		m, err := p.slash(ch, "game status", nil)
		if err != nil {
			return err
		}
		sub := p.nextPiece(m)
		if sub == "" && p.offered(m, "stuck") {
			if err := p.act(ch, "stuck", nil); err != nil {
				return err
			}
		}
		if sub == "" || len(p.Pings()) > pings {
			return nil
		}
		if err := p.slashPiece(ch, sub); err != nil {
			return err
		}
	}
	return fmt.Errorf("a round of 200 steps")
}
