package table

import "strconv"

// ID names a table; never reused. Zero is none.
type ID uint64

// Version counts the events of a table's log: the version after event n is n.
type Version uint32

// The snowflakes of Discord that a table remembers, each a type of its own.
// Zero is none.
type (
	// GuildID is a server.
	GuildID uint64
	// ChannelID is a channel or a thread.
	ChannelID uint64
	// UserID is a person, or a bot.
	UserID uint64
	// RoleID is a role on a server.
	RoleID uint64
	// MessageID is a message.
	MessageID uint64
	// InteractionID is a command or a press, as delivered.
	InteractionID uint64
)

func (id ID) String() string            { return strconv.FormatUint(uint64(id), 10) }
func (id GuildID) String() string       { return strconv.FormatUint(uint64(id), 10) }
func (id ChannelID) String() string     { return strconv.FormatUint(uint64(id), 10) }
func (id UserID) String() string        { return strconv.FormatUint(uint64(id), 10) }
func (id RoleID) String() string        { return strconv.FormatUint(uint64(id), 10) }
func (id MessageID) String() string     { return strconv.FormatUint(uint64(id), 10) }
func (id InteractionID) String() string { return strconv.FormatUint(uint64(id), 10) }
