// Package localdiscord is a Discord on this machine: the part of Discord's REST API and gateway
// that this bot's client uses, served over loopback and as strict as Discord itself. End-to-end
// tests run the bot against it, and people can play without an account. It serves no other client,
// imports nothing of the bot, and knows no game.
//
// It has three sides:
//
//   - The bot's side is HTTP and a websocket ([Server.URL], [Server.Token]). Interactions come by
//     the websocket, or by HTTP after [Server.SetEndpoint]. Every body is checked against the limits
//     in Discord's documentation. What the bot does wrong is answered as Discord answers it and kept
//     in [Server.Violations].
//   - The people's side is [User]: a person who can do what a person can do in a Discord client and
//     nothing else. A disabled button cannot be pressed, an ephemeral message for another user
//     cannot be seen.
//   - The script's side is [Faults]: lost replies, rate limits, silent gateways, duplicated and
//     reordered events.
//
// What happens can be stored in a file ([Server.KeepIn]) and watched ([Server.Watch]). The package
// page shows it in a browser.
//
// Forms are checked as Discord checks them, without rows and file uploads.
//
// It is not a simulation of all of Discord: voice, reactions, polls, stickers, webhooks except for
// interactions, and everything about moderation are missing. A request for something missing is
// refused and recorded, never silently accepted.
//
// The documentation followed is https://discord.com/developers/docs (API v10).
package localdiscord
