package announce

import (
	"context"

	"amytis/bot/play/tables"
	"amytis/store"
)

// kind says what the entries of a kind do, and which wait for each other.
type kind struct {
	// carryOut does what an entry asks for.
	carryOut func(*poster, context.Context, *entry) (store.Settlement, error)
	lane     lane
	log      bool // the entry tells what happened, which only the log knows
	apart    bool // it lets the entries of the channel's own game go first
	// newer says which later entries replace an entry, because they update the same message.
	newer newer
}

// lane is a queue of a channel, or of a user.
type lane uint8

const (
	// messages post or edit messages.
	messages lane = iota
	// threads open threads, while a table has no other entry, and change their tags.
	threads
	// strips remove the buttons of old messages.
	strips
	// directs send direct messages.
	directs
)

type newer uint8

const (
	none     newer = iota
	each           // every later one
	sameFrom       // those that tell the same events and more
)

var kinds = map[string]kind{
	tables.PostLobby:     {carryOut: (*poster).sendLobby, log: true, newer: each},
	tables.PostTable:     {carryOut: (*poster).sendTable, log: true},
	tables.FollowLive:    {carryOut: (*poster).editTable, log: true, newer: sameFrom},
	tables.EditTable:     {carryOut: (*poster).editTable, log: true},
	tables.PostReminder:  {carryOut: (*poster).sendNotice, log: true},
	tables.PostCall:      {carryOut: (*poster).sendNotice, log: true},
	tables.PostExtension: {carryOut: (*poster).sendNotice, log: true},
	tables.PostPause:     {carryOut: (*poster).sendNotice, log: true},
	tables.PostNext:      {carryOut: (*poster).sendNext, log: true},
	tables.PostSummary:   {carryOut: (*poster).sendSummary, log: true},
	tables.PostAsk:       {carryOut: (*poster).sendAsk, log: true},
	tables.PostLost:      {carryOut: (*poster).sendLost, log: true},
	tables.PostRestored:  {carryOut: (*poster).sendRestored, log: true, newer: each},
	tables.NoteThread:    {carryOut: (*poster).postFirst, apart: true},
	tables.OpenThread:    {carryOut: (*poster).openThread, apart: true, lane: threads},
	tables.OpenPost:      {carryOut: (*poster).postFirst, apart: true, lane: threads},
	tables.TagPost:       {carryOut: (*poster).tagPost, lane: threads, newer: each},
	tables.StripButtons:  {carryOut: (*poster).stripButtons, lane: strips},
}
