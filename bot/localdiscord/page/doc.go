// Package page shows the local Discord in a browser: the channel view that people know, for whoever of its people one
// chooses to be, and a panel that shows developers what goes between the bot and Discord.
//
// The page is plain HTML, CSS and JavaScript modules, embedded into the program. It reads and acts through a small API
// of this package ([Page]), which does all as a [localdiscord.User]: what that person could not see or do on Discord is
// not sent to the browser and not done. The page knows no bot.
//
// There are no accounts. Whoever reaches the page can be anybody, so it listens on 127.0.0.1 unless told otherwise, and
// answers only requests that were meant for it (guard.go).
package page
