package harness

import (
	"errors"
	"slices"
	"strings"

	"amytis/bot/discord/commands"
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

// Button returns the button whose label begins with label, or nil.
func Button(m *localdiscord.Message, label string) *localdiscord.Component {
	for _, c := range m.Controls() {
		if c.Label != "" && strings.HasPrefix(strings.TrimPrefix(c.Label, "🗓️ "), label) {
			return &c
		}
	}
	return nil
}

// newestWith returns the newest message of a channel with a button of one of the labels, or nil.
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

// notOffered reports whether Discord refused since a message has no such control or it is disabled.
func notOffered(err error) bool {
	var refused *localdiscord.RefusedError
	return errors.As(err, &refused)
}

func usable(m *localdiscord.Message, kind func(c localdiscord.Component) bool) (found []localdiscord.Component) {
	for _, c := range m.Controls() {
		if !c.Disabled && kind(c) {
			found = append(found, c)
		}
	}
	return found
}

func isButton(c localdiscord.Component, action string) bool {
	return len(c.Options) == 0 && strings.HasPrefix(c.CustomID, action+":")
}

// PanelControls returns the menus, and the buttons that make a move.
func PanelControls(m *localdiscord.Message) (menus, moves []localdiscord.Component) {
	menus = usable(m, func(c localdiscord.Component) bool { return len(c.Options) > 0 })
	return menus, usable(m, func(c localdiscord.Component) bool { return isButton(c, "move") })
}

// CursorButtons returns the buttons that open a cursor, or begin a choice in steps.
func CursorButtons(m *localdiscord.Message) []localdiscord.Component {
	return usable(m, func(c localdiscord.Component) bool { return isButton(c, "cur") || isButton(c, "pick") })
}

func CursorSteps(m *localdiscord.Message) []localdiscord.Component {
	return usable(m, func(c localdiscord.Component) bool { return isButton(c, "cur") })
}

func EndsGame(m *localdiscord.Message) bool { return strings.Contains(m.Content, "🏆") }

// Tells reports whether a message has a line, perhaps at the end of its first one.
func Tells(content, line string) bool {
	return slices.Contains(strings.Split(content, "\n"), line) || strings.HasSuffix(FirstLine(content), " "+line)
}

func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// Mentioning returns a text as the bot sends it: with mentions of its commands.
func (e *Env) Mentioning(text string) string {
	if !strings.Contains(text, "`/") {
		return text
	}
	learned := e.mentions.Load()
	if registered := e.Discord.Commands(); learned == nil && len(registered) > 0 {
		ids := map[string]string{}
		for _, c := range registered {
			ids[c.Name] = c.ID
		}
		learned = &commands.Mentions{}
		learned.Learn(ids)
		e.mentions.Store(learned)
	}
	if learned == nil {
		return text
	}
	return learned.Insert(text)
}

// Inbox has the pings of a player that no turn has answered yet.
type Inbox struct {
	user  *localdiscord.User
	taken int
}

func (i *Inbox) Pending() bool { return len(i.user.Pings()) > i.taken }

// TakePing counts a ping as answered, if one is there.
func (i *Inbox) TakePing() bool {
	if !i.Pending() {
		return false
	}
	i.taken++
	return true
}

func (i *Inbox) TakeAll() { i.taken = len(i.user.Pings()) }
