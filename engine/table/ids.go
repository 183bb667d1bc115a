package table

import "strconv"

// ID identifies a table. IDs are never reused, and 0 is no table.
type ID uint64

// Version is the number of events in a table's log.
type Version uint32

// The Discord IDs (snowflakes) that a table remembers, each with its own type. 0 is none.
type (
	// GuildID identifies a server.
	GuildID uint64
	// ChannelID identifies a channel or a thread.
	ChannelID uint64
	// UserID identifies a person or a computer player; see ComputerID.
	UserID uint64
	// RoleID identifies a role on a server.
	RoleID uint64
	// MessageID identifies a message.
	MessageID uint64
	// InteractionID identifies a delivered command or button press.
	InteractionID uint64
)

func (id ID) String() string            { return strconv.FormatUint(uint64(id), 10) }
func (id GuildID) String() string       { return strconv.FormatUint(uint64(id), 10) }
func (id ChannelID) String() string     { return strconv.FormatUint(uint64(id), 10) }
func (id UserID) String() string        { return strconv.FormatUint(uint64(id), 10) }
func (id RoleID) String() string        { return strconv.FormatUint(uint64(id), 10) }
func (id MessageID) String() string     { return strconv.FormatUint(uint64(id), 10) }
func (id InteractionID) String() string { return strconv.FormatUint(uint64(id), 10) }
