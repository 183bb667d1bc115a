package bolt

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"amytis/engine/table"
	"amytis/store"
)

// Numbers in keys have 8 bytes, versions 4. All are big-endian, so that keys sort like them.
var (
	// metaBucket holds schema, created, program and sum.
	metaBucket = []byte("meta")
	// tablesBucket maps table, version to the event's JSON. The table's record comes after its last
	// event, at version afterLog. So a move changes one page; with two buckets it would be two, and
	// the branch pages above them.
	tablesBucket = []byte("tables")
	// openBucket maps a channel to its open table.
	openBucket = []byte("open")
	// channelsBucket lists channel, table.
	channelsBucket = []byte("rooms")
	// playersBucket lists guild, user, table for open tables.
	playersBucket = []byte("players")
	// dueBucket lists time, table, see Due.
	dueBucket = []byte("due")
	// seenBucket maps an interaction to the time of its commit.
	seenBucket = []byte("seen")
	// outboxBucket maps seq to the message's JSON. The bucket's sequence provides seq.
	outboxBucket = []byte("outbox")
	// resultsBucket maps guild, number to the result's JSON. The bucket's sequence provides the
	// number. So results are in the order in which they were rated, and leaderboards can be
	// recomputed.
	resultsBucket = []byte("results")
	// rowsBucket maps guild, length of board (1 byte), its name, user to the row's JSON.
	rowsBucket = []byte("rows")
	// settingsBucket maps a guild to JSON.
	settingsBucket = []byte("settings")
	// preferencesBucket maps a user to JSON.
	preferencesBucket = []byte("preferences")
	// reviewsBucket maps a table to JSON.
	reviewsBucket = []byte("reviews")
	notesBucket   = []byte("notes")
)

var buckets = [][]byte{
	metaBucket, tablesBucket, openBucket, channelsBucket, playersBucket, dueBucket,
	seenBucket, outboxBucket, resultsBucket, rowsBucket, settingsBucket, preferencesBucket,
	reviewsBucket, notesBucket,
}

// contentBuckets are the buckets of what users have made.
var contentBuckets = buckets[1:]

// noValue is the value of entries that have only a key. Get returns nil for a missing key, so it is
// not nil.
var noValue = []byte{}

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

// afterLog is a version above all versions of events.
const afterLog table.Version = 1<<32 - 1

func headKey(id table.ID) []byte { return logKey(id, afterLog) }

func logKey(id table.ID, v table.Version) []byte {
	b := make([]byte, 0, 12)
	b = binary.BigEndian.AppendUint64(b, uint64(id))
	return binary.BigEndian.AppendUint32(b, uint32(v))
}

// timeKey maps Unix milliseconds to numbers that sort the same way, also before 1970.
func timeKey(ms int64) uint64 { return uint64(ms) ^ 1<<63 }

func keyTime(n uint64) int64 { return int64(n ^ 1<<63) }

func keyVersion(k []byte) table.Version {
	if len(k) != 12 {
		return 0
	}
	return table.Version(binary.BigEndian.Uint32(k[8:]))
}

func rowPrefix(guild table.GuildID, board store.Board) []byte {
	name := board.Name()
	b := make([]byte, 0, 8+1+len(name)+8)
	b = binary.BigEndian.AppendUint64(b, uint64(guild))
	b = append(b, byte(len(name)))
	return append(b, name...)
}

func rowKey(guild table.GuildID, board store.Board, user table.UserID) []byte {
	return binary.BigEndian.AppendUint64(rowPrefix(guild, board), uint64(user))
}

// number returns the i-th 8-byte number of a key or value, 0 if it is too short.
func number(b []byte, i int) uint64 {
	if len(b) < 8*i+8 {
		return 0
	}
	return binary.BigEndian.Uint64(b[8*i:])
}

// record is a table's header as stored: what every commit changes at fixed positions, then JSON. A
// move leaves the JSON unchanged, so comparing its bytes shows that no index needs an update.
type record struct {
	version   table.Version
	announced table.Version
	last      table.MessageID
	deadline  int64
	due       int64  // time of the entry in the due bucket, 0 for none
	result    uint64 // number in the results bucket, 0 for none
	chain     uint64 // checksum of the log, see chain
	rest      []byte // JSON of the header without the fields above
}

const recordFixed = 4 + 4 + 8 + 8 + 8 + 8 + 8

func (r *record) encode() []byte {
	b := make([]byte, 0, recordFixed+len(r.rest))
	b = binary.BigEndian.AppendUint32(b, uint32(r.version))
	b = binary.BigEndian.AppendUint32(b, uint32(r.announced))
	b = binary.BigEndian.AppendUint64(b, uint64(r.last))
	b = binary.BigEndian.AppendUint64(b, uint64(r.deadline))
	b = binary.BigEndian.AppendUint64(b, uint64(r.due))
	b = binary.BigEndian.AppendUint64(b, r.result)
	b = binary.BigEndian.AppendUint64(b, r.chain)
	return append(b, r.rest...)
}

// decodeRecord returns a record whose rest shares memory with b.
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
		chain:     binary.BigEndian.Uint64(b[40:]),
		rest:      b[recordFixed:],
	}, nil
}

func (r *record) header(id table.ID) (store.Header, error) {
	h, err := decode[store.Header](r.rest, "the header of table %d", id)
	h.Version, h.Announced, h.LastMessage = r.version, r.announced, r.last
	return h, err
}

// decode reads JSON. what and args name it in the error.
func decode[T any](stored []byte, what string, args ...any) (v T, err error) {
	if err := json.Unmarshal(stored, &v); err != nil {
		return v, fmt.Errorf("%w: %s: %v", ErrCorrupt, fmt.Sprintf(what, args...), err)
	}
	return v, nil
}

// encodeRest returns the JSON of the fields without fixed positions.
func encodeRest(h store.Header) ([]byte, error) {
	h.Version, h.Announced, h.LastMessage = 0, 0, 0
	return json.Marshal(h)
}
