package localdiscord

import (
	"strconv"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// World has the guild "Babylon" and five people who read in four languages. Ana may manage it.
type World struct {
	*Server
	Babylon                 *Guild
	Channels                []*Channel // in the caller's order
	Ana, Bo, Cleo, Dan, Eve *User
}

// The ids of a playground never change, so that what a bot has stored still fits after a restart.
const (
	BabylonID = "1150000000000000100"

	firstChannelID = 1150000000000000200
	firstUserID    = 1150000000000000301
)

// ChannelID counts from 0.
func ChannelID(n int) string { return strconv.Itoa(firstChannelID + n) }

// Playground starts a server with a world to play in. channels are the names of its text channels.
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
	for i, p := range []struct {
		user         **User
		name, locale string
	}{
		{&w.Ana, "Ana", "en-US"}, {&w.Bo, "Bo", "fr"}, {&w.Cleo, "Cleo", "de"}, {&w.Dan, "Dan", "es-ES"},
		{&w.Eve, "Eve", "en-US"},
	} {
		*p.user = s.AddUser(strings.ToLower(p.name), p.locale, strconv.Itoa(firstUserID+i))
		(*p.user).SetDisplayName(p.name)
		w.Babylon.Join(*p.user)
	}
	w.Babylon.SetPermissions(w.Ana, wire.DefaultUserPermissions|
		wire.ManageGuild|wire.ManageMessages|wire.ManageThreads|wire.ManageChannels)
	return w, nil
}
