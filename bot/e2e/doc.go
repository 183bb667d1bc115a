// Package e2e, itself empty, has the end-to-end tests of the bot: players use a local Discord, with
// a real bot, Discord library and store behind it. The folders, by what they test:
//
//   - play: whole games by commands and panels, turns, lobbies, settings, lookups, computer
//     players, lessons.
//   - reader: a player who does not see plays whole games by the texts and labels alone.
//   - faults: failing requests, outages, restarts, deletions, missing permissions, shared stores.
//   - secrets: hidden hands and tokens appear nowhere.
//   - load: replicas that fail, kills, full disks and restored backups, a simulated week, and the
//     benchmarks.
//   - harness: the environment and the players of all tests; see there for how to write a test.
//
// Run one with "go test ./bot/e2e/play"; AMYTIS_LONG=1 has tests play more and kill programs.
package e2e
