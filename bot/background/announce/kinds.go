package announce

import (
	"context"

	"amytis/bot/play/tables"
	"amytis/store"
)

// kind says what the entries of a kind do, and which wait for each other.
type kind struct {
	send  func(*poster, context.Context, *entry) (store.Settlement, error)
	lane  lane
	log   bool // the entry tells what happened, which only the log knows
	apart bool // it waits for entries of its table only, not for others in the channel
	// posts says which entries post a new message, as far as that is known without their table.
	posts posting
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
	// strips remove the buttons and clocks of old messages.
	strips
	// directs send direct messages.
	directs
)

type posting uint8

const (
	always posting = iota
	never
	first // the later ones edit it
)

type newer uint8

const (
	none     newer = iota
	each           // every later one
	sameFrom       // those that tell the same events and more
)

var kinds = map[string]kind{
	tables.PostLobby:     {send: (*poster).sendLobby, log: true, posts: first, newer: each},
	tables.PostTable:     {send: (*poster).sendTable, log: true},
	tables.FollowLive:    {send: (*poster).editTable, log: true, posts: never, newer: sameFrom},
	tables.EditTable:     {send: (*poster).editTable, log: true, posts: never},
	tables.PostReminder:  {send: (*poster).sendNotice, log: true},
	tables.PostCall:      {send: (*poster).sendNotice, log: true},
	tables.PostExtension: {send: (*poster).sendNotice, log: true},
	tables.PostPause:     {send: (*poster).sendNotice, log: true},
	tables.PostNext:      {send: (*poster).sendNext, log: true},
	tables.PostSummary:   {send: (*poster).sendSummary, log: true},
	tables.PostAsk:       {send: (*poster).sendAsk, log: true},
	tables.PostLost:      {send: (*poster).sendLost, log: true},
	tables.PostRestored:  {send: (*poster).sendRestored, log: true, newer: each},
	tables.NoteThread:    {send: (*poster).noteInChannel, apart: true},
	tables.OpenThread:    {send: (*poster).threadUnder, apart: true, posts: never, lane: threads},
	tables.OpenPost:      {send: (*poster).noteInChannel, apart: true, posts: never, lane: threads},
	tables.TagPost:       {send: (*poster).tagPost, posts: never, lane: threads, newer: each},
	tables.StripButtons:  {send: (*poster).strip, posts: never, lane: strips},
	tables.EndClocks:     {send: (*poster).endClocks, posts: never, lane: strips},
}
