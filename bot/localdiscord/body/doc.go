// Package body decodes and checks the bodies of a bot's requests, and composes messages from them.
// It stores nothing and knows no guilds or channels.
package body
