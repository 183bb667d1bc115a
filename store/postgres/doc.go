// Package postgres is the store in a PostgreSQL database, which several replicas of the bot can
// share: package core on the entries of one table. It knows nothing of games.
//
// A commit is one call of the function in schema.sql, so one round trip. The function makes changes
// in the order of their keys, so no two wait for each other, and refuses those that do not hold.
//
// If the connection breaks, the call may have taken effect or not, and the package tries again for
// a while (server.go), a short one if somebody waits, see [entries.Hasty]. The database keeps the
// number of each handle's last changes, so a second try never makes them twice.
//
// A handle tells the others that it has added to the outbox by NOTIFY, after the commit
// (listen.go). Where the server has no LISTEN they look every second.
//
// The package is made for PostgreSQL 13 to 17. It was also tried behind pgbouncer 1.18 by
// transaction, and with PGlite, which does all but two transactions at once, but not with
// CockroachDB and YugabyteDB.
//
// A deleted or erased entry stays in the server's files until VACUUM frees its place, and in the
// write-ahead log and in backups as long as they exist. This package cannot overwrite it.
package postgres
