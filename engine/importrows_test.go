package engine_test

import "slices"

// room is a row of the house's plan: packages, and what they may import.
type room struct {
	// packages by path in the module, as path.Match patterns.
	packages string
	// may are the packages of the module that they may import, as patterns.
	may []string
	// not are packages from outside that they must not import, as patterns.
	not []string
	// why is what breaks if they do.
	why string
}

// gg is the drawing library: only games' pictures know of it.
const gg = "github.com/fogleman/gg"

// discord is the library that speaks Discord's protocol.
const discord = "github.com/bwmarrin/discordgo"

// belowRooms is what everything that makes messages may import.
var belowRooms = []string{"engine", "engine/table", "render", "store", "bot/control", "bot/session", "bot/text"}

// handlerRooms is what every package of handlers may import.
var handlerRooms = slices.Concat(
	belowRooms,
	[]string{"bot/games", "bot/interaction", "bot/pictures", "bot/tables", "bot/telling"},
)

// apart is why packages of handlers may not import each other.
const apart = "handlers of one concern do not reach into those of another: what they share belongs below them"

// rooms: the first row whose pattern fits a package is its row.
var rooms = []room{
	{
		"engine",
		nil,
		[]string{"time", "time/*", "os", "os/*", "net", "net/*", "log", "log/*", "math/rand", "math/rand/*", "*.*/**"},
		"the engine knows no clock, no machine and no global chance: a game replays the same everywhere",
	},
	{"engine/table", []string{"engine"}, []string{"time", "os", "net", "net/*", "math/rand", "math/rand/*", "*.*/**"},
		"a table is a pure state machine: time and chance come in as data"},
	{"engine/gametest", []string{"engine"}, []string{"net", "net/*"},
		"the suite knows no game: each brings itself"},
	{
		"engine/*",
		[]string{"engine"},
		[]string{"time", "time/*", "os", "os/*", "net", "net/*", "log", "log/*", "math/rand", "math/rand/*", "*.*/**"},
		"a game is its rules and nothing else; games do not know one another",
	},
	{"render", []string{"engine", "render/flatpng"}, []string{"net", "net/*"},
		"pictures are made of Views: no stores, no Discord"},
	{"render/flatpng", nil, []string{"net", "net/*", gg},
		"an encoder knows pixels and nothing of games"},
	{"render/*", []string{"engine", "engine/{}", "render"}, []string{"net", "net/*"},
		"a game's pictures know that game and the painter"},
	{"store", []string{"engine", "engine/table"}, []string{"net", "net/*", "*.*/**"},
		"the store's contract is about tables, not about a way to keep them"},
	{"store/*", []string{"engine", "engine/table", "store"}, []string{gg},
		"what keeps tables knows neither games nor Discord"},
	{"bot/text", nil, []string{gg}, "catalogs are words"},
	{"bot/localdiscord", []string{"bot/localdiscord/*"}, []string{gg}, "a Discord knows no bot and no game"},
	{"bot/localdiscord/page", []string{"bot/localdiscord"}, []string{gg}, "the page shows a Discord and knows no bot"},
	{"bot/localdiscord/wire", nil, []string{gg},
		"the objects that travel are data: no server, no world"},
	{"bot/localdiscord/bounded", nil, []string{gg},
		"a queue knows nothing of what it holds"},
	{"bot/localdiscord/fault", nil, []string{gg},
		"faults of requests are scripted without the objects that requests are about"},
	{"bot/localdiscord/limits", []string{"bot/localdiscord/wire"}, []string{gg},
		"limits are checked on objects alone"},
	{"bot/localdiscord/schema", []string{"bot/localdiscord/wire"}, []string{gg},
		"a description knows bodies and no world"},
	{"bot/localdiscord/body", []string{"bot/localdiscord/wire", "bot/localdiscord/limits"}, []string{gg},
		"bodies are decoded and checked before anybody looks at the world"},
	{"bot/localdiscord/rate", []string{"bot/localdiscord/wire"}, []string{gg},
		"requests are counted without knowing what they do"},
	{"bot/localdiscord/traffic", []string{"bot/localdiscord/wire"}, []string{gg},
		"the log knows no part of the server"},
	{"bot/localdiscord/cdn", []string{"bot/localdiscord/wire", "bot/localdiscord/bounded"}, []string{gg},
		"files know no messages beyond the attachments they are told of"},
	{"bot/localdiscord/gateway", []string{"bot/localdiscord/wire", "bot/localdiscord/bounded",
		"bot/localdiscord/rate", "bot/localdiscord/traffic"}, []string{gg},
		"the gateway sends events and does not know the world they tell of"},
	{"bot/localdiscord/world", []string{"bot/localdiscord/wire", "bot/localdiscord/body",
		"bot/localdiscord/bounded", "bot/localdiscord/cdn"}, []string{gg},
		"the world knows no connections: it emits events to a function"},
	{"bot/localdiscord/interaction", []string{"bot/localdiscord/wire", "bot/localdiscord/body",
		"bot/localdiscord/bounded", "bot/localdiscord/world"}, []string{gg},
		"an interaction is followed the same way whichever side moves it"},
	{
		"bot/localdiscord/keep",
		[]string{"bot/localdiscord/wire", "bot/localdiscord/cdn", "bot/localdiscord/world"},
		[]string{gg},
		"the file stores the world and serves nobody",
	},
	{
		"bot/localdiscord/rest",
		[]string{
			"bot/localdiscord/wire",
			"bot/localdiscord/body",
			"bot/localdiscord/limits",
			"bot/localdiscord/schema",
			"bot/localdiscord/rate",
			"bot/localdiscord/traffic",
			"bot/localdiscord/cdn",
			"bot/localdiscord/fault",
			"bot/localdiscord/world",
			"bot/localdiscord/interaction",
		},
		[]string{gg},
		"the bot's side knows nothing of the people's side or of the gateway",
	},
	{"bot/localdiscord/driver", []string{"bot/localdiscord/wire", "bot/localdiscord/limits",
		"bot/localdiscord/cdn", "bot/localdiscord/world", "bot/localdiscord/interaction"}, []string{gg},
		"the people's side knows nothing of the bot's side"},
	{"bot/session", nil, []string{gg}, "the connection knows no game"},
	{"bot/leaktest", nil, []string{gg}, "what ends tests knows none of them"},
	{"bot/e2e", nil, []string{gg}, "the index of the end-to-end tests has no code"},
	{"bot/e2e/harness", []string{"engine", "engine/*", "store", "store/*", "bot", "bot/*"}, []string{gg},
		"end-to-end tests use everything but the program itself, which they run as a process"},
	{"bot/games", []string{"engine", "engine/*", "render", "render/*"}, []string{gg, discord},
		"the registry joins games with their pictures and nothing more"},
	{"bot/playtest", []string{"engine", "engine/table", "bot/games"}, []string{gg, discord},
		"random games for tests need no bot"},
	{"bot/control", []string{"engine/table", "bot/text"}, []string{gg},
		"buttons know what they say and which table they are for; what they do is decided above"},
	{"bot/choice", []string{"engine", "engine/table", "bot/text"}, []string{gg, discord},
		"which move a player means is decided without Discord, stores and sentences"},
	{"bot/pictures", []string{"engine", "engine/table", "render", "bot/games", "bot/session", "bot/text"}, []string{gg},
		"pictures are drawn of a table that is given: where it comes from is decided above"},
	{"bot/tables", []string{"engine", "engine/table", "store", "bot/games"}, []string{gg, discord},
		"tables are loaded and changed without Discord and without words"},
	{
		"bot/telling",
		[]string{"engine", "engine/table", "store", "bot/choice", "bot/games", "bot/text"},
		[]string{gg, discord},
		"sentences about a table are made of values: without Discord, and without loading tables",
	},
	{
		"bot/commands",
		[]string{"engine", "engine/table", "store", "bot/choice", "bot/games", "bot/session", "bot/text"},
		[]string{gg},
		"commands are described and registered here; what they do is decided above",
	},
	{"bot/posts", with(belowRooms, "bot/pictures", "bot/tables", "bot/telling"), []string{gg},
		"nobody asks for what the channel reads, so it knows no interaction"},
	{"bot/announce", with(belowRooms, "bot/posts", "bot/tables", "bot/telling"), []string{gg},
		"the outbox is sent whether anybody asks or not, so it knows no interaction"},
	{
		"bot/interaction",
		with(belowRooms, "bot/choice", "bot/games", "bot/pictures", "bot/tables", "bot/telling"),
		[]string{gg},
		"an interaction does not know which handler answers it",
	},
	{"bot/seats", with(handlerRooms, "bot/posts"), []string{gg}, apart},
	{"bot/turns", with(handlerRooms, "bot/choice"), []string{gg}, apart},
	{"bot/views", handlerRooms, []string{gg}, apart},
	{"bot/settings", with(handlerRooms, "bot/commands"), []string{gg}, apart},
	{
		"bot",
		[]string{
			"engine",
			"engine/table",
			"render",
			"store",
			"bot/announce",
			"bot/choice",
			"bot/commands",
			"bot/interaction",
			"bot/pictures",
			"bot/posts",
			"bot/seats",
			"bot/session",
			"bot/settings",
			"bot/tables",
			"bot/telling",
			"bot/text",
			"bot/turns",
			"bot/views",
		},
		[]string{gg},
		"the bot works with any game: it knows none by name, and no store in particular",
	},
	{
		"cmd/*",
		[]string{
			"engine",
			"engine/*",
			"render",
			"render/*",
			"store",
			"store/*",
			"bot",
			"bot/*",
			"bot/localdiscord/page",
		},
		[]string{gg},
		"pictures are drawn behind the painter",
	},
}

func with(packages []string, more ...string) []string { return slices.Concat(packages, more) }
