package world

import (
	"maps"
	"net/http"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
)

// Channel is a text channel, forum, thread or direct conversation. Exported fields are stored.
type Channel struct {
	world *World

	ID, GuildID, ParentID, OwnerID string
	Name                           string
	Kind                           int // wire.ChannelText and so on
	Position                       int
	Recipients                     []string
	Thread

	// Tags and NeedsTag are a forum's.
	Tags     []wire.Tag
	NeedsTag bool

	overwrites  map[string]*wire.Overwrite // nil in threads and direct conversations
	messages    []string                   // public and ephemeral, in order
	lastMessage string
	oldEdits    traffic.Window // edits of old messages
}

// AddChannel gives a new channel and its tags ids, and tells the bot.
func (g *Guild) AddChannel(ch *Channel, id ...string) {
	ch.world, ch.ID, ch.GuildID = g.world, g.world.idOr(id), g.ID
	for i := range ch.Tags {
		ch.Tags[i].ID = g.world.NewID()
	}
	ch.Position, ch.overwrites = len(g.channels), map[string]*wire.Overwrite{}
	ch.addToWorld()
}

// RestoreChannel brings back a thread or direct conversation from an earlier run, if its guild,
// parent channel and people exist in this run.
func (w *World) RestoreChannel(ch *Channel) {
	g := w.Guilds[ch.GuildID]
	switch {
	case !ch.IsDM() && (g == nil || w.Channels[ch.ParentID] == nil),
		slices.ContainsFunc(ch.Recipients, func(id string) bool { return w.Users[id] == nil }):
		return
	}
	ch.world = w
	w.Channels[ch.ID] = ch
	if g != nil {
		g.channels = append(g.channels, ch.ID)
	}
	w.state.ids.Reserve(ch.ID)
}

// Guild is nil in a direct conversation.
func (ch *Channel) Guild() *Guild { return ch.world.Guilds[ch.GuildID] }

// Parent is nil outside threads.
func (ch *Channel) Parent() *Channel { return ch.world.Channels[ch.ParentID] }

func (ch *Channel) IsThread() bool {
	return ch.Kind == wire.ChannelPublicThread || ch.Kind == wire.ChannelPrivateThread
}

// Messages returns the present state of the wanted messages, oldest first, deleted ones too.
func (ch *Channel) Messages(wanted func(*wire.Message) bool) []*wire.Message {
	var list []*wire.Message
	for _, id := range ch.messages {
		if r := ch.world.Messages.records[id]; r != nil && wanted(r.Current) {
			list = append(list, r.Current)
		}
	}
	return list
}

func (ch *Channel) Say(u *User, text string) *wire.Message {
	m := body.Blank(ch.ID)
	m.Content = text
	ch.world.Messages.post(ch, m, u, &body.Message{}, body.ForChannel)
	return m
}

// Updated tells observers and the bot that the channel has changed.
func (ch *Channel) Updated() wire.Channel {
	ch.world.changed(Change{Channel: ch.ID})
	ch.emit("UPDATE")
	return ch.Wire()
}

// emit tells the bot of CHANNEL_ or THREAD_ and what, such as "CREATE", but nothing of a thread
// that it does not see.
func (ch *Channel) emit(what string) {
	switch {
	case !ch.IsThread():
		ch.world.state.Emit("CHANNEL_"+what, told(ch))
	case ch.SeenBy(ch.world.Bot.ID):
		sent := ch.Wire()
		sent.NewlyCreated = what == "CREATE"
		ch.world.state.Emit("THREAD_"+what, sent)
	}
}

// told returns what events say of a channel, little since 16 November 2026 if it is hidden.
// https://github.com/discord/discord-api-docs/pull/8454
func told(ch *Channel) wire.Channel {
	if !ch.HiddenFromBot() {
		return ch.Wire()
	}
	return wire.Channel{ID: ch.ID, Type: ch.Kind, GuildID: ch.GuildID, Name: wire.HiddenName, Position: ch.Position,
		ParentID: orNull(ch.ParentID), Flags: wire.FlagHidden, PermissionOverwrites: []wire.Overwrite{
			{ID: ch.GuildID, Type: wire.OverwriteRole, Deny: wire.ViewChannel}}}
}

// SetOverwrite allows and denies permissions to a role or member, and tells the bot.
func (ch *Channel) SetOverwrite(id string, kind int, allow, deny wire.Permissions) {
	o := ch.overwrites[id]
	if o == nil {
		o = &wire.Overwrite{ID: id, Type: kind}
		ch.overwrites[id] = o
	}
	o.Allow = o.Allow&^deny | allow
	o.Deny = o.Deny&^allow | deny
	ch.emit("UPDATE")
}

// Drop deletes a channel of a guild, with its threads and messages, and tells the bot. Of the
// threads of a deleted channel Discord tells nothing.
func (ch *Channel) Drop() {
	for _, other := range ch.Guild().Channels() {
		if other.ParentID == ch.ID {
			ch.Guild().remove(other)
		}
	}
	ch.Guild().remove(ch)
	ch.emit("DELETE")
}

func (g *Guild) remove(ch *Channel) {
	w := g.world
	for _, id := range slices.Clone(ch.messages) {
		delete(w.Messages.records, id)
		w.changed(Change{Message: id})
	}
	delete(w.Channels, ch.ID)
	w.changed(Change{Channel: ch.ID})
	g.channels = slices.DeleteFunc(g.channels, func(id string) bool { return id == ch.ID })
}

// Commands returns the commands of a type that a user can use in the channel.
func (ch *Channel) Commands(kind int, userID string) []*wire.Command {
	var list []*wire.Command
	installed := ch.Installed(userID)
	mine := ch.Permissions(userID)
	for _, c := range ch.world.Commands {
		if c.Type == kind && mine.Has(wire.UseApplicationCommands) && c.Permits(mine) &&
			c.UsableIn(ch.GuildID == "", installed) {
			list = append(list, c)
		}
	}
	return list
}

func (ch *Channel) Wire() wire.Channel {
	sent := wire.Channel{ID: ch.ID, Type: ch.Kind, GuildID: ch.GuildID, Name: ch.Name, Position: ch.Position,
		OwnerID: ch.OwnerID, AvailableTags: ch.Tags,
		ParentID: orNull(ch.ParentID), LastMessageID: orNull(ch.lastMessage)}
	for _, id := range slices.Sorted(maps.Keys(ch.overwrites)) {
		sent.PermissionOverwrites = append(sent.PermissionOverwrites, *ch.overwrites[id])
	}
	for _, id := range ch.Recipients {
		sent.Recipients = append(sent.Recipients, ch.world.Users[id].Wire())
	}
	if ch.NeedsTag {
		sent.Flags |= wire.FlagRequireTag
	}
	if ch.IsThread() {
		ch.Thread.addTo(&sent, len(ch.messages))
	}
	return sent
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// DM is nil if there is none.
func (w *World) DM(userID string) *Channel {
	for _, ch := range w.Channels {
		if ch.IsDM() && slices.Contains(ch.Recipients, userID) {
			return ch
		}
	}
	return nil
}

// OpenDM returns the direct conversation of a person with the bot, a new one if there is none. It
// tells no bot, as Discord does since API v8.
func (w *World) OpenDM(u *User) *Channel {
	if ch := w.DM(u.ID); ch != nil {
		return ch
	}
	ch := &Channel{world: w, ID: w.NewID(), Kind: wire.ChannelDM, Recipients: []string{u.ID}}
	w.Channels[ch.ID] = ch
	w.changed(Change{Channel: ch.ID})
	return ch
}

// Installed returns whose installations let a user use the bot here: the guild under "0", the user
// under "1".
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners-object
func (ch *Channel) Installed(userID string) map[string]string {
	owners := map[string]string{}
	switch g := ch.Guild(); {
	case g != nil && g.HasCommands:
		owners["0"] = g.ID
	case ch.IsDM() && ch.world.sharesGuild(userID):
		owners["0"] = "0"
	}
	if ch.world.Users[userID].Installed {
		owners["1"] = userID
	}
	return owners
}

func (ch *Channel) IsDM() bool { return ch.Kind == wire.ChannelDM }

// DMRefusal returns why the bot may not write into a direct conversation, or nil. The bot cannot
// know it before, so it is not the bot's fault.
func (ch *Channel) DMRefusal() *wire.Refusal {
	refusal := &wire.Refusal{Status: http.StatusForbidden, Excused: true}
	switch {
	case !ch.IsDM():
		return nil
	case !ch.world.sharesGuild(ch.Recipients[0]):
		refusal.Code = wire.CodeNoMutualGuilds
		refusal.Message = "Cannot send messages to this user due to having no mutual guilds"
	case ch.world.Users[ch.Recipients[0]].ClosedDMs:
		refusal.Code, refusal.Message = wire.CodeCannotDM, "Cannot send messages to this user"
	default:
		return nil
	}
	return refusal
}

// sharesGuild reports whether a user shares one with the bot.
func (w *World) sharesGuild(userID string) bool {
	for _, g := range w.Guilds {
		if g.HasBot && g.members[userID] != nil {
			return true
		}
	}
	return false
}

func (w *World) SetClosedDMs(u *User, closed bool) {
	u.ClosedDMs = closed
	w.changed(Change{User: u.ID})
}

// recipientsOf returns whom a new direct message notifies without a mention: all but its author.
func (ch *Channel) recipientsOf(author string, p body.Purpose, before *wire.Message) []string {
	if p != body.ForChannel || before != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(ch.Recipients), func(id string) bool { return id == author })
}
