package commands

const (
	// OwnLanguage is the choice of the server's own language.
	OwnLanguage = "server"

	// The ways to tell whose turn it is.
	PingByMention = "mention"
	PingByName    = "name"
)
