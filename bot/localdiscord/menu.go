package localdiscord

import (
	"context"

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
func (m Menu) OnUser(ctx context.Context, command, userID string) (*world.Interaction, error) {
	return m.choose(ctx, wire.CommandUser, command, userID)
}

func (m Menu) OnMessage(ctx context.Context, command, messageID string) (*world.Interaction, error) {
	return m.choose(ctx, wire.CommandMessage, command, messageID)
}

func (m Menu) choose(ctx context.Context, kind int, command, target string) (*world.Interaction, error) {
	return m.user.act(ctx, "choose "+command, func(a *attempt) error {
		t, err := a.findCommand(m.channel, kind, command)
		if err != nil {
			return err
		}
		if kind == wire.CommandUser {
			if !a.Channel.May(a.user.ID, a.Channel.Sending()) || !a.choose(wire.OptionUser, target, nil) {
				return a.refused("there is no such person, or no permission to write here")
			}
		} else {
			message, ch := a.user.see(a.world, target)
			if message == nil || message.Ephemeral() || ch != a.Channel {
				return a.refused("there is no such message for all to see")
			}
			a.resolve("messages", target, *message)
		}
		t.send(world.Cause{Kind: wire.InteractionCommand, Menu: true}, nil, target)
		return nil
	})
}
