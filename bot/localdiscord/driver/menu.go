package driver

import (
	"context"

	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Menu has the commands in the menus of a channel's people and messages, as a user reads them.
type Menu struct {
	channel *Channel
	user    *User
}

func (c *Channel) Menu(u *User) Menu { return Menu{c, u} }

type MenuItem struct {
	Type int    `json:"type"` // wire.CommandUser or wire.CommandMessage
	Name string `json:"name"`
}

func (m Menu) Items() []MenuItem {
	locale := m.user.Locale()
	items := []MenuItem{}
	m.channel.withChannel(func(ch *world.Channel) {
		for _, kind := range []int{wire.CommandUser, wire.CommandMessage} {
			for _, c := range ch.Commands(kind, m.user.ID) {
				items = append(items, MenuItem{kind, wire.Localized(c.NameLocalizations, locale, c.Name)})
			}
		}
	})
	return items
}

// OnUser chooses a command from the menu of a person or of the bot.
func (m Menu) OnUser(ctx context.Context, command, userID string) (*interaction.Interaction, error) {
	return m.choose(ctx, wire.CommandUser, command, userID)
}

func (m Menu) OnMessage(ctx context.Context, command, messageID string) (*interaction.Interaction, error) {
	return m.choose(ctx, wire.CommandMessage, command, messageID)
}

func (m Menu) choose(ctx context.Context, kind int, command, target string) (*interaction.Interaction, error) {
	u := m.user
	what := "choose " + command
	return u.act(ctx, func(w *world.World) (a interaction.Action, err error) {
		t, err := typedCommand(u, w, m.channel, kind, command, what)
		if err != nil {
			return a, err
		}
		if kind == wire.CommandUser {
			person := w.User(target)
			if person == nil || !t.ch.May(u.ID, t.ch.Sending()) {
				return a, u.refused(what, "there is no such person, or no permission to write here")
			}
			t.resolved.addUser(t.ch, person)
		} else {
			message, ch := u.see(w, target)
			if message == nil || message.Ephemeral() || ch != t.ch {
				return a, u.refused(what, "there is no such message for all to see")
			}
			t.resolved.add("messages", target, *message)
		}
		data := t.data(nil)
		data.TargetID = target
		return t.action(interaction.Cause{Kind: wire.InteractionCommand, Menu: true}, data), nil
	})
}
