// Package engine is the contract between a board game and everything around it.
//
// A game is described once, as a value of [Rules]: its verbs with typed
// arguments, its legal moves, what a move does, what each seat may see, and
// the score. [Define] turns that description into a [Game]; the record
// notation, the slash commands, autocomplete, random players and the test suite
// (engine/gametest) are all derived from it.
//
// The engine knows no clock, no network and no global randomness: shuffles come
// in as data (the setup), and whoever deals hands in the source of chance. It
// is not the place for tables, players' names in chat, or words a player reads:
// see engine/table and bot/text.
package engine
