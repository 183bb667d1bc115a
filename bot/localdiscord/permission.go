package localdiscord

import "strconv"

// Permissions is a set of Discord's permission bits.
// https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags
type Permissions uint64

// The permissions this Discord knows.
const (
	Administrator          Permissions = 1 << 3
	ManageChannels         Permissions = 1 << 4
	ManageGuild            Permissions = 1 << 5
	AddReactions           Permissions = 1 << 6
	ViewChannel            Permissions = 1 << 10
	SendMessages           Permissions = 1 << 11
	ManageMessages         Permissions = 1 << 13
	EmbedLinks             Permissions = 1 << 14
	AttachFiles            Permissions = 1 << 15
	ReadMessageHistory     Permissions = 1 << 16
	MentionEveryone        Permissions = 1 << 17
	ManageRoles            Permissions = 1 << 28
	UseApplicationCommands Permissions = 1 << 31
	ManageThreads          Permissions = 1 << 34
	CreatePublicThreads    Permissions = 1 << 35
	CreatePrivateThreads   Permissions = 1 << 36
	SendMessagesInThreads  Permissions = 1 << 38

	allPermissions Permissions = 1<<54 - 1
)

// DefaultUserPermissions is what a member has unless told otherwise.
const DefaultUserPermissions = ViewChannel | SendMessages | AddReactions | EmbedLinks | AttachFiles |
	ReadMessageHistory | UseApplicationCommands | CreatePublicThreads | SendMessagesInThreads

// DefaultBotPermissions is what the bot has in a new guild unless told otherwise: all that a game needs.
const DefaultBotPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory |
	UseApplicationCommands | CreatePublicThreads | SendMessagesInThreads | ManageThreads | AddReactions

// dmPermissions is what everybody has in a direct conversation.
const dmPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | AddReactions |
	UseApplicationCommands | MentionEveryone

// Has tells whether all of q are in p. An administrator has everything.
func (p Permissions) Has(q Permissions) bool {
	return p&Administrator != 0 || p&q == q
}

func (p Permissions) String() string { return strconv.FormatUint(uint64(p), 10) }

// MarshalJSON writes the decimal text that Discord uses.
func (p Permissions) MarshalJSON() ([]byte, error) { return []byte(`"` + p.String() + `"`), nil }

// overwrite changes permissions in one channel.
type overwrite struct {
	ID    string      `json:"id"`
	Type  int         `json:"type"` // 0 role, 1 member
	Allow Permissions `json:"allow"`
	Deny  Permissions `json:"deny"`
}

// permissionsIn is what a member may do in a channel, with the channel's overwrites applied.
// https://discord.com/developers/docs/topics/permissions#permission-overwrites
func (w *world) permissionsIn(userID string, ch *channelState) Permissions {
	if ch.guildID == "" {
		if ch.hasRecipient(userID) || userID == w.bot.id {
			return dmPermissions
		}
		return 0
	}
	guild := w.guilds[ch.guildID]
	if guild == nil {
		return 0
	}
	member := guild.members[userID]
	if member == nil {
		return 0
	}
	p := member.permissions
	if p&Administrator != 0 || guild.ownerID == userID {
		return allPermissions
	}
	rules := ch
	if ch.isThread() {
		if parent := w.channels[ch.parentID]; parent != nil {
			rules = parent
		}
	}
	for _, who := range []string{ch.guildID, userID} {
		if o := rules.overwrites[who]; o != nil {
			p = p&^o.Deny | o.Allow
		}
	}
	if p&ViewChannel == 0 {
		return 0
	}
	if ch.kind == channelPrivateThread && !ch.threadMembers[userID] && p&ManageThreads == 0 {
		return 0
	}
	return p
}
