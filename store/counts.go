package store

// Counts are the numbers of things in a store that change all the time.
type Counts struct {
	// Lobbies and Running are the open tables in a channel, by status.
	Lobbies, Running int
	// Outbox is the number of messages that are still to send.
	Outbox int
	// Oldest is when the first of them was added, in Unix milliseconds, 0 if there is none.
	Oldest int64
}
