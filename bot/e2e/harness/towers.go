package harness

import (
	"fmt"
	"strings"

	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// Towers plays the tactical game of Tower Builders of Babylon.
var Towers = &Script{
	GameID: "towers", command: "towers", last: []string{"done"}, endChance: 0.6, cursorChance: 0.25,
	commandTurn: func(t *commandTurn) error { return towersTurn{t}.play() },
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

// QuickTowers plays the quick game, in which all build at once: each ping begins a round, and
// players build until it is over.
var QuickTowers = &Script{
	GameID: "towers", command: "towers", last: []string{"stuck"}, endChance: 0.02, cursorChance: 0.25,
	overlapping: true, Live: true,
	commandTurn: func(t *commandTurn) error { return towersTurn{t}.playRound() },
	pings: func(t *table.Table, _ []table.Event, _ engine.Seat) int {
		rounds := 1
		for i := range t.Moves {
			if s := replay(t, i+1); s.Turn() != 0 && s.Pace().Since == i+1 {
				rounds++
			}
		}
		return rounds
	},
}

// replay returns the position of a table after its first n moves.
func replay(t *table.Table, n int) engine.State {
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

// towersOptions are the options of the commands, in the order in which they are filled in. The
// facing may be left out.
var towersOptions = map[string][]string{
	"tower": {"cell"}, "bridge": {"cells"}, "small": {"cell"}, "large": {"cell"},
	"swap": {"size", "noble", "other"}, "turn": {"cell", "facing"}, "take": {"cell"},
}

// towersTurn is a turn, or a round, of Tower Builders of Babylon by commands.
type towersTurn struct{ *commandTurn }

// play plays a turn of the tactical game: four or five pieces, a special move now and then, and
// undo where the turn cannot end.
func (t towersTurn) play() error {
	for range 400 {
		m, err := t.status()
		if err != nil {
			return err
		}
		sub := t.choose(m)
		switch sub {
		case "done":
			return t.act(sub, nil)
		case "undo":
			for range 1 + t.rand.IntN(5) {
				if err := t.undo(); err != nil {
					return err
				}
			}
		case "":
			if t.Patient || t.env.Script.overlapping {
				return nil
			}
			return fmt.Errorf("pinged, but: %s", m.Content)
		default:
			if err := t.do(sub); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("a turn of 400 steps")
}

// choose chooses a turn command that an answer lists; "undo" where nothing else is left.
func (t towersTurn) choose(m *localdiscord.Message) string {
	for _, sub := range []struct {
		name   string
		chance float64
	}{
		{"swap", 0.5}, {"turn", 0.5}, {"done", 0.7}, {"take", 0.1}, {"large", 0.5}, {"small", 0.6},
		{"bridge", 0.3}, {"tower", 1}, {"bridge", 1}, {"small", 1}, {"large", 1}, {"done", 1},
	} {
		if t.Lists(m, sub.name) && t.rand.chance(sub.chance) {
			return sub.name
		}
	}
	if strings.Contains(m.Content, t.T("bot.turn.dead_end")) {
		return "undo"
	}
	return ""
}

// do plays one action with suggested values.
func (t towersTurn) do(sub string) error {
	args := localdiscord.Args{}
	for _, option := range towersOptions[sub] {
		value, err := t.pick(sub, args, option)
		if err != nil || value == "" {
			return err
		}
		args[option] = value
	}
	done, m, err := t.send(sub, args)
	if err != nil || done || t.env.Script.Live || t.Patient {
		return err
	}
	return fmt.Errorf("/%s %v: %s", t.env.Script.typed(sub), args, m.Content)
}

// undo takes the last step back by the game's own command.
func (t towersTurn) undo() error {
	m, err := t.Command(t.ch, t.env.Script.typed("undo"), nil)
	if err == nil && t.Refused(m) {
		return nil // there was no step left
	}
	t.Acks.Record(m, err, "undo")
	return err
}

// playRound builds until the round of a quick game is over.
func (t towersTurn) playRound() error {
	if err := t.ready(); err != nil {
		return err
	}
	pings := len(t.Pings())
	for range 200 {
		m, err := t.status()
		if err != nil {
			return err
		}
		sub := t.choose(m)
		if sub == "" && t.Lists(m, "stuck") {
			if err := t.act("stuck", nil); err != nil {
				return err
			}
		}
		if sub == "" || len(t.Pings()) > pings {
			return nil
		}
		if err := t.do(sub); err != nil {
			return err
		}
	}
	return fmt.Errorf("a round of 200 steps")
}
