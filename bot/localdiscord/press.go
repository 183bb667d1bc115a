package localdiscord

import (
	"context"
	"slices"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Press presses a button of a message, as the message is now.
func (u *User) Press(ctx context.Context, message *wire.Message, customID string) (*world.Interaction, error) {
	return u.use(ctx, "press ", message, customID, nil)
}

// Select chooses from a menu of a message: values of options, or ids of users, roles and channels.
func (u *User) Select(ctx context.Context, message *wire.Message, customID string,
	values ...string) (*world.Interaction, error) {
	return u.use(ctx, "choose from ", message, customID, append([]string{}, values...))
}

// use uses a button, or a menu if there are values.
func (u *User) use(ctx context.Context, how string, message *wire.Message, customID string,
	values []string) (*world.Interaction, error) {
	return u.act(ctx, how+customID, func(a *attempt) error {
		if message == nil {
			return a.refused("there is no message")
		}
		a.Message, a.Channel = u.see(a.world, message.ID)
		if a.Message == nil {
			return a.refused("the user does not see the message")
		}
		control := a.Message.Control(customID)
		switch {
		case control == nil:
			return a.refused("the message has no such control")
		case control.Disabled:
			return a.refused("it is disabled")
		case control.IsSelect() != (values != nil):
			return a.refused("buttons are pressed, menus are chosen from")
		case a.Channel.Thread.Archived:
			return a.refused("the thread is archived")
		}
		if values != nil {
			low, high := control.ValueRange()
			if err := a.checkValues(control, values, low, high); err != nil {
				return err
			}
		}
		a.Cause = world.Cause{Kind: wire.InteractionComponent, Name: customID}
		a.Data = wire.ComponentData{CustomID: customID, ComponentType: control.Type, ID: control.ID, Values: values,
			Resolved: a.resolved}
		return nil
	})
}

// checkValues refuses values that a menu does not offer, and fewer than low or more than high.
func (a *attempt) checkValues(menu *wire.Component, values []string, low, high int) error {
	if len(values) < low || len(values) > high {
		return a.refused("%d values were given, the menu takes %d to %d", len(values), low, high)
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return a.refused("%q is given twice", v)
		}
		if !a.offers(menu, v) {
			return a.refused("%q is not offered", v)
		}
	}
	return nil
}

// offers reports whether a menu offers a value, and resolves it.
func (a *attempt) offers(menu *wire.Component, value string) bool {
	switch menu.Type {
	case wire.ComponentUserSelect:
		return a.Channel.WireMember(value, false) != nil && a.choose(wire.OptionUser, value, nil)
	case wire.ComponentRoleSelect:
		return a.choose(wire.OptionRole, value, nil)
	case wire.ComponentChannelSelect:
		return a.choose(wire.OptionChannel, value, menu.ChannelTypes)
	}
	return slices.ContainsFunc(menu.Options, func(o wire.SelectOption) bool { return o.Value == value })
}

// Label is a button, or an option of a menu, as it is read.
type Label struct {
	Text string
	Use  func(context.Context) (*world.Interaction, error)
}

// Labels returns what the user can use below a message.
func (u *User) Labels(m *wire.Message) (all []Label) {
	for _, c := range m.Controls() {
		if c.Disabled {
			continue
		}
		if !c.IsSelect() {
			all = append(all, Label{c.Words(), func(ctx context.Context) (*world.Interaction, error) {
				return u.Press(ctx, m, c.CustomID)
			}})
		}
		for _, o := range c.Options {
			all = append(all, Label{o.Label, func(ctx context.Context) (*world.Interaction, error) {
				return u.Select(ctx, m, c.CustomID, o.Value)
			}})
		}
	}
	return all
}
