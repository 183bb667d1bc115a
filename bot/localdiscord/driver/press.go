package driver

import (
	"context"
	"slices"

	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Press presses a button of a message, as the message is now.
func (u *User) Press(ctx context.Context, message *wire.Message, customID string, options ...CallOption) (*interaction.Interaction, error) {
	return u.use(ctx, message, customID, nil, options)
}

// Select chooses from a menu of a message: values of options, or ids of users, roles and channels.
func (u *User) Select(ctx context.Context, message *wire.Message, customID string, values ...string) (*interaction.Interaction, error) {
	if values == nil {
		values = []string{}
	}
	return u.use(ctx, message, customID, values, nil)
}

// use presses a button if values is nil, else chooses from a menu.
func (u *User) use(ctx context.Context, message *wire.Message, customID string, values []string, options []CallOption) (*interaction.Interaction, error) {
	if message == nil {
		return nil, u.refused("press "+customID, "there is no message")
	}
	return u.act(ctx, options, func(w *world.World, _ *interaction.Open) (a interaction.Action, err error) {
		m, ch := u.see(w, message.ID)
		control, err := u.control(m, ch, customID, values != nil)
		if err != nil {
			return a, err
		}
		found := resolved{}
		if values != nil {
			if err := u.checkValues(w, control, ch, values, found); err != nil {
				return a, err
			}
		}
		return interaction.Action{Kind: wire.InteractionComponent, Channel: ch, Name: customID, Message: m, MessageID: m.ID,
			Data: wire.ComponentData{CustomID: customID, ComponentType: control.Type, ID: control.ID, Values: values,
				Resolved: found}}, nil
	})
}

// control returns a button or menu of a message if the user can use it.
func (u *User) control(m *wire.Message, ch *world.Channel, customID string, menu bool) (*wire.Component, error) {
	what := "press " + customID
	if menu {
		what = "choose from " + customID
	}
	if m == nil {
		return nil, u.refused(what, "the user does not see the message")
	}
	control := m.Control(customID)
	switch {
	case control == nil:
		return nil, u.refused(what, "the message has no such control")
	case control.Disabled:
		return nil, u.refused(what, "it is disabled")
	case control.IsSelect() != menu:
		return nil, u.refused(what, "buttons are pressed, menus are chosen from")
	case ch.Thread.Archived:
		return nil, u.refused(what, "the thread is archived")
	}
	return control, nil
}

// checkValues refuses values that the menu does not offer, and adds what the others stand for to found.
func (u *User) checkValues(w *world.World, menu *wire.Component, ch *world.Channel, values []string, found resolved) error {
	what := "choose from " + menu.CustomID
	low, high := menu.ValueRange()
	if len(values) < low || len(values) > high {
		return u.refused(what, "%d values were given, the menu takes %d to %d", len(values), low, high)
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return u.refused(what, "%q is given twice", v)
		}
		if !u.offered(w, menu, ch, v, found) {
			return u.refused(what, "%q is not offered", v)
		}
	}
	return nil
}

// offered reports whether a menu offers a value, and adds what the value stands for to found.
func (u *User) offered(w *world.World, menu *wire.Component, ch *world.Channel, value string, found resolved) bool {
	switch menu.Type {
	case wire.ComponentStringSelect:
		return slices.ContainsFunc(menu.Options, func(o wire.SelectOption) bool { return o.Value == value })
	case wire.ComponentUserSelect, wire.ComponentMentionableSelect:
		if g := ch.Guild(); g != nil && g.Member(value) != nil {
			found.addUser(ch, w.User(value))
			return true
		}
		return menu.Type == wire.ComponentMentionableSelect && found.addRole(ch, value)
	case wire.ComponentRoleSelect:
		return found.addRole(ch, value)
	case wire.ComponentChannelSelect:
		other := w.Channel(value)
		if other == nil || other.GuildID != ch.GuildID || !other.SeenBy(u.ID) {
			return false
		}
		if len(menu.ChannelTypes) > 0 && !slices.Contains(menu.ChannelTypes, other.Kind) {
			return false
		}
		found.add("channels", value, other.Wire())
		return true
	}
	return false
}
