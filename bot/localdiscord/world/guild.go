package world

import (
	"maps"
	"slices"
	"time"

	"amytis/bot/localdiscord/wire"
)

// Guild is a guild ("server" to its members).
type Guild struct {
	world    *World
	ID, Name string
	Locale   string
	members  map[string]*Member
	channels []string // in order of creation, threads included
	extra    []wire.Role
	joined   time.Time
	HasBot   bool
	// HasCommands says that the bot's commands can be used, with the bot or without it.
	HasCommands bool
}

type Member struct {
	user *User
	nick string
	// roleID is the personal role that carries the member's permissions.
	roleID      string
	Permissions wire.Permissions
	joined      time.Time
	timedOut    *time.Time // the end of the last timeout
}

func (g *Guild) Member(userID string) *Member { return g.members[userID] }

// MemberIDs has the oldest first.
func (g *Guild) MemberIDs() []string { return slices.SortedFunc(maps.Keys(g.members), wire.CompareIDs) }

func (g *Guild) join(u *User, p wire.Permissions) {
	if m := g.members[u.ID]; m != nil {
		m.Permissions = p
		return
	}
	g.members[u.ID] = &Member{user: u, roleID: g.world.NewID(), Permissions: p, joined: g.world.Now().UTC()}
}

func (g *Guild) addBot(p wire.Permissions) {
	g.HasBot, g.HasCommands = true, true
	g.join(g.world.Bot, p)
	g.world.state.Emit("GUILD_CREATE", g.WireCreate())
}

// Channels are the text channels and threads, in order of creation.
func (g *Guild) Channels() []*Channel {
	list := make([]*Channel, 0, len(g.channels))
	for _, id := range g.channels {
		list = append(list, g.world.Channels[id])
	}
	return list
}

// Roles are the everyone role, without permissions, then a role for each member with exactly that
// member's permissions, then other roles without permissions.
func (g *Guild) Roles() []wire.Role {
	roles := []wire.Role{{ID: g.ID, Name: "@everyone"}}
	for i, id := range g.MemberIDs() {
		m := g.members[id]
		roles = append(roles, wire.Role{ID: m.roleID, Name: m.user.Name, Position: i + 1, Permissions: m.Permissions,
			Managed: m.user.Bot})
	}
	return append(roles, g.extra...)
}

// Role is nil if there is none.
func (g *Guild) Role(id string) *wire.Role {
	roles := g.Roles()
	i := slices.IndexFunc(roles, func(r wire.Role) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return &roles[i]
}

func (m *Member) Wire(withUser bool) wire.Member {
	sent := wire.Member{Roles: []string{m.roleID}, JoinedAt: m.joined, TimedOut: m.timedOut}
	if m.nick != "" {
		nick := m.nick
		sent.Nick = &nick
	}
	if withUser {
		user := m.user.Wire()
		sent.User = &user
	}
	return sent
}

// ownerID is somebody else, since the owner of a guild may do everything.
const ownerID = "1150000000000000002"

// Wire has no channels and members.
func (g *Guild) Wire() wire.Guild {
	return wire.Guild{ID: g.ID, Name: g.Name, OwnerID: ownerID, PreferredLocale: g.Locale, Roles: g.Roles()}
}

// WireCreate returns what GUILD_CREATE says. The bot is the only member, for lack of the intent.
func (g *Guild) WireCreate() wire.Guild {
	sent := g.Wire()
	joined := g.joined
	sent.JoinedAt = &joined
	sent.MemberCount = len(g.members)
	if bot := g.members[g.world.Bot.ID]; bot != nil {
		sent.Members = []wire.Member{bot.Wire(true)}
	}
	for _, ch := range g.Channels() {
		switch {
		case !ch.IsThread():
			sent.Channels = append(sent.Channels, told(ch))
		case !ch.Thread.Archived && ch.SeenBy(g.world.Bot.ID):
			sent.Threads = append(sent.Threads, ch.Wire())
		}
	}
	return sent
}

// Permissions returns what a user may do in the channel, with the channel's overwrites applied.
// https://discord.com/developers/docs/topics/permissions#permission-overwrites
func (ch *Channel) Permissions(userID string) wire.Permissions {
	if ch.world.Channels[ch.ID] == nil {
		return 0
	}
	if ch.GuildID == "" {
		if slices.Contains(ch.Recipients, userID) || userID == ch.world.Bot.ID {
			return wire.DMPermissions
		}
		return 0
	}
	member := ch.Guild().members[userID]
	if member == nil {
		return 0
	}
	p := member.Permissions
	if p&wire.Administrator != 0 {
		return wire.AllPermissions
	}
	rules := ch
	if ch.IsThread() {
		if parent := ch.Parent(); parent != nil {
			rules = parent
		}
	}
	for _, id := range []string{ch.GuildID, member.roleID, userID} {
		if o := rules.overwrites[id]; o != nil {
			p = p&^o.Deny | o.Allow
		}
	}
	if p&wire.ViewChannel == 0 {
		return 0
	}
	if until := member.timedOut; until != nil && ch.world.Now().Before(*until) {
		p &= wire.ViewChannel | wire.ReadMessageHistory
	}
	return p
}

func (ch *Channel) May(userID string, p wire.Permissions) bool { return ch.Permissions(userID).Has(p) }

// SeenBy reports whether a user sees the channel. The bot also has to be in a private thread, and
// needs CONNECT for a voice channel: without it Discord denies all else there.
// https://discord.com/developers/docs/topics/permissions#implicit-permissions
func (ch *Channel) SeenBy(userID string) bool {
	need := wire.ViewChannel
	switch {
	case userID != ch.world.Bot.ID:
	case ch.Kind == wire.ChannelPrivateThread && !ch.HasBot:
		need |= wire.ManageThreads
	case ch.Kind == wire.ChannelVoice:
		need |= wire.Connect
	}
	return ch.May(userID, need)
}

func (ch *Channel) HiddenFromBot() bool { return !ch.May(ch.world.Bot.ID, wire.ViewChannel) }

// memberIn returns a member with the permissions in a channel, nil for others and where g is nil.
func (g *Guild) memberIn(ch *Channel, userID string, withUser bool) *wire.Member {
	if g == nil || g.members[userID] == nil {
		return nil
	}
	sent := g.members[userID].Wire(withUser)
	p := ch.Permissions(userID)
	sent.Permissions = &p
	return &sent
}
