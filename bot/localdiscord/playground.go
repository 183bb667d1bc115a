package localdiscord

// World is the default world: the guild "Babylon", a channel for each game, and five people who read in four languages.
// Ana may manage the guild.
type World struct {
	*Server
	Babylon                 *Guild
	Gardens, Babel, Towers  *Channel
	Ana, Bo, Cleo, Dan, Eve *User
}

// The ids of the default world are the same in each process, so that what a bot has stored still fits after a restart.
const (
	BabylonID = "1150000000000000100"
	GardensID = "1150000000000000200"
	BabelID   = "1150000000000000201"
	TowersID  = "1150000000000000202"
	AnaID     = "1150000000000000301"
	BoID      = "1150000000000000302"
	CleoID    = "1150000000000000303"
	DanID     = "1150000000000000304"
	EveID     = "1150000000000000305"
)

// Playground starts a server with the default world.
func Playground(options Options) (*World, error) {
	s, err := Start(options)
	if err != nil {
		return nil, err
	}
	w := &World{Server: s}
	w.Babylon = s.AddGuild("Babylon", "en-US", BabylonID)
	w.Gardens = w.Babylon.AddChannel("gardens", GardensID)
	w.Babel = w.Babylon.AddChannel("babel", BabelID)
	w.Towers = w.Babylon.AddChannel("towers", TowersID)
	w.Ana = s.AddUser("ana", "en-US", AnaID)
	w.Bo = s.AddUser("bo", "fr", BoID)
	w.Cleo = s.AddUser("cleo", "de", CleoID)
	w.Dan = s.AddUser("dan", "es-ES", DanID)
	w.Eve = s.AddUser("eve", "en-US", EveID)
	for user, name := range map[*User]string{w.Ana: "Ana", w.Bo: "Bo", w.Cleo: "Cleo", w.Dan: "Dan", w.Eve: "Eve"} {
		user.SetDisplayName(name)
	}
	w.Babylon.Join(w.Ana, w.Bo, w.Cleo, w.Dan, w.Eve)
	w.Babylon.SetPermissions(w.Ana, DefaultUserPermissions|ManageGuild|ManageMessages|ManageThreads|ManageChannels)
	return w, nil
}
