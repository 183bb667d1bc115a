package world

import (
	"maps"
	"net/http"
	"slices"

	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
)

// Channel is a text channel, forum, thread or direct conversation. Exported fields are stored.
type Channel struct {
	posted
	Kind
	ID, GuildID, ParentID, OwnerID string
	Name                           string
	Position                       int
	Recipients                     []string
	Thread

	// Offered and NeedsTag are the tags of a forum, and whether posts need one.
	Offered  []wire.Tag
	NeedsTag bool

	overwrites map[string]*wire.Overwrite // nil in threads and direct conversations
	oldEdits   traffic.Window             // edits of old messages
}

// posted has the messages of a channel.
type posted struct {
	world       *World
	messages    []string // public and ephemeral, in order
	lastMessage string
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
	w.reserve(ch.ID)
}

// Guild is nil in a direct conversation.
func (ch *Channel) Guild() *Guild { return ch.world.Guilds[ch.GuildID] }

// Parent is nil outside threads.
func (ch *Channel) Parent() *Channel { return ch.world.Channels[ch.ParentID] }

// Kind is wire.ChannelText and so on.
type Kind int

func (k Kind) IsThread() bool { return k == wire.ChannelPublicThread || k == wire.ChannelPrivateThread }

func (k Kind) IsDM() bool { return k == wire.ChannelDM }

// Sending is the permission to write there.
func (k Kind) Sending() wire.Permissions {
	if k.IsThread() {
		return wire.SendMessagesInThreads
	}
	return wire.SendMessages
}

// Find returns the present state of the wanted messages, oldest first, deleted ones too.
func (p *posted) Find(wanted func(*wire.Message) bool) []*wire.Message {
	var list []*wire.Message
	for _, id := range p.messages {
		if r := p.world.Messages.records[id]; r != nil && wanted(r.Current) {
			list = append(list, r.Current)
		}
	}
	return list
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
	deny := wire.Overwrite{ID: ch.GuildID, Type: wire.OverwriteRole, Deny: wire.ViewChannel}
	return wire.Channel{ID: ch.ID, Type: int(ch.Kind), GuildID: ch.GuildID, Name: wire.HiddenName,
		Position: ch.Position, ParentID: orNull(ch.ParentID), Flags: wire.FlagHidden,
		PermissionOverwrites: []wire.Overwrite{deny}}
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

func (ch *Channel) Wire() wire.Channel {
	sent := wire.Channel{ID: ch.ID, Type: int(ch.Kind), GuildID: ch.GuildID, Name: ch.Name, Position: ch.Position,
		OwnerID: ch.OwnerID, AvailableTags: ch.Offered,
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
	ch := &Channel{posted: posted{world: w}, ID: w.NewID(), Kind: wire.ChannelDM, Recipients: []string{u.ID}}
	w.Channels[ch.ID] = ch
	w.changed(Change{Channel: ch.ID})
	return ch
}

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
	case ch.world.Users[ch.Recipients[0]].closedDMs:
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
