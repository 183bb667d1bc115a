package engine_test

import "slices"

// importRow says what some packages may import. Packages of this module need a permission; others
// are allowed unless forbidden. A pattern is one of path.Match, or x/** for x and all that is in
// it. {} is the last element of the importing package's path.
type importRow struct {
	packages string   // a pattern for the paths of the packages in the module
	may      []string // patterns for the packages of the module that they may import
	not      []string // patterns for the packages from outside that they must not import
	why      string   // for the failure message
}

const (
	gg         = "github.com/fogleman/gg"        // draws; only the pictures of games use it
	prometheus = "github.com/VictoriaMetrics/**" // only bot/background/monitor has metrics
	discord    = "github.com/bwmarrin/discordgo" // Discord's types
	others     = "*.*/**"                        // everything that is not in the standard library
)

var (
	machine = []string{"time/**", "os/**", "net/**", "log/**", "math/rand/**", others}
	drawing = []string{gg, prometheus}
	// These are what the rooms of bot may import, each with those below it.
	rules    = []string{"engine/**", "render/**", "store", "bot/text"}
	play     = with(rules, "bot/play/**")
	client   = with(play, "bot/discord/**")
	messages = with(client, "bot/say/**")
	behind   = with(messages, "bot/background/**")
	handler  = with(behind, "bot/handle/interaction")
)

// importRows lists the rules. The first row whose pattern matches a package applies to it.
var importRows = []importRow{
	{"engine", nil, machine, "without a clock, files, a network or global chance, a game replays the same everywhere"},
	{"engine/table", []string{"engine"}, []string{"time", "os", "net/**", "math/rand/**", others},
		"a table is a pure state machine that gets time and chance as data"},
	{"engine/longrun", nil, []string{"net/**", others}, "tests of every room ask it, so it knows none"},
	{"engine/gametest", []string{"engine", "engine/ai", "engine/longrun"}, []string{"net/**"},
		"the suite tests any game, with computer players that know none"},
	{"engine/ai", []string{"engine"}, []string{"time/**", "os/**", "net/**", "log/**", "math/rand", "math/big", "sync", others},
		"computer players know no game, and choose by the seed alone: without a clock or goroutines"},
	{"engine/review", []string{"engine", "engine/ai"}, machine, "a review knows no game, and finds the same by the same seed"},
	{"engine/*", []string{"engine"}, machine, "a game is only its rules, and does not know other games"},

	{"render", []string{"engine", "render/flat*"}, []string{"net/**"}, "pictures are drawn from views, without a store or Discord"},
	{"render/flat*", nil, []string{"net/**", gg}, "an encoder knows pixels but no games"},
	{"render/*", []string{"engine", "engine/{}", "render"}, []string{"net/**"}, "the pictures of a game know that game and the painter only"},

	{"store", []string{"engine", "engine/table"}, []string{"net/**", others}, "the contract is about tables, not about how to store them"},
	{"store/**", []string{"engine", "engine/table", "engine/longrun", "store/**"}, drawing, "a store knows neither games nor Discord"},

	{"bot/text", nil, drawing, "texts know nothing of what they tell"},
	{"bot/localdiscord/**", []string{"bot/localdiscord/**"}, drawing, "the local Discord knows no bot and no game"},
	{"bot/play/games", with(rules, "bot/play/games/**"), with(drawing, discord), "the registry only connects games with their pictures"},
	{"bot/play/**", play, with(drawing, discord), "tables are loaded, changed and searched without Discord"},
	{"bot/discord/commands", client, drawing, "commands are described and registered here; the handlers decide what they do"},
	{"bot/discord/control", client, drawing, "a button knows its text and its table; the handlers decide what it does"},
	{"bot/discord/emoji", client, drawing, "icons are uploaded without a table, and found without an interaction"},
	{"bot/discord/**", []string{"bot/discord/**"}, drawing, "the connection knows no game"},
	{"bot/say/**", messages, drawing, "what is said about a table is written without an interaction"},
	{"bot/background/monitor", behind, []string{gg, discord}, "the bot is watched by counts, without knowing what it plays"},
	{"bot/background/**", behind, drawing, "what runs by itself needs no interaction"},
	{"bot/handle", with(behind, "bot/handle/*", "store/entries"), drawing,
		"the router knows the handlers of all rooms, and tells the store what is urgent"},
	{"bot/handle/interaction", with(client, "bot/say/**", "bot/handle/refresh"), drawing, "an interaction does not know its handler"},
	{"bot/handle/refresh", client, drawing, "panels are edited without knowing what they show"},
	{"bot/handle/seats", with(handler, "bot/handle/turns"), drawing, "a game that starts at once shows the turn panel"},
	{"bot/handle/trials", with(handler, "bot/handle/seats", "bot/handle/turns"), drawing,
		"a trial is played by the turn panel, and goes on as a new game"},
	{"bot/handle/**", with(handler, "bot/handle/{}/**"), drawing,
		"handlers do not use each other: code that they share belongs in a room below them"},
	{"bot", with(behind, "bot/handle/**"), drawing, "the bot joins its rooms"},
	{"bot/e2e/**", []string{"**"}, drawing, "end-to-end tests use everything except package main, which they run as a process"},
	{"cmd/*", []string{"**"}, drawing, "the program joins everything"},
}

func with(some []string, more ...string) []string { return slices.Concat(some, more) }
