// Package postgres is the store that keeps the bot's tables, results and settings in a PostgreSQL
// database. Several replicas of the bot can share it. It does not know the rules of the games.
//
// The schema is in the folder schema; Open creates and updates it (migrate.go). A commit is one
// call of a function in the database, and so one round trip. The function refuses a commit by an
// error code, of which errors.go makes an error of package store.
//
// If the connection breaks, nobody knows whether the call has taken effect, and the package tries
// again for a while (server.go), which is short if somebody waits, see [store.Hasty]. Every commit
// carries a token: its interaction or a random number. So a second try never stores it twice, and
// its refusal as a duplicate means that the first one succeeded.
//
// A handle leases all messages of a channel, by the server's clock (queue.go). It looks for
// messages of other handles from time to time, since a notification in a transaction would make all
// commits wait for each other.
//
// A deleted or erased row stays in the server's files until VACUUM frees its place, and in the
// write-ahead log and in backups as long as they exist. This package cannot overwrite it.
package postgres
