package store

type Counts struct {
	// Lobbies and Running count the open tables in a channel.
	Lobbies, Running int
	// Outbox counts the messages to send.
	Outbox int
	// Oldest is when the first of them was added, in Unix milliseconds, 0 for none.
	Oldest int64
}
