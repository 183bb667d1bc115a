// Package e2e has the end-to-end tests of the bot: players use commands, buttons and menus of a
// local Discord, with a real bot, Discord library and store behind it. The package itself is empty.
//
// The folders, by what they test:
//
//   - games: whole games of every kind, by commands and by panels; special rules of single games.
//   - computers: games with computer players, also with a bot that is killed.
//   - tables: everything around a game: lobbies, rematches, threads, settings, moderators, players
//     who left the server.
//   - turns: taking a turn: simultaneous and outdated actions, typed texts, resigning, time limits,
//     quiet hours, hints.
//   - lookups: what a player can look up: boards, past turns, rules, records, the leaderboard, own
//     games.
//   - reader: a player who does not see plays whole games by the texts and labels alone.
//   - lessons: the guided first games, played in every language with right and wrong presses.
//   - faults: failing requests, outages, restarts, kills, deleted channels and messages, missing
//     permissions.
//   - secrets: hidden hands and tokens appear nowhere.
//   - crashlab: kills, lost replies, forgotten nonces, full disks and restored backups, with an
//     oracle.
//   - load: the soak test and the benchmarks.
//   - harness: the environment and the players that all of them use; see there for how to write a
//     test.
//
// Run one folder with "go test ./bot/e2e/games", all of them quickly with "go test -short
// ./bot/e2e/...".
package e2e
