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
	apart    bool  // it lets the entries of the channel's own game go first
	newer    newer // later entries that replace an entry: they update the same message
}

// lane is a queue of a channel, or of a user.
type lane uint8

const (
	messages lane = iota // post or edit messages
	threads              // open threads, while a table has no other entry, and change their tags
	strips               // remove the buttons of old messages
	directs              // send direct messages
)

type newer uint8

const (
	none     newer = iota
	each           // every later one
	sameFrom       // those that tell the same events and more
)

var kinds = map[string]kind{
	tables.PostLobby:     {carryOut: (*poster).sendLobby, newer: each},
	tables.PostTable:     {carryOut: (*poster).sendTable},
	tables.FollowLive:    {carryOut: (*poster).editTable, newer: sameFrom},
	tables.EditTable:     {carryOut: (*poster).editTable},
	tables.PostReminder:  {carryOut: (*poster).sendNotice},
	tables.PostCall:      {carryOut: (*poster).sendNotice},
	tables.PostExtension: {carryOut: (*poster).sendNotice},
	tables.PostPause:     {carryOut: (*poster).sendNotice},
	tables.PostNext:      {carryOut: (*poster).sendNext},
	tables.PostSummary:   {carryOut: (*poster).sendSummary},
	tables.PostAsk:       {carryOut: (*poster).sendAsk},
	tables.PostLost:      {carryOut: (*poster).sendLost},
	tables.PostRestored:  {carryOut: (*poster).sendRestored, newer: each},
	tables.NoteThread:    {carryOut: (*poster).postFirst, apart: true},
	tables.OpenThread:    {carryOut: (*poster).openThread, apart: true, lane: threads},
	tables.OpenPost:      {carryOut: (*poster).postFirst, apart: true, lane: threads},
	tables.TagPost:       {carryOut: (*poster).tagPost, lane: threads, newer: each},
	tables.StripButtons:  {carryOut: (*poster).stripButtons, lane: strips},
}
