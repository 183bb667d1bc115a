package localdiscord

import (
	"strconv"

	"amytis/bot/localdiscord/wire"
)

// World is a world to play in: the guild "Babylon" and five people who read in four languages. Ana
// may manage the guild.
type World struct {
	*Server
	Babylon *Guild
	// Channels has the text channels in the order in which the caller named them.
	Channels                []*Channel
	Ana, Bo, Cleo, Dan, Eve *User
}

// The ids of a playground are the same in each process, so that what a bot has stored still fits
// after a restart.
const (
	BabylonID = "1150000000000000100"
	AnaID     = "1150000000000000301"
	BoID      = "1150000000000000302"
	CleoID    = "1150000000000000303"
	DanID     = "1150000000000000304"
	EveID     = "1150000000000000305"

	firstChannelID = 1150000000000000200
)

// ChannelID counts from 0.
func ChannelID(n int) string { return strconv.Itoa(firstChannelID + n) }

// Playground starts a server with a world to play in, with text channels of these names.
func Playground(options Options, channels ...string) (*World, error) {
	s, err := Start(options)
	if err != nil {
		return nil, err
	}
	w := &World{Server: s}
	w.Babylon = s.AddGuild("Babylon", "en-US", BabylonID)
	for i, name := range channels {
		w.Channels = append(w.Channels, w.Babylon.AddChannel(name, ChannelID(i)))
	}
	w.Ana = s.AddUser("ana", "en-US", AnaID)
	w.Bo = s.AddUser("bo", "fr", BoID)
	w.Cleo = s.AddUser("cleo", "de", CleoID)
	w.Dan = s.AddUser("dan", "es-ES", DanID)
	w.Eve = s.AddUser("eve", "en-US", EveID)
	for user, name := range map[*User]string{w.Ana: "Ana", w.Bo: "Bo", w.Cleo: "Cleo", w.Dan: "Dan", w.Eve: "Eve"} {
		user.SetDisplayName(name)
	}
	w.Babylon.Join(w.Ana, w.Bo, w.Cleo, w.Dan, w.Eve)
	w.Babylon.SetPermissions(w.Ana, wire.DefaultUserPermissions|
		wire.ManageGuild|wire.ManageMessages|wire.ManageThreads|wire.ManageChannels)
	return w, nil
}
