package bolt

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"amytis/engine/table"
	"amytis/store"
)

// The buckets. Numbers in keys are big-endian, so that the order of keys is the
// order of numbers; all of them are 8 bytes but for versions with 4.
var (
	// metaBucket: schema, created, program.
	metaBucket = []byte("meta")
	// tablesBucket: table, version -> the event's JSON; and behind a table's
	// last event, at version afterLog, its record: a move then changes one
	// page where two buckets would make it two, and the branches above them.
	tablesBucket = []byte("tables")
	// openBucket: channel -> the table that is open in it.
	openBucket = []byte("open")
	// roomsBucket: channel, table -> nothing; all tables of a channel.
	roomsBucket = []byte("rooms")
	// playersBucket: guild, user, table -> nothing; the open tables of a
	// player.
	playersBucket = []byte("players")
	// dueBucket: time, table -> nothing; see deadlines.go for which time.
	dueBucket = []byte("due")
	// seenBucket: interaction -> time of its commit.
	seenBucket = []byte("seen")
	// outboxBucket: seq -> the message's JSON. Its sequence gives seq.
	outboxBucket = []byte("outbox")
	// resultsBucket: guild, number -> the result's JSON. Its sequence gives
	// the number, so a guild's results are in the order in which they were
	// rated, and the leaderboard can be computed anew.
	resultsBucket = []byte("results")
	// rowsBucket: guild, length of game (1), game, user -> the row's JSON.
	rowsBucket = []byte("rows")
	// settingsBucket: guild -> the settings' JSON.
	settingsBucket = []byte("settings")
	// preferencesBucket: user -> the preferences' JSON.
	preferencesBucket = []byte("preferences")
	// notesBucket: name -> value.
	notesBucket = []byte("notes")
)

var buckets = [][]byte{
	metaBucket, tablesBucket, openBucket, roomsBucket, playersBucket, dueBucket,
	seenBucket, outboxBucket, resultsBucket, rowsBucket, settingsBucket, preferencesBucket,
	notesBucket,
}

// nothing is the value of keys that say it all. Not nil: bbolt's Get could not
// tell that from a missing key.
var nothing = []byte{}

// key joins numbers to a key.
func key[N ~uint64](n N) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(n))
}

func key2[N, M ~uint64](n N, m M) []byte {
	b := make([]byte, 0, 16)
	b = binary.BigEndian.AppendUint64(b, uint64(n))
	return binary.BigEndian.AppendUint64(b, uint64(m))
}

func playerKey(guild table.GuildID, user table.UserID, id table.ID) []byte {
	return binary.BigEndian.AppendUint64(key2(guild, user), uint64(id))
}

// afterLog is a version that no event has.
const afterLog table.Version = 1<<32 - 1

func headKey(id table.ID) []byte { return logKey(id, afterLog) }

func logKey(id table.ID, v table.Version) []byte {
	b := make([]byte, 0, 12)
	b = binary.BigEndian.AppendUint64(b, uint64(id))
	return binary.BigEndian.AppendUint32(b, uint32(v))
}

// timeKey maps times to numbers of the same order, those before 1970 too.
func timeKey(ms int64) uint64 { return uint64(ms) ^ 1<<63 }

func keyTime(n uint64) int64 { return int64(n ^ 1<<63) }

func keyVersion(k []byte) table.Version {
	if len(k) != 12 {
		return 0
	}
	return table.Version(binary.BigEndian.Uint32(k[8:]))
}

func rowPrefix(guild table.GuildID, game string) []byte {
	b := make([]byte, 0, 8+1+len(game)+8)
	b = binary.BigEndian.AppendUint64(b, uint64(guild))
	b = append(b, byte(len(game)))
	return append(b, game...)
}

func rowKey(guild table.GuildID, game string, user table.UserID) []byte {
	return binary.BigEndian.AppendUint64(rowPrefix(guild, game), uint64(user))
}

// number reads the i-th 8 bytes of a key or value, 0 if it is too short.
func number(b []byte, i int) uint64 {
	if len(b) < 8*i+8 {
		return 0
	}
	return binary.BigEndian.Uint64(b[8*i:])
}

// record is a table's header as it is kept: what every commit changes comes
// first in fixed places, then the rest as JSON. A move leaves the JSON as it
// is, and comparing the bytes tells that no index needs care.
type record struct {
	version   table.Version
	announced table.Version
	last      table.MessageID
	deadline  int64
	due       int64  // time of the entry in the due bucket, 0 for none
	result    uint64 // number in the results bucket, 0 for none
	rest      []byte // JSON of the header without what is above
}

const recordFixed = 4 + 4 + 8 + 8 + 8 + 8

func (r *record) encode() []byte {
	b := make([]byte, 0, recordFixed+len(r.rest))
	b = binary.BigEndian.AppendUint32(b, uint32(r.version))
	b = binary.BigEndian.AppendUint32(b, uint32(r.announced))
	b = binary.BigEndian.AppendUint64(b, uint64(r.last))
	b = binary.BigEndian.AppendUint64(b, uint64(r.deadline))
	b = binary.BigEndian.AppendUint64(b, uint64(r.due))
	b = binary.BigEndian.AppendUint64(b, r.result)
	return append(b, r.rest...)
}

// decodeRecord reads a stored record; rest stays part of b.
func decodeRecord(id table.ID, b []byte) (record, error) {
	if len(b) < recordFixed {
		return record{}, fmt.Errorf("%w: the header of table %d has %d bytes", ErrCorrupt, id, len(b))
	}
	return record{
		version:   table.Version(binary.BigEndian.Uint32(b)),
		announced: table.Version(binary.BigEndian.Uint32(b[4:])),
		last:      table.MessageID(binary.BigEndian.Uint64(b[8:])),
		deadline:  int64(binary.BigEndian.Uint64(b[16:])),
		due:       int64(binary.BigEndian.Uint64(b[24:])),
		result:    binary.BigEndian.Uint64(b[32:]),
		rest:      b[recordFixed:],
	}, nil
}

// header puts the record together again.
func (r *record) header(id table.ID) (store.Header, error) {
	var h store.Header
	if err := json.Unmarshal(r.rest, &h); err != nil {
		return h, fmt.Errorf("%w: the header of table %d: %v", ErrCorrupt, id, err)
	}
	h.Version, h.Announced, h.LastMessage = r.version, r.announced, r.last
	return h, nil
}

// encodeRest is the JSON of what a record does not keep in fixed places.
func encodeRest(h store.Header) ([]byte, error) {
	h.Version, h.Announced, h.LastMessage = 0, 0, 0
	return json.Marshal(h)
}
