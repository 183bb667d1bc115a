// Package engine is the contract between a board game and everything around it.
//
// A game is described once, by a type that implements [Rules]: its verbs with typed arguments, its
// legal moves, what a move does, what each seat may see, and the score. What else it can do, it
// implements as abilities, such as [Dealer] or [Thinker]. [Define] turns the description into a
// [Game]. The record notation, the slash commands, autocomplete, random players and the test suite
// (engine/gametest) are all derived from it. The example in bot/play/games/tictactoe is a complete
// small game. Computer players think on a [Mind], a scratch position that changes in place.
//
// The engine knows no clock, no network and no global randomness. Shuffles come in as data (the
// setup), and the caller that deals passes the source of chance. Tables, players' names in chat and
// words for players are elsewhere: see engine/table and bot/text.
//
// Comments cite rules by ruling (G-6, T-10) or by section, and files such as gardens.md. Of the
// files only record.md, the notation of records, is in this repository. Players read the same
// rulings under the same numbers with /rules, from bot/text/catalog/*/*_rules.toml.
package engine
