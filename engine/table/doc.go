// Package table is the life of one table, from lobby to result, as a pure state machine.
//
// A table is a game in a channel. Its log of events is the truth, and a [Table] is the state after
// all events. Nothing here knows storage, Discord or the clock: times and shuffles come in as data.
// The bot loads and changes tables; the store keeps their logs.
package table
