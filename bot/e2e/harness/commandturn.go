package harness

import (
	"fmt"

	"github.com/stretchr/testify/require"

	"amytis/bot/choice"
	"amytis/bot/games"
	"amytis/bot/localdiscord"
)

// commandTurn is a turn that a player plays by commands.
type commandTurn struct{ turn }

// typed returns a turn command with its game, and with the section that it stands in.
func (s *Script) typed(sub string) string {
	if section := s.section(sub); section != "" {
		return s.command + " " + section + " " + sub
	}
	return s.command + " " + sub
}

// section returns the section of a turn command, "" for none.
func (s *Script) section(sub string) string {
	g, _ := games.Find(s.GameID)
	for _, known := range choice.Subcommands(g.Info()) {
		if known.Name == sub {
			return known.Section
		}
	}
	return ""
}

// Act sends a turn command that must be accepted, since its arguments were suggested.
func (p *Player) Act(ch *localdiscord.Channel, sub string, args localdiscord.Args) error {
	return (&commandTurn{turn{p, ch}}).act(sub, args)
}

// MustRemoveTile plays a turn of Gardens that removes a tile, as the first turns of a game of two
// do, and returns the tile's cell.
func (p *Player) MustRemoveTile(ch *localdiscord.Channel) (cell string) {
	p.env.Helper()
	cell, err := p.Pick(ch, "garden remove", nil, "cell")
	require.NoError(p.env, err)
	require.NoError(p.env, p.Act(ch, "remove", localdiscord.Args{"cell": cell}))
	return cell
}

// send sends a turn command and records its answer.
func (t *commandTurn) send(sub string, args localdiscord.Args) (done bool, m *localdiscord.Message, err error) {
	m, err = t.Command(t.ch, t.env.Script.typed(sub), args)
	return t.Acks.Record(m, err, wordsOf(sub, args)...), m, err
}

// act sends a turn command that must be accepted.
func (t *commandTurn) act(sub string, args localdiscord.Args) error {
	done, m, err := t.send(sub, args)
	if err == nil && !done {
		err = &notDoneError{fmt.Sprintf("/%s %v", t.env.Script.typed(sub), args), m.Content}
	}
	return err
}

// pick is Pick for an option of a turn command.
func (t *commandTurn) pick(sub string, args localdiscord.Args, option string) (string, error) {
	return t.Pick(t.ch, t.env.Script.typed(sub), args, option)
}

// status asks how the game stands.
func (t *commandTurn) status() (*localdiscord.Message, error) {
	return t.Command(t.ch, "game status", nil)
}

// wordsOf returns the words that the move of a command has in the log.
func wordsOf(sub string, args localdiscord.Args) []string {
	words := []string{sub}
	if what := args["what"]; what != nil {
		words = []string{fmt.Sprint(what)}
	}
	for name, value := range args {
		switch name {
		case "what":
		case "open", "as", "keep":
			words = append(words, name+"="+fmt.Sprint(value))
		default:
			words = append(words, fmt.Sprint(value))
		}
	}
	return words
}

// sometimesUndo takes the last step back now and then, and returns the answer. Where others act at
// the same time the undo may be refused (G-10).
func (t *commandTurn) sometimesUndo() (*localdiscord.Message, error) {
	if !t.rand.chance(0.05) {
		return nil, nil
	}
	m, err := t.Command(t.ch, "game undo", nil)
	if err != nil {
		t.Acks.Record(m, err, "undo")
		return m, err
	}
	if t.Refused(m) {
		if want := t.T("table.refused.undo_others"); FirstLine(m.Content) != "⛔ "+want {
			return m, &notDoneError{"undo", m.Content}
		}
		return m, nil
	}
	t.Acks.Record(m, err, "undo")
	return m, nil
}
