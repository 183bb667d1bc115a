// Package e2e has the end-to-end tests of the bot: players use commands, buttons and menus of a
// local Discord, with a real bot, Discord library and store behind it. The package itself is empty.
//
// The folders, by what they test:
//
//   - play: what players do, in files by what they test: whole games by commands and panels, turns,
//     lobbies, settings, what can be looked up, computer players, lessons.
//   - reader: a player who does not see plays whole games by the texts and labels alone.
//   - faults: failing requests, outages, restarts, kills, deleted channels and messages, missing
//     permissions, several bots that share a store.
//   - secrets: hidden hands and tokens appear nowhere.
//   - crashlab: kills, lost replies, forgotten nonces, full disks and restored backups, with an
//     oracle.
//   - load: replicas that fail, a simulated week, and the benchmarks.
//   - harness: the environment and the players that all of them use; see there for how to write a
//     test.
//
// Run one folder with "go test ./bot/e2e/play". With AMYTIS_LONG=1 its tests play more, and those
// run too that wait for killed programs.
package e2e
