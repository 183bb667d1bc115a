package world

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"amytis/bot/localdiscord/wire"
)

// attempt is what a user tries to do. The bot is told of it if nothing is refused.
type attempt struct {
	Cause
	Channel *Channel
	Message *wire.Message
	Data    any

	user *User
	what string // "press go"
	// resolved has the objects that the event's ids name, by kind ("users") and id.
	resolved map[string]map[string]any
}

// act has the user do something, if prepare allows it and fills in the action, and tells the bot.
func (u *User) act(ctx context.Context, what string, prepare func(*attempt) error) (in *Interaction, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var event *wire.InteractionCreate
	u.world.state.WithWorld(func(w *World) {
		a := &attempt{user: u, what: what, resolved: map[string]map[string]any{}}
		if err = prepare(a); err == nil {
			in, event = w.beginInteraction(a)
		}
	})
	if err != nil {
		return nil, err
	}
	u.world.state.deliver(in, event)
	return in, nil
}

// RefusedError says why a person could not do something.
type RefusedError struct {
	User string
	What string
	Why  string
}

func (e *RefusedError) Error() string { return fmt.Sprintf("%s cannot %s: %s", e.User, e.What, e.Why) }

func (u *User) refused(what, why string, args ...any) error {
	return &RefusedError{User: u.Name, What: what, Why: fmt.Sprintf(why, args...)}
}

func (a *attempt) refused(why string, args ...any) error { return a.user.refused(a.what, why, args...) }

// enter sets the channel, if the user sees it.
func (a *attempt) enter(channelID string) error {
	a.Channel = a.user.world.Channels[channelID]
	if a.Channel == nil || !a.Channel.SeenBy(a.user.ID) {
		return a.refused("the channel is not there")
	}
	return nil
}

func (a *attempt) resolve(kind, id string, object any) {
	if a.resolved[kind] == nil {
		a.resolved[kind] = map[string]any{}
	}
	a.resolved[kind][id] = object
}

// choose resolves what a user chooses for an option of a kind, and reports whether they can. A
// channel must be of one of the types, unless there are none.
func (a *attempt) choose(kind int, id string, types []int) bool {
	switch kind {
	case wire.OptionUser:
		person := a.user.world.Users[id]
		if person == nil {
			return false
		}
		a.resolve("users", id, person.Wire())
		if m := a.Channel.Guild().memberIn(a.Channel, id, false); m != nil {
			a.resolve("members", id, *m)
		}
		return true
	case wire.OptionRole:
		if g := a.Channel.Guild(); g != nil && g.Role(id) != nil {
			a.resolve("roles", id, *g.Role(id))
			return true
		}
	case wire.OptionChannel:
		other := a.user.world.Channels[id]
		if other != nil && other.GuildID == a.Channel.GuildID && other.SeenBy(a.user.ID) &&
			(len(types) == 0 || slices.Contains(types, int(other.Kind))) {
			a.resolve("channels", id, other.Wire())
			return true
		}
	}
	return false
}

// entityID returns the id of a person, channel or role that is given as one or by its id.
func entityID(value any) string {
	switch v := value.(type) {
	case *User:
		return v.ID
	case *Channel:
		return v.ID
	case *wire.Role:
		return v.ID
	case string:
		return v
	}
	return ""
}

// Press presses a button of a message, as the message is now.
func (u *User) Press(ctx context.Context, message *wire.Message, customID string) (*Interaction, error) {
	return u.use(ctx, "press ", message, customID, nil)
}

// Select chooses from a menu of a message: values of options, or ids of users, roles and channels.
func (u *User) Select(ctx context.Context, message *wire.Message, customID string,
	values ...string) (*Interaction, error) {
	return u.use(ctx, "choose from ", message, customID, append([]string{}, values...))
}

// use uses a button, or a menu if there are values.
func (u *User) use(ctx context.Context, how string, message *wire.Message, customID string,
	values []string) (*Interaction, error) {
	return u.act(ctx, how+customID, func(a *attempt) error {
		if message == nil {
			return a.refused("there is no message")
		}
		a.Message, a.Channel = u.see(message.ID)
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
		a.Cause = Cause{Kind: wire.InteractionComponent, Name: customID}
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

// offers resolves a value of a menu, and reports whether the menu has it.
func (a *attempt) offers(menu *wire.Component, value string) bool {
	switch menu.Type {
	case wire.ComponentUserSelect:
		return a.Channel.Guild().memberIn(a.Channel, value, false) != nil && a.choose(wire.OptionUser, value, nil)
	case wire.ComponentRoleSelect:
		return a.choose(wire.OptionRole, value, nil)
	case wire.ComponentChannelSelect:
		return a.choose(wire.OptionChannel, value, menu.ChannelTypes)
	}
	return slices.ContainsFunc(menu.Options, func(o wire.SelectOption) bool { return o.Value == value })
}

// Label is what is read on a button or an option of a menu.
type Label struct {
	Text string
	Use  func(context.Context) (*Interaction, error)
}

// Labels returns what the user can use below a message.
func (u *User) Labels(m *wire.Message) (all []Label) {
	for _, c := range m.Controls() {
		if c.Disabled {
			continue
		}
		if !c.IsSelect() {
			all = append(all, Label{c.Words(), func(ctx context.Context) (*Interaction, error) {
				return u.Press(ctx, m, c.CustomID)
			}})
		}
		for _, o := range c.Options {
			all = append(all, Label{o.Label, func(ctx context.Context) (*Interaction, error) {
				return u.Select(ctx, m, c.CustomID, o.Value)
			}})
		}
	}
	return all
}

// Submit sends the form that an interaction has opened, with values by custom id: a text, a bool,
// several texts, or an entity as in [Args]. Inputs without a value stay as the form has them.
func (u *User) Submit(ctx context.Context, opener *Interaction, values Args) (*Interaction, error) {
	form := opener.Form()
	return u.act(ctx, "send a form", func(a *attempt) error {
		if form == nil || opener.UserID != u.ID {
			return a.refused("the user sees no form")
		}
		if err := a.enter(opener.ChannelID); err != nil {
			return err
		}
		filled := map[string]bool{}
		data := wire.ModalData{CustomID: form.CustomID, Resolved: a.resolved}
		for i, part := range form.Components {
			sent := map[string]any{"type": part.Type, "id": 2*i + 1}
			if in := part.Component; in != nil {
				chosen := in.Preset()
				if given, ok := values[in.CustomID]; ok {
					chosen = inputValues(given)
				}
				if err := a.checkInput(in, chosen); err != nil {
					return err
				}
				filled[in.CustomID] = true
				sent["component"] = in.Sent(2*i+2, chosen)
			}
			data.Components = append(data.Components, sent)
		}
		for name := range values {
			if !filled[name] {
				return a.refused("it has no input %q", name)
			}
		}
		a.Cause = Cause{Kind: wire.InteractionModal, Name: form.CustomID, Opener: opener}
		a.Message, a.Data = a.user.world.Messages.ByID(opener.MessageID), data
		return nil
	})
}

// inputValues returns what is given for an input as Discord sends it.
func inputValues(given any) []string {
	switch given := given.(type) {
	case []string:
		return given
	case []any: // of a page
		values := make([]string, len(given))
		for i, v := range given {
			values[i] = fmt.Sprint(v)
		}
		return values
	}
	if id := entityID(given); id != "" {
		return []string{id}
	}
	return []string{fmt.Sprint(given)}
}

// checkInput refuses what a client would not let the user send.
func (a *attempt) checkInput(in *wire.Input, values []string) error {
	if !in.HasText() {
		low, high := in.Range()
		return a.checkValues(&in.Component, values, low, high)
	}
	if len(values) != 1 {
		return a.refused("%q takes one text", in.CustomID)
	}
	blank := strings.TrimSpace(values[0]) == ""
	if in.Type == wire.ComponentCheckbox || blank && in.Optional() {
		return nil
	}
	if n := utf8.RuneCountInString(values[0]); blank || !within(n, in.MinLength, in.MaxLength) || n > wire.MaxInput {
		return a.refused("%q has %d characters", in.CustomID, n)
	}
	return nil
}

// within reports whether a number is not below or above what may be nil.
func within[N int | float64](n N, low, high *N) bool {
	return (low == nil || n >= *low) && (high == nil || n <= *high)
}
