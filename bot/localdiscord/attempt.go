package localdiscord

import (
	"context"
	"fmt"
	"slices"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// attempt is what a user tries to do. The bot is told of its Action if nothing is refused.
type attempt struct {
	world.Action
	user  *User
	world *world.World
	what  string // "press go"
	// resolved has the objects that the event's ids name, by kind ("users") and id.
	resolved map[string]map[string]any
}

// act has the user do something, if prepare allows it and fills in the action, and tells the bot.
func (u *User) act(ctx context.Context, what string, prepare func(*attempt) error) (in *world.Interaction, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var event *wire.InteractionCreate
	u.driver.state.WithWorld(func(w *world.World) {
		a := &attempt{user: u, world: w, what: what, resolved: map[string]map[string]any{}}
		if err = prepare(a); err == nil {
			a.UserID = u.ID
			in, event = w.BeginInteraction(a.Action)
		}
	})
	if err != nil {
		return nil, err
	}
	u.driver.state.Deliver(in, event)
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

// enter has the attempt happen in a channel, if the user sees it.
func (a *attempt) enter(channelID string) error {
	a.Channel = a.world.Channels[channelID]
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

// choose reports whether the user can choose a user, a role or a channel of some types, any if
// there are none. It resolves what is chosen. kind is that of an option.
func (a *attempt) choose(kind int, id string, types []int) bool {
	switch kind {
	case wire.OptionUser:
		person := a.world.Users[id]
		if person == nil {
			return false
		}
		a.resolve("users", id, person.Wire())
		if m := a.Channel.WireMember(id, false); m != nil {
			a.resolve("members", id, *m)
		}
		return true
	case wire.OptionRole:
		if g := a.Channel.Guild(); g != nil && g.Role(id) != nil {
			a.resolve("roles", id, *g.Role(id))
			return true
		}
	case wire.OptionChannel:
		other := a.world.Channels[id]
		if other != nil && other.GuildID == a.Channel.GuildID && other.SeenBy(a.user.ID) &&
			(len(types) == 0 || slices.Contains(types, other.Kind)) {
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
	case *Role:
		return v.ID
	case string:
		return v
	}
	return ""
}
