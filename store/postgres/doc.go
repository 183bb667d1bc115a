// Package postgres is the store that keeps the bot's tables, results and settings in a PostgreSQL
// database. Several replicas of the bot can share it. It does not know the rules of the games.
//
// It implements [store.Store] with github.com/jackc/pgx/v5. The schema is in the folder schema;
// Open creates it and updates it (migrate.go). A commit is one call of a function in the database,
// so it costs one round trip. The function refuses a commit by raising an error with a code that
// errors.go maps to those of package store.
//
// If the connection breaks, nobody knows whether the call has taken effect. The package then tries
// again for a while (server.go). Every commit carries a token, which is its interaction or a random
// number. So a second try never stores a commit twice, and its refusal as a duplicate means that
// the first one succeeded.
//
// The outbox is claimed by channel (queue.go): a handle leases all messages of a channel, by the
// clock of the server. Messages of other handles are found by looking for them from time to time,
// since a notification in a transaction would make all commits wait for each other.
//
// A deleted row stays in the server's files until VACUUM frees its place, which the server does by
// itself, and in the write-ahead log and in backups as long as those are kept. That is also true
// of what Erase replaces: this package cannot overwrite it.
package postgres
