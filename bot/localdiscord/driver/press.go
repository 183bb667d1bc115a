package driver

import (
	"context"
	"slices"

	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Press presses a button of a message, as the message is now.
func (u *User) Press(ctx context.Context, message *wire.Message, customID string) (*interaction.Interaction, error) {
	return u.use(ctx, message, customID, nil)
}

// Select chooses from a menu of a message: values of options, or ids of users, roles and channels.
func (u *User) Select(ctx context.Context, message *wire.Message, customID string,
	values ...string) (*interaction.Interaction, error) {
	if values == nil {
		values = []string{}
	}
	return u.use(ctx, message, customID, values)
}

func (u *User) use(ctx context.Context, message *wire.Message, customID string,
	values []string) (*interaction.Interaction, error) {
	if message == nil {
		return nil, u.refused("press "+customID, "there is no message")
	}
	return u.act(ctx, func(w *world.World) (a interaction.Action, err error) {
		m, ch := u.see(w, message.ID)
		control, err := u.control(m, ch, customID, values != nil)
		if err != nil {
			return a, err
		}
		menu := menu{user: u, world: w, ch: ch, control: control, resolved: resolved{}}
		if values != nil {
			low, high := control.ValueRange()
			if err := menu.check(values, low, high); err != nil {
				return a, err
			}
		}
		return interaction.Action{Cause: interaction.Cause{Kind: wire.InteractionComponent, Name: customID}, Channel: ch,
			Message: m, Data: wire.ComponentData{CustomID: customID, ComponentType: control.Type,
				ID: control.ID, Values: values, Resolved: menu.resolved}}, nil
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

// menu is a menu that a user chooses from. resolved has what the checked values stand for.
type menu struct {
	user     *User
	world    *world.World
	ch       *world.Channel
	control  *wire.Component
	resolved resolved
}

// check refuses values that the menu does not offer, and fewer than low or more than high.
func (m *menu) check(values []string, low, high int) error {
	what := "choose from " + m.control.CustomID
	if len(values) < low || len(values) > high {
		return m.user.refused(what, "%d values were given, the menu takes %d to %d", len(values), low, high)
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return m.user.refused(what, "%q is given twice", v)
		}
		if !m.offers(v) {
			return m.user.refused(what, "%q is not offered", v)
		}
	}
	return nil
}

// offers reports whether the menu offers a value, and resolves it.
func (m *menu) offers(value string) bool {
	switch m.control.Type {
	case wire.ComponentStringSelect, wire.ComponentRadioGroup, wire.ComponentCheckboxGroup:
		return slices.ContainsFunc(m.control.Options, func(o wire.SelectOption) bool { return o.Value == value })
	case wire.ComponentUserSelect:
		g := m.ch.Guild()
		if g == nil || g.Member(value) == nil {
			return false
		}
		m.resolved.addUser(m.ch, m.world.User(value))
		return true
	case wire.ComponentRoleSelect:
		return m.resolved.addRole(m.ch, value)
	case wire.ComponentChannelSelect:
		return m.resolved.addChannel(m.world.Channel(value), m.ch, m.user.ID, m.control.ChannelTypes)
	}
	return false
}

// Label is a button, or an option of a menu, as it is read.
type Label struct {
	Text string
	Use  func(context.Context) (*interaction.Interaction, error)
}

// Labels returns what the user can use below a message.
func (u *User) Labels(m *wire.Message) (all []Label) {
	for _, c := range m.Controls() {
		if c.Disabled {
			continue
		}
		if !c.IsSelect() {
			all = append(all, Label{c.Words(), func(ctx context.Context) (*interaction.Interaction, error) {
				return u.Press(ctx, m, c.CustomID)
			}})
		}
		for _, o := range c.Options {
			all = append(all, Label{o.Label, func(ctx context.Context) (*interaction.Interaction, error) {
				return u.Select(ctx, m, c.CustomID, o.Value)
			}})
		}
	}
	return all
}
