// Package bot plays the games in Discord: it turns commands and presses into
// events of tables, commits them, answers the player, and announces what
// happened from the outbox.
//
// It keeps nothing in memory that matters: every control carries its position
// in its custom_id, everything else is in the store. How Discord is reached
// safely is bot/session's work, words are bot/text's, rules the engine's.
package bot
