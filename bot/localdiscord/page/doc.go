// Package page shows the local Discord in a browser. It has the channel view that people know, as
// seen by a person of your choice. A panel shows developers the traffic between the bot and
// Discord.
//
// The page is plain HTML, CSS and JavaScript modules, embedded into the program. It reads and acts
// through a small API of this package ([Page]). Every request acts as a [localdiscord.User]: what
// that person could not see or do on Discord is not sent to the browser and not done. The page
// knows no bot.
//
// There are no accounts. A visitor can act as anybody, so the page listens on 127.0.0.1 unless told
// otherwise, and answers only requests that were meant for it (guard.go).
package page
