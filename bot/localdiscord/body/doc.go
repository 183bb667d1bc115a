// Package body has the request bodies that a bot sends: how they are decoded, which fields each may
// have, and the messages that are composed of them. It stores nothing and knows no guilds or
// channels.
package body
