// Package table is the life of a table as a pure state machine: a game in a
// channel from its lobby to its end, as a fold over a log of events.
//
// The log is the truth; a [Table] is what it adds up to. Nothing here knows
// storage, Discord or the clock: times and shuffles come in as data. Loading,
// checking versions and committing is the bot's and the store's work.
package table
