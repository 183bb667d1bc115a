// Package wire has the objects that travel between Discord and a bot: messages, components,
// commands, channels and refusals, with their ids, permission bits and languages, and with the
// limits in Discord's documentation. It knows no server, no bot and no game.
//
// Fields that the bot never reads are left out where Discord's documentation marks them as
// optional.
package wire
