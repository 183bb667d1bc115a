package store

import "amytis/engine/table"

// Summary is what a store tells of itself without a long check.
type Summary struct {
	// Schema is the store's schema, and Needs the one that this program uses. A store with an older
	// schema is updated by the next start; its Open is empty.
	Schema, Needs int
	// Program is the program that has last written the store.
	Program string
	// InUse means that a running program has answered. A store in a database does not know.
	InUse bool
	// Open lists the channels with an open table.
	Open []Place
}

// Place is a channel or thread of a server.
type Place struct {
	Guild   table.GuildID
	Channel table.ChannelID
}
