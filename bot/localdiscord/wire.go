package localdiscord

import "time"

// The objects of this file are what Discord sends. Fields that a game bot never reads are left out where Discord's
// documentation marks them as optional.

// UserInfo is a user object, as others see a user or the bot. https://discord.com/developers/docs/resources/user#user-object
type UserInfo struct {
	ID            string  `json:"id"`
	Username      string  `json:"username"`
	Discriminator string  `json:"discriminator"`
	GlobalName    *string `json:"global_name"`
	Avatar        *string `json:"avatar"`
	Bot           bool    `json:"bot,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
}

func (u *userState) wire() UserInfo {
	wire := UserInfo{ID: u.id, Username: u.name, Discriminator: "0", Bot: u.bot}
	if u.displayName != "" {
		name := u.displayName
		wire.GlobalName = &name
	}
	return wire
}

// wireMember is a guild member object. https://discord.com/developers/docs/resources/guild#guild-member-object
type wireMember struct {
	User                       *UserInfo    `json:"user,omitempty"`
	Nick                       *string      `json:"nick"`
	Avatar                     *string      `json:"avatar"`
	Roles                      []string     `json:"roles"`
	JoinedAt                   time.Time    `json:"joined_at"`
	PremiumSince               *time.Time   `json:"premium_since"`
	Deaf                       bool         `json:"deaf"`
	Mute                       bool         `json:"mute"`
	Flags                      int          `json:"flags"`
	Pending                    bool         `json:"pending"`
	CommunicationDisabledUntil *time.Time   `json:"communication_disabled_until"`
	Permissions                *Permissions `json:"permissions,omitempty"`
}

func (m *memberState) wire(withUser bool) wireMember {
	wire := wireMember{Roles: append([]string{m.roleID}, m.given...), JoinedAt: m.joined}
	if m.nick != "" {
		nick := m.nick
		wire.Nick = &nick
	}
	if withUser {
		user := m.user.wire()
		wire.User = &user
	}
	return wire
}

// wireRole is a role object. https://discord.com/developers/docs/topics/permissions#role-object
type wireRole struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Color       int         `json:"color"`
	Hoist       bool        `json:"hoist"`
	Position    int         `json:"position"`
	Permissions Permissions `json:"permissions"`
	Managed     bool        `json:"managed"`
	Mentionable bool        `json:"mentionable"`
	Flags       int         `json:"flags"`
}

// roles are the everyone role, without permissions, one role for each member that carries exactly what was given to the
// member: so what a bot computes from roles agrees with what is enforced; and further ones without permissions.
func (g *guildState) roles() []wireRole {
	roles := []wireRole{{ID: g.id, Name: "@everyone"}}
	for i, id := range g.memberIDs() {
		m := g.members[id]
		roles = append(roles, wireRole{ID: m.roleID, Name: m.user.name, Position: i + 1, Permissions: m.permissions,
			Managed: m.user.bot})
	}
	return append(roles, g.further...)
}

// wireThread is the part of a channel object that only threads have.
type wireThread struct {
	Archived            bool      `json:"archived"`
	AutoArchiveDuration int       `json:"auto_archive_duration"`
	ArchiveTimestamp    time.Time `json:"archive_timestamp"`
	Locked              bool      `json:"locked"`
	Invitable           *bool     `json:"invitable,omitempty"`
	CreateTimestamp     time.Time `json:"create_timestamp"`
}

// wireThreadMember is a thread member object.
type wireThreadMember struct {
	ID            string    `json:"id"`
	UserID        string    `json:"user_id"`
	JoinTimestamp time.Time `json:"join_timestamp"`
	Flags         int       `json:"flags"`
}

// wireChannel is a channel object. https://discord.com/developers/docs/resources/channel#channel-object
type wireChannel struct {
	ID                   string       `json:"id"`
	Type                 int          `json:"type"`
	GuildID              string       `json:"guild_id,omitempty"`
	Name                 string       `json:"name,omitempty"`
	Topic                *string      `json:"topic"`
	Position             int          `json:"position"`
	ParentID             *string      `json:"parent_id"`
	OwnerID              string       `json:"owner_id,omitempty"`
	LastMessageID        *string      `json:"last_message_id"`
	NSFW                 bool         `json:"nsfw"`
	RateLimitPerUser     int          `json:"rate_limit_per_user"`
	Flags                int          `json:"flags"`
	PermissionOverwrites []overwrite  `json:"permission_overwrites,omitempty"`
	Permissions          *Permissions `json:"permissions,omitempty"`
	Recipients           []UserInfo   `json:"recipients,omitempty"`

	MessageCount   *int              `json:"message_count,omitempty"`
	MemberCount    *int              `json:"member_count,omitempty"`
	ThreadMetadata *wireThread       `json:"thread_metadata,omitempty"`
	Member         *wireThreadMember `json:"member,omitempty"`
	NewlyCreated   bool              `json:"newly_created,omitempty"`
}

func (w *world) wireChannel(ch *channelState) wireChannel {
	wire := wireChannel{ID: ch.id, Type: ch.kind, GuildID: ch.guildID, Name: ch.name, Position: ch.position,
		OwnerID: ch.ownerID, NSFW: ch.nsfw, RateLimitPerUser: ch.slowmode,
		Topic: orNull(ch.topic), ParentID: orNull(ch.parentID), LastMessageID: orNull(ch.lastMessage)}
	for _, who := range sortedKeys(ch.overwrites) {
		wire.PermissionOverwrites = append(wire.PermissionOverwrites, *ch.overwrites[who])
	}
	for _, id := range ch.recipients {
		wire.Recipients = append(wire.Recipients, w.users[id].wire())
	}
	if ch.isThread() {
		w.addThread(&wire, ch)
	}
	return wire
}

func (w *world) addThread(wire *wireChannel, ch *channelState) {
	messages, members := len(ch.messages), len(ch.threadMembers)
	wire.MessageCount, wire.MemberCount = &messages, &members
	wire.ThreadMetadata = &wireThread{Archived: ch.archived, Locked: ch.locked, AutoArchiveDuration: ch.autoArchive,
		ArchiveTimestamp: ch.archiveChanged, CreateTimestamp: idTime(ch.id)}
	if ch.kind == channelPrivateThread {
		invitable := ch.invitable
		wire.ThreadMetadata.Invitable = &invitable
	}
	if ch.threadMembers[w.bot.id] {
		wire.Member = &wireThreadMember{ID: ch.id, UserID: w.bot.id, JoinTimestamp: ch.archiveChanged}
	}
}

// wireGuild is a guild object, with the fields of GUILD_CREATE. https://discord.com/developers/docs/resources/guild
type wireGuild struct {
	ID                          string        `json:"id"`
	Name                        string        `json:"name"`
	Icon                        *string       `json:"icon"`
	OwnerID                     string        `json:"owner_id"`
	PreferredLocale             string        `json:"preferred_locale"`
	Features                    []string      `json:"features"`
	Roles                       []wireRole    `json:"roles"`
	Emojis                      []any         `json:"emojis"`
	Stickers                    []any         `json:"stickers"`
	VerificationLevel           int           `json:"verification_level"`
	DefaultMessageNotifications int           `json:"default_message_notifications"`
	ExplicitContentFilter       int           `json:"explicit_content_filter"`
	NSFWLevel                   int           `json:"nsfw_level"`
	PremiumTier                 int           `json:"premium_tier"`
	AfkTimeout                  int           `json:"afk_timeout"`
	MfaLevel                    int           `json:"mfa_level"`
	SystemChannelFlags          int           `json:"system_channel_flags"`
	JoinedAt                    *time.Time    `json:"joined_at,omitempty"`
	MemberCount                 int           `json:"member_count,omitempty"`
	Large                       bool          `json:"large"`
	Unavailable                 bool          `json:"unavailable"`
	Members                     []wireMember  `json:"members,omitempty"`
	Channels                    []wireChannel `json:"channels,omitempty"`
	Threads                     []wireChannel `json:"threads,omitempty"`
}

func (g *guildState) wire() wireGuild {
	return wireGuild{ID: g.id, Name: g.name, OwnerID: g.ownerID, PreferredLocale: g.locale, Features: []string{},
		Roles: g.roles(), Emojis: []any{}, Stickers: []any{}}
}

// wireGuildCreate is what the gateway tells about a guild: without the members intent, only the bot's own membership.
func (w *world) wireGuildCreate(g *guildState) wireGuild {
	wire := g.wire()
	joined := g.joined
	wire.JoinedAt, wire.MemberCount = &joined, len(g.members)
	if me := g.members[w.bot.id]; me != nil {
		wire.Members = []wireMember{me.wire(true)}
	}
	for _, id := range g.channels {
		ch := w.channels[id]
		switch {
		case ch.isThread():
			if !ch.archived && w.visible(w.bot.id, ch) {
				wire.Threads = append(wire.Threads, w.wireChannel(ch))
			}
		default:
			wire.Channels = append(wire.Channels, w.wireChannel(ch))
		}
	}
	return wire
}

// wireMemberOf is a member with user and, if a channel is given, the permissions there.
func (w *world) wireMemberOf(g *guildState, userID string, in *channelState) *wireMember {
	m := g.members[userID]
	if m == nil {
		return nil
	}
	wire := m.wire(true)
	if in != nil {
		p := w.permissionsIn(userID, in)
		wire.Permissions = &p
	}
	return &wire
}
