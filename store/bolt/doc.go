// Package bolt is the store that keeps all the bot's tables, results and settings in one file on
// disk. It does not know the rules of the games.
//
// It implements [store.Store] with go.etcd.io/bbolt, a copy-on-write B+ tree. After a crash the
// file holds the last committed state. Readers see a single moment while the writer goes on.
//
// One goroutine makes all changes (writer.go), and commits everything that waits in one
// transaction. So many tables share the disk's two flushes: 64 busy ones get some thirty times as
// many commits, and a lone commit waits for nothing. No setting turns flushing off.
//
// Only one process has the file, so who has which queue of the outbox is only in memory
// (leases.go).
//
// A full disk refuses the commit and does no other harm. The file has a checksum of all entries
// with the number of the transaction that wrote it (sum.go), and each table has a checksum of its
// log. A clean stop leaves a mark in the file. A start without that mark has another process of the
// program check all pages and the checksum (structure.go), and refuses changed entries and pages of
// an older transaction. Damage that appears later gives [ErrCorrupt] and stops all writing, so that
// it does not spread.
//
// To erase a player's data (erase.go), the writer has all free pages used once, so that the file's
// bytes do not keep it (overwrite.go).
//
// bbolt locks the file against other processes. A running program offers copies on a Unix socket
// beside the file (socket.go), which [Backup] and [CheckFile] use.
package bolt
