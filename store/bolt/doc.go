// Package bolt keeps the store in one file, by go.etcd.io/bbolt: a B+ tree that
// is copied on write, so that a crash at any point leaves the last committed
// state, and a reader sees one moment while the writer goes on.
//
// All changes go through one goroutine, which takes whatever is waiting and
// commits it in one transaction (see writer.go): the disk's two flushes are
// shared by all who wait, which makes 64 tables at once some thirty times as
// fast as one after the other, and costs a lone one nothing. Every flush is
// real; there is no setting that turns it off.
//
// The package trusts neither the disk nor the file. A full disk refuses the
// commit and nothing else; a damaged page becomes [ErrCorrupt] in the call that
// met it, and ends all writing, since writing on would spread the damage.
//
// bbolt's lock keeps other processes out of the file, so a running program
// offers backup and check on a socket beside it (see socket.go); [Backup] and
// [CheckFile] use that, or the file itself when nobody has it open.
package bolt
