package bot

import "time"

// What the end-to-end tests may know of the inside: the words for an event, to
// look for them among the announcements.

// LineOf is the line that tells a move.
var LineOf = line

// UndoLineOf is the line that tells that a seat took a move back.
var UndoLineOf = undoLine

// ButtonWord is what a subcommand is called on a button.
var ButtonWord = buttonWord

// PlainName is a name as public text has it.
var PlainName = plain

// Hurry makes a bot try again so soon what could not be announced, and do at
// once what a deadline demands.
func Hurry(b *Bot, retry time.Duration) {
	b.announcer.retry = retry
	b.registrar.retry = retry
	b.announcer.beat = 20 * time.Millisecond
	b.sweeper.every = 5 * time.Millisecond
}

// Dawdle makes a bot that is in a hurry try again what could not be announced only
// when it hears that something has changed.
func Dawdle(b *Bot) { b.announcer.retry = time.Hour }
