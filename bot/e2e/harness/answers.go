package harness

import (
	"errors"
	"slices"
	"strings"

	"amytis/bot/localdiscord"
)

func (p *Player) Refused(m *localdiscord.Message) bool {
	return strings.HasPrefix(m.Content, "⛔") || m.Content == p.T("bot.error.busy")
}

// Outdated reports whether an answer says that the panel is out of date.
func (p *Player) Outdated(m *localdiscord.Message) bool {
	return strings.HasPrefix(m.Content, p.T("bot.turn.moved_on")) || strings.HasPrefix(m.Content, p.T("bot.turn.forgotten"))
}

func (p *Player) isApology(m *localdiscord.Message) bool {
	for _, key := range []string{"busy", "conflict", "in_doubt", "internal", "late", "slow_down"} {
		if m.Content == p.T("bot.error."+key) {
			return true
		}
	}
	return false
}

// Lists reports whether an answer lists a turn command, named without its game, as possible now. A
// bot that has just started may not know the mention of the command yet.
func (p *Player) Lists(m *localdiscord.Message, sub string) bool {
	known := p.env.Script.subcommand(sub)
	command := p.T(p.env.Script.info().ID + ".command.name")
	if known.Section != "" {
		command += " " + p.T(p.env.Script.GameID+".section."+known.Section+".name")
	}
	named := "`/" + command + " " + p.T(p.env.Script.GameID+".sub."+sub+".name") + "`"
	return strings.Contains(m.Content, named) || strings.Contains(m.Content, p.env.Mentioning(named))
}

// Button returns the button whose label begins with label, or nil.
func Button(m *localdiscord.Message, label string) *localdiscord.Component {
	for _, c := range m.Controls() {
		if c.Label != "" && strings.HasPrefix(strings.TrimPrefix(c.Label, "🗓️ "), label) {
			return &c
		}
	}
	return nil
}

// newestWith returns the newest message of a channel with a button that has one of the labels, nil
// if there is none.
func newestWith(ch *localdiscord.Channel, labels ...string) *localdiscord.Message {
	for _, m := range slices.Backward(ch.Messages()) {
		for _, label := range labels {
			if Button(m, label) != nil {
				return m
			}
		}
	}
	return nil
}

// notOffered reports whether Discord did not let a player do something, since a message does not
// have the control or shows it as disabled.
func notOffered(err error) bool {
	var refused *localdiscord.RefusedError
	return errors.As(err, &refused)
}

// PanelControls returns the menus, and the buttons that make a move.
func PanelControls(m *localdiscord.Message) (menus, moves []localdiscord.Component) {
	for _, c := range m.Controls() {
		switch {
		case c.Disabled:
		case len(c.Options) > 0:
			menus = append(menus, c)
		case strings.HasPrefix(c.CustomID, "move:"):
			moves = append(moves, c)
		}
	}
	return menus, moves
}

// CursorButtons returns the buttons that open a cursor, or begin a choice in steps.
func CursorButtons(m *localdiscord.Message) []localdiscord.Component {
	var found []localdiscord.Component
	for _, c := range m.Controls() {
		if !c.Disabled && (strings.HasPrefix(c.CustomID, "cur:") || strings.HasPrefix(c.CustomID, "pick:") && len(c.Options) == 0) {
			found = append(found, c)
		}
	}
	return found
}

// CursorSteps returns the enabled buttons that move a cursor.
func CursorSteps(m *localdiscord.Message) []localdiscord.Component {
	var steps []localdiscord.Component
	for _, c := range m.Controls() {
		if strings.HasPrefix(c.CustomID, "cur:") && !c.Disabled && len(c.Options) == 0 {
			steps = append(steps, c)
		}
	}
	return steps
}

func EndsGame(m *localdiscord.Message) bool { return strings.Contains(m.Content, "🏆") }

// Tells reports whether a message has a line, also at the end of its first one.
func Tells(content, line string) bool {
	return slices.Contains(strings.Split(content, "\n"), line) || strings.HasSuffix(FirstLine(content), " "+line)
}

func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
