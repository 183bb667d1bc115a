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
	// Load fills the store with the records that dump calls each with, in the order of a Dump, all
	// or none. It checks the store, compares its dump, and returns the digest of both. Nobody else
	// may use the store.
	//
	// The error is ErrNotEmpty if the store holds anything, unless replace is set; then an error
	// leaves the store empty.
	Load(ctx context.Context, replace bool, dump func(each func(Record) error) error) (Digest, error)
	// Loading reports whether the store is of no use but for another Load, see [ErrLoading].
	Loading(ctx context.Context) (bool, error)
}

// Record is an entry of a store, see package core, valid only during the call that gets it.
type Record struct {
	Kind       string
	Key, Value []byte
}

// Digest counts a dump's records by kind and sums up all of them.
type Digest struct {
	Counts map[string]int
	Sum    string // SHA-256 in hexadecimal
}
