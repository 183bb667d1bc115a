package bot

// The words of events that end-to-end tests look for in messages. They move to bot/telling and
// bot/text.

// Line is the line that tells a move.
var Line = line

// UndoLine is the line that tells that a seat took a move back.
var UndoLine = undoLine

// ButtonWord is what a subcommand is called on a button.
var ButtonWord = buttonWord
