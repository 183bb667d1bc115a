package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"iter"
	"slices"
)

var ErrNotEmpty = errors.New("store: it is not empty")

// ErrLoading means that the store holds a part of a Load whose process has ended.
var ErrLoading = errors.New("store: moving another store here was cut short: do that again with amytis store move")

var ErrContradiction = errors.New("store: the dump contradicts itself")

// Movable is a store whose content can be copied into another one, of any implementation.
type Movable interface {
	// Dump calls each with every record of one moment, in the order of the kinds, then by ID,
	// number and name. An error of each ends the dump.
	Dump(ctx context.Context, each func(Record) error) error
	// Load fills an empty store with the records of a dump, in its order, with all of them or none.
	// The error is ErrNotEmpty if the store holds anything, otherwise the first one of records.
	// Nobody else uses the store meanwhile. Messages of the outbox count as inherited, since they
	// may have been posted.
	Load(ctx context.Context, records iter.Seq2[Record, error]) error
	// Loading reports whether the store is of no use but for another Load, see [ErrLoading].
	Loading(ctx context.Context) (bool, error)
}

// Record is one entry of a dump. Dumps of equal stores are equal, whatever keeps them.
type Record struct {
	Kind RecordKind `json:"kind"`
	// ID, Number and Name are the key. The kind says which of them it uses.
	ID     uint64 `json:"id,omitempty"`
	Number uint64 `json:"number,omitempty"`
	Name   string `json:"name,omitempty"`
	// Value is JSON. The kind says of what.
	Value json.RawMessage `json:"value"`
}

type RecordKind string

// The leaderboards follow from these records.
const (
	// TableRecord is a table by its ID. The value is a [TableState].
	TableRecord RecordKind = "table"
	// EventRecord is an event of the table ID, byte for byte as it is stored. The number is its
	// version.
	EventRecord RecordKind = "event"
	// ReviewRecord is the review of the table ID, byte for byte.
	ReviewRecord RecordKind = "review"
	// ResultRecord is a [Result] of the server ID. The number counts its results from 1, by commit.
	ResultRecord RecordKind = "result"
	// InteractionRecord is the time at which the interaction ID was committed, in Unix
	// milliseconds.
	InteractionRecord RecordKind = "interaction"
	// MessageRecord is an [Entry] of the outbox. The ID counts them from 1, in the order of Seq.
	MessageRecord RecordKind = "message"
	// SettingsRecord is the [Settings] of the server ID.
	SettingsRecord RecordKind = "settings"
	// PreferencesRecord is the [Preferences] of the user ID.
	PreferencesRecord RecordKind = "preferences"
	// NoteRecord is a note by its name. The value is a string.
	NoteRecord RecordKind = "note"
)

func RecordKinds() []RecordKind {
	return []RecordKind{
		TableRecord, EventRecord, ReviewRecord, ResultRecord, InteractionRecord, MessageRecord,
		SettingsRecord, PreferencesRecord, NoteRecord,
	}
}

// TableState is the value of a [TableRecord].
type TableState struct {
	Header Header `json:"header"`
	// Deadline is the last commit's.
	Deadline int64 `json:"deadline,omitempty"`
}

// NewRecord returns a record with the JSON of a value. A json.RawMessage stays as it is.
func NewRecord(kind RecordKind, id, number uint64, name string, value any) (Record, error) {
	r := Record{Kind: kind, ID: id, Number: number, Name: name}
	if raw, is := value.(json.RawMessage); is {
		r.Value = bytes.Clone(raw)
		return r, nil
	}
	var err error
	if r.Value, err = json.Marshal(value); err != nil {
		return r, fmt.Errorf("store: %s: %w", r, err)
	}
	return r, nil
}

// Read decodes the value into v. It refuses fields that v does not have: they would be lost.
func (r Record) Read(v any) error {
	d := json.NewDecoder(bytes.NewReader(r.Value))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	switch {
	case err == nil:
		return nil
	case json.Unmarshal(r.Value, v) == nil:
		return fmt.Errorf("store: %s: %w: a newer program may have written it", r, err)
	}
	return fmt.Errorf("store: %s: %w", r, err)
}

// String names the record in error messages, such as "event 3 of 12".
func (r Record) String() string {
	switch {
	case r.Name != "":
		return fmt.Sprintf("%s %q", r.Kind, r.Name)
	case r.Number != 0:
		return fmt.Sprintf("%s %d of %d", r.Kind, r.Number, r.ID)
	}
	return fmt.Sprintf("%s %d", r.Kind, r.ID)
}

const (
	BatchRecords = 4096
	batchBytes   = 4 << 20
)

// Batches returns the records some at a time, each batch of one kind, until the first error. It
// refuses records of an unknown kind or counter, out of order or repeated, and values that are not
// JSON.
func Batches(records iter.Seq2[Record, error]) iter.Seq2[[]Record, error] {
	kinds := RecordKinds()
	return func(yield func([]Record, error) bool) {
		var batch []Record
		last, lastKind, size := Record{}, -1, 0
		for r, err := range records {
			kind := slices.Index(kinds, r.Kind)
			switch {
			case err != nil:
			case kind < 0:
				err = fmt.Errorf("store: unknown kind of record %q: a newer program may have written it", r.Kind)
			case kind < lastKind || kind == lastKind && compareKeys(last, r) >= 0:
				err = fmt.Errorf("store: %s comes after %s", r, last)
			case !json.Valid(r.Value):
				err = fmt.Errorf("store: %s: the value is not JSON", r)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if len(batch) > 0 && (kind != lastKind || len(batch) == BatchRecords || size >= batchBytes) {
				if !yield(batch, nil) {
					return
				}
				batch, size = nil, 0
			}
			batch, size = append(batch, r), size+len(r.Value)
			last, lastKind = r, kind
		}
		if len(batch) > 0 {
			yield(batch, nil)
		}
	}
}

func compareKeys(a, b Record) int {
	return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Number, b.Number), cmp.Compare(a.Name, b.Name))
}

// Digest counts a dump's records by kind and sums them up. Stores with equal content have equal
// digests.
type Digest struct {
	sum    hash.Hash
	counts map[RecordKind]int
}

func NewDigest() *Digest { return &Digest{sha256.New(), map[RecordKind]int{}} }

// Add adds a record, in the order of [Movable].Dump.
func (d *Digest) Add(r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	d.sum.Write(append(line, '\n'))
	d.counts[r.Kind]++
	return nil
}

func (d *Digest) Count(kind RecordKind) int { return d.counts[kind] }

// Sum returns the SHA-256 of the records as lines of JSON, in hexadecimal.
func (d *Digest) Sum() string { return hex.EncodeToString(d.sum.Sum(nil)) }
