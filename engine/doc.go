// Package engine is the contract between a board game and everything around it.
//
// A type that implements [Rules] describes a game once: its verbs with typed arguments, its legal
// moves, what a move does, what each seat may see, and the score. What else it can do are
// abilities, such as [Dealer] or [Thinker]. [Define] makes a [Game] of it. Notation, commands,
// autocomplete, random players and the test suite (engine/gametest) are derived from it. A small
// example is bot/play/games/tictactoe. Computer players think on a [Mind].
//
// The engine knows no clock, no network and no global randomness: shuffles are data (the setup),
// and callers pass the source of chance. For tables and words see engine/table and bot/text.
//
// Comments cite rules by ruling (G-6, T-10) or by section and file (gardens.md, not in this
// repository). Players read the rulings with /rules, from bot/text/catalog/*/*_rules.toml.
package engine
