// Package bolt is the store in one file on disk: package core on the entries of package boltdb.
// This package opens, checks, copies and restores the file. It knows nothing of games.
//
// A full disk refuses the commit and does no other harm. After a crash the file holds the last
// committed state. All pages are checked before a file is used (pages.go), since bbolt could crash
// or hang on a damaged one. If bbolt cannot understand a page later, the error is
// [store.ErrDamaged] and all writing stops, so that the damage does not spread.
//
// bbolt never changes a page, so the free pages of the file still hold what was erased. They are
// overwritten when the program stops or starts, or within a day (remains.go).
//
// bbolt locks the file against other processes. A running program offers copies on a Unix socket
// beside the file (socket.go), which [Backup] and [CheckFile] use.
package bolt
