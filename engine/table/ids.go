package table

import "strconv"

// ID identifies a table. IDs are never reused, and 0 is no table.
type ID uint64

// Version is the number of events in a table's log.
type Version uint32

// The Discord IDs (snowflakes) that a table remembers, each with its own type. 0 is none.
type (
	GuildID   uint64
	ChannelID uint64
	// UserID identifies a person or a computer player; see ComputerID.
	UserID    uint64
	RoleID    uint64
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

// direct marks a direct channel in place of a server. No ID of Discord has it.
const direct GuildID = 1 << 63

// DirectGuild returns what stands for a server in a direct channel, apart from all others.
func DirectGuild(channel ChannelID) GuildID { return GuildID(channel) | direct }

func (id GuildID) Direct() bool { return id&direct != 0 }

// ParseID reads an ID as Discord writes it, in decimal; 0 if it is none.
func ParseID[T ~uint64](id string) T {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	return T(n)
}
