package store

import (
	"context"
	"errors"
)

var ErrNotEmpty = errors.New("store: it is not empty")

// ErrLoading means that the store holds a part of a Load whose process has ended.
var ErrLoading = errors.New("store: moving another store here was cut short: do that again with amytis store move")

// Movable is a store whose content can be copied into another one, with any database.
type Movable interface {
	// Dump calls each with every record of one moment, in order. An error of each ends the dump.
	// Stores with equal content have equal dumps.
	Dump(ctx context.Context, each func(Record) error) error
	// Load fills the store with the records that dump calls each with, all of them or none. They
	// come in the order of a dump. Then it checks the store, and compares its dump. It returns the
	// digest of both.
	//
	// The error is ErrNotEmpty if the store holds anything, unless replace is set; then an error
	// leaves the store empty. Nobody else uses the store meanwhile. Messages of the outbox count as
	// inherited, since they may have been posted.
	Load(ctx context.Context, replace bool, dump func(each func(Record) error) error) (Digest, error)
	// Loading reports whether the store is of no use but for another Load, see [ErrLoading].
	Loading(ctx context.Context) (bool, error)
}

// Record is one entry of a store, as package core keeps it. It is valid only during the call that
// gets it.
type Record struct {
	Kind       string
	Key, Value []byte
}

// Digest counts a dump's records by kind and sums up all of them.
type Digest struct {
	Counts map[string]int
	// Sum is a SHA-256 in hexadecimal.
	Sum string
}
