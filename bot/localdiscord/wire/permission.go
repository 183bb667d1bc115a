package wire

import "strconv"

// Permissions is a set of Discord's permission bits.
// https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags
type Permissions uint64

// The permissions that this Discord knows.
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
	UseExternalEmojis      Permissions = 1 << 18
	Connect                Permissions = 1 << 20
	UseApplicationCommands Permissions = 1 << 31
	ManageThreads          Permissions = 1 << 34
	CreatePublicThreads    Permissions = 1 << 35
	SendMessagesInThreads  Permissions = 1 << 38

	AllPermissions Permissions = 1<<54 - 1
)

const DefaultUserPermissions = ViewChannel | SendMessages | AddReactions | EmbedLinks | AttachFiles |
	ReadMessageHistory | UseApplicationCommands | CreatePublicThreads | SendMessagesInThreads

// DefaultBotPermissions is what the bot may do in a new guild: what the README's invite asks for.
const DefaultBotPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory |
	CreatePublicThreads | SendMessagesInThreads

// DMPermissions is what both sides of a direct conversation may do.
const DMPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | AddReactions |
	UseApplicationCommands | MentionEveryone

// Has reports whether p includes all of q. An administrator has everything.
func (p Permissions) Has(q Permissions) bool { return p&Administrator != 0 || p&q == q }

func (p Permissions) String() string { return strconv.FormatUint(uint64(p), 10) }

func (p Permissions) MarshalJSON() ([]byte, error) { return []byte(`"` + p.String() + `"`), nil }

// Overwrite changes the permissions of one role or member in one channel.
type Overwrite struct {
	ID    string      `json:"id"`
	Type  int         `json:"type"` // OverwriteRole or OverwriteMember
	Allow Permissions `json:"allow"`
	Deny  Permissions `json:"deny"`
}

const (
	OverwriteRole   = 0
	OverwriteMember = 1
)
