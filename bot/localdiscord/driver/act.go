package driver

import (
	"context"
	"slices"

	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// act begins the interaction of what the user does, if prepare allows it, and tells the bot.
func (u *User) act(ctx context.Context,
	prepare func(*world.World) (interaction.Action, error)) (in *interaction.Interaction, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var event *wire.InteractionCreate
	u.driver.interactions.WithOpen(func(w *world.World, open *interaction.Open) {
		var a interaction.Action
		if a, err = prepare(w); err == nil {
			a.UserID = u.ID
			in, event = open.BeginInteraction(w, a)
		}
	})
	if err != nil {
		return nil, err
	}
	u.driver.interactions.Deliver(in, event)
	return in, nil
}

// resolved has the objects that an event's ids name, by kind ("users") and id.
type resolved map[string]any

func (r resolved) add(kind, id string, object any) {
	list, _ := r[kind].(map[string]any)
	if list == nil {
		list = map[string]any{}
		r[kind] = list
	}
	list[id] = object
}

// addUser adds a user, and the membership without the user as Discord does.
func (r resolved) addUser(ch *world.Channel, user *world.User) {
	r.add("users", user.ID, user.Wire())
	if m := ch.WireMember(user.ID, false); m != nil {
		r.add("members", user.ID, *m)
	}
}

// addChannel adds a channel of one of some types, any if there are none, unless a user cannot
// choose it from another one.
func (r resolved) addChannel(other, from *world.Channel, user string, types []int) bool {
	if other == nil || other.GuildID != from.GuildID || !other.SeenBy(user) ||
		len(types) > 0 && !slices.Contains(types, other.Kind) {
		return false
	}
	r.add("channels", other.ID, other.Wire())
	return true
}

func (r resolved) addRole(ch *world.Channel, id string) bool {
	if g := ch.Guild(); g != nil {
		if role := g.Role(id); role != nil {
			r.add("roles", id, *role)
			return true
		}
	}
	return false
}
