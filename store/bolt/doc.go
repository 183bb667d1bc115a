// Package bolt is the store that keeps all the bot's tables, results and settings in one file on
// disk. It does not know the rules of the games.
//
// It implements [store.Store] with go.etcd.io/bbolt, a copy-on-write B+ tree. After a crash the
// file holds the last committed state. Readers see a single moment while the writer goes on.
//
// One goroutine makes all changes (writer.go). It commits everything that waits in one transaction,
// so that many tables share the disk's two flushes. With 64 busy tables that is some thirty times
// as fast as single commits, and a lone commit waits for nothing. Every flush is real; no setting
// turns flushing off.
//
// Only one process has the file, so who claims which queue of the outbox is kept in memory
// (leases.go). What the file holds at the start belonged to an earlier process.
//
// The package copes with bad disks and bad files. A full disk refuses the commit and does no other
// harm. The file has a checksum of all its entries with the number of the transaction that wrote it
// (sum.go), and each table has one of its log. A clean stop leaves a mark in the file. A start
// without that mark first has another process of the program check all pages and the checksum
// (structure.go), and refuses a file with changed entries, or with pages of an older transaction.
// Damage that appears later makes the call that meets it return [ErrCorrupt], and stops all further
// writing so that it does not spread.
//
// A player's data can be erased (erase.go). The writer then has all free pages used once, so that
// the file's bytes do not keep it either (overwrite.go).
//
// bbolt locks the file against other processes. A running program therefore offers copies
// on a Unix socket beside the file (socket.go). [Backup] and [CheckFile] use that socket, or the
// file itself when no program has it open.
package bolt
