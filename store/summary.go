package store

import "amytis/engine/table"

// Summary is what a store says of itself without a long check.
type Summary struct {
	// Empty says that a database has no store yet.
	Empty bool
	// InUse means that a running program has answered. It is always false for a database.
	InUse bool
	// Lost, if not "", says that the file of the running program is no longer at the store's path,
	// and what to do.
	Lost string
	Open []Place
	// FreeConns is how many more connections a database allows.
	FreeConns int
}

// Place is a channel or thread of a server.
type Place struct {
	Guild   table.GuildID
	Channel table.ChannelID
}

type Counts struct {
	// Lobbies and Running count the open tables in a channel.
	Lobbies, Running int
	// Outbox counts the messages to send.
	Outbox int
	// Oldest is when the first of them was added, in Unix milliseconds, 0 for none.
	Oldest int64
}
