package engine_test

import "slices"

// importRow says what some packages may import. Packages of this module need a permission; all
// others are allowed unless they are forbidden.
type importRow struct {
	// packages is a path.Match pattern for the paths of the packages in the module.
	packages string
	// may lists patterns for the packages of the module that they may import. In a pattern, {} is
	// the last element of the importing package's path.
	may []string
	// not lists patterns for the packages from outside that they must not import.
	not []string
	// why is the reason for the rule, for the failure message.
	why string
}

// gg is the drawing library. Only the pictures of games use it.
const gg = "github.com/fogleman/gg"

// prometheus is the library for metrics. Only bot/background/monitor uses it.
const prometheus = "github.com/prometheus/**"

// discord is the library for Discord's protocol.
const discord = "github.com/bwmarrin/discordgo"

// messageImports lists what every package that makes messages may import.
var messageImports = []string{"engine", "engine/table", "render", "store", "bot/discord/control", "bot/discord/message", "bot/text"}

// handlerImports lists what every package of handlers may import.
var handlerImports = slices.Concat(
	messageImports,
	[]string{
		"bot/discord/interactions", "bot/discord/rest", "bot/play/games", "bot/handle/interaction", "bot/say/pictures", "bot/play/tables", "bot/say/telling",
	},
)

// apart is why packages of handlers must not import each other.
const apart = "packages of handlers do not use each other: code that they share belongs in a package below them"

// importRows lists the rules. The first row whose pattern matches a package applies to it.
var importRows = []importRow{
	{
		"engine",
		nil,
		[]string{"time", "time/*", "os", "os/*", "net", "net/*", "log", "log/*", "math/rand", "math/rand/*", "*.*/**"},
		"without a clock, files, a network or global chance, a game replays the same everywhere",
	},
	{"engine/table", []string{"engine"}, []string{"time", "os", "net", "net/*", "math/rand", "math/rand/*", "*.*/**"},
		"a table is a pure state machine that gets time and chance as data"},
	{"engine/gametest", []string{"engine", "engine/ai"}, []string{"net", "net/*"},
		"the suite tests any game, with computer players that know none"},
	{
		"engine/ai",
		[]string{"engine"},
		[]string{"time", "time/*", "os", "os/*", "net", "net/*", "log", "log/*", "math/rand", "math/big", "sync", "*.*/**"},
		"computer players know no game, and choose by the seed alone: without a clock or goroutines",
	},
	{
		"engine/review",
		[]string{"engine", "engine/ai"},
		[]string{"time", "time/*", "os", "os/*", "net", "net/*", "log", "log/*", "math/rand", "math/rand/*", "*.*/**"},
		"a review knows no game, and finds the same by the same seed",
	},
	{
		"engine/*",
		[]string{"engine"},
		[]string{"time", "time/*", "os", "os/*", "net", "net/*", "log", "log/*", "math/rand", "math/rand/*", "*.*/**"},
		"a game is only its rules, and does not know other games",
	},
	{"lru", nil, []string{"net", "net/*", gg}, "a cache does not know what it keeps"},
	{"render", []string{"engine", "lru", "render/flatgif", "render/flatpng"}, []string{"net", "net/*"},
		"pictures are drawn from views, without a store or Discord"},
	{"render/flatgif", nil, []string{"net", "net/*", gg},
		"an encoder knows pixels but no games"},
	{"render/flatpng", nil, []string{"net", "net/*", gg},
		"an encoder knows pixels but no games"},
	{"render/*", []string{"engine", "engine/{}", "render"}, []string{"net", "net/*"},
		"the pictures of a game know that game and the painter only"},
	{"store", []string{"engine", "engine/table"}, []string{"net", "net/*", "*.*/**"},
		"the store's contract is about tables, not about how to store them"},
	{"store/postgres/postgrestest", nil, []string{gg}, "starting a server for tests needs no store"},
	{"store/bolt/bolttest", []string{"store/bolt"}, []string{gg}, "a store for tests is one in a file"},
	{"store/progress", nil, []string{gg, "*.*/**"}, "how far work is says nothing about the work"},
	{"store/backups", []string{"store"}, []string{gg, "*.*/**"}, "when to copy a store says nothing about how"},
	{"store/*", []string{"engine", "engine/table", "store", "store/progress"}, []string{gg},
		"a store knows neither games nor Discord"},
	{"bot/text", nil, []string{gg}, "texts need no drawing"},
	{"bot/localdiscord", []string{"bot/localdiscord/*"}, []string{gg}, "the local Discord knows no bot and no game"},
	{"bot/localdiscord/page", []string{"bot/localdiscord", "bot/localdiscord/serve"}, []string{gg},
		"the page shows the local Discord and knows no bot"},
	{"bot/localdiscord/wire", nil, []string{gg},
		"the objects sent over the wire are plain data"},
	{"bot/localdiscord/bounded", nil, []string{gg},
		"a queue does not know what it holds"},
	{"bot/localdiscord/serve", nil, []string{gg},
		"connections are limited without knowing what they are for"},
	{"bot/localdiscord/fault", nil, []string{gg},
		"faults are scripted by method and path, not by the objects of a request"},
	{"bot/localdiscord/limits", []string{"bot/localdiscord/wire"}, []string{gg},
		"limits are checked on the objects alone"},
	{"bot/localdiscord/schema", []string{"bot/localdiscord/wire"}, []string{gg},
		"a description knows the bodies of requests, not the world"},
	{"bot/localdiscord/body", []string{"bot/localdiscord/wire", "bot/localdiscord/limits"}, []string{gg},
		"bodies are decoded and checked without looking at the world"},
	{"bot/localdiscord/rate", []string{"bot/localdiscord/wire"}, []string{gg},
		"requests are counted without knowing what they do"},
	{"bot/localdiscord/traffic", []string{"bot/localdiscord/wire"}, []string{gg},
		"the log of the traffic knows no part of the server"},
	{"bot/localdiscord/cdn", []string{"bot/localdiscord/wire", "bot/localdiscord/bounded"}, []string{gg},
		"the file server knows attachments, but no messages"},
	{"bot/localdiscord/gateway", []string{"bot/localdiscord/wire", "bot/localdiscord/bounded",
		"bot/localdiscord/rate", "bot/localdiscord/traffic"}, []string{gg},
		"the gateway sends events and does not know the world they are about"},
	{"bot/localdiscord/webhook", []string{"bot/localdiscord/traffic"}, []string{gg},
		"interactions are delivered by HTTP without knowing the world they are about"},
	{"bot/localdiscord/world", []string{"bot/localdiscord/wire", "bot/localdiscord/body",
		"bot/localdiscord/bounded", "bot/localdiscord/cdn"}, []string{gg},
		"the world knows no connections: it emits events to a function"},
	{"bot/localdiscord/interaction", []string{"bot/localdiscord/wire", "bot/localdiscord/body",
		"bot/localdiscord/bounded", "bot/localdiscord/world"}, []string{gg},
		"the bot's and the people's side use the same interactions, so these know neither"},
	{
		"bot/localdiscord/keep",
		[]string{"bot/localdiscord/wire", "bot/localdiscord/cdn", "bot/localdiscord/world"},
		[]string{gg},
		"storing the world needs no server",
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
		"the bot's side does not know the people's side or the gateway",
	},
	{"bot/localdiscord/driver", []string{"bot/localdiscord/wire", "bot/localdiscord/limits",
		"bot/localdiscord/cdn", "bot/localdiscord/world", "bot/localdiscord/interaction"}, []string{gg},
		"the people's side does not know the bot's side"},
	{"bot/discord", []string{"bot/discord/gateway", "bot/discord/interactions", "bot/discord/message", "bot/discord/rest"},
		[]string{gg, prometheus}, "the connection knows no game"},
	{"bot/discord/rest", nil, []string{gg, prometheus}, "requests are made without knowing what they are for"},
	{"bot/discord/message", []string{"bot/discord/rest"}, []string{gg, prometheus}, "a message does not know its channel"},
	{"bot/discord/gateway", []string{"bot/discord/rest"}, []string{gg, prometheus},
		"the gateway gives events to a function, and knows none of their handlers"},
	{"bot/discord/interactions", []string{"bot/discord/message", "bot/discord/rest"}, []string{gg, prometheus},
		"interactions are answered alike, no matter how they come"},
	{"bot/discord/probe", []string{"bot/discord", "bot/discord/gateway", "bot/discord/rest"}, []string{gg, prometheus},
		"the doctor looks at Discord without running a bot"},
	{"bot/discord/discordtest", nil, []string{gg, prometheus}, "the stand-in knows nothing of what it tests"},
	{"bot/leaktest", nil, []string{gg}, "the search for leaks works for any test"},
	{"bot/e2e", nil, []string{gg}, "the index of the end-to-end tests has no code"},
	{"bot/e2e/harness", []string{"engine", "engine/*", "store", "store/*", "bot", "bot/*", "bot/discord/*"}, []string{gg},
		"end-to-end tests use everything except package main, which they run as a process"},
	{"bot/play/games", []string{"engine", "engine/*", "render", "render/*"}, []string{gg, discord},
		"the registry only connects games with their pictures"},
	{"bot/handle/views/figures", []string{"engine", "engine/table", "bot/play/games"}, []string{gg, discord},
		"the positions of the rules' pictures are data, and drawn elsewhere"},
	{"bot/play/games/playtest", []string{"engine", "engine/table", "bot/play/games"}, []string{gg, discord},
		"random games for tests need no bot"},
	{"bot/discord/control", []string{"engine/table", "bot/text"}, []string{gg},
		"a button knows its text and its table; the handlers decide what it does"},
	{"bot/handle/learn/lessons", []string{"engine", "engine/table", "bot/play/games"}, []string{gg, discord},
		"lessons are data and positions, without Discord, texts and a store"},
	{"bot/play/choice", []string{"engine", "engine/table", "lru", "bot/text"}, []string{gg, discord},
		"finding the move that a player means needs no Discord and no store"},
	{"bot/discord/emoji", []string{"engine", "render", "bot/discord", "bot/discord/rest", "bot/play/games"}, []string{gg},
		"icons are uploaded without a table, and found without an interaction"},
	{"bot/say/pictures", []string{"engine", "engine/table", "render", "bot/discord/message", "bot/play/games", "bot/text"}, []string{gg},
		"pictures are drawn of a given table, which the callers load"},
	{"bot/play/tables", []string{"engine", "engine/table", "store", "bot/play/games"}, []string{gg, discord},
		"tables are loaded and changed without Discord and without texts"},
	{"bot/play/tables/tablestest", []string{"engine", "engine/table", "store", "bot/play/games", "bot/play/tables"}, []string{gg, discord},
		"tests of tables need no Discord"},
	{"bot/background/giveway", nil, []string{gg, discord}, "giving way needs no table"},
	{"bot/background/computers", []string{"engine", "engine/ai", "engine/table", "store", "bot/background/giveway", "bot/play/tables"}, []string{gg, discord},
		"computers play by the rules alone, without Discord and without texts"},
	{
		"bot/say/telling",
		[]string{"engine", "engine/table", "store", "bot/play/choice", "bot/play/games", "bot/text"},
		[]string{gg, discord},
		"sentences about a table are made from values, without Discord and without loading tables",
	},
	{
		"bot/say/advice",
		[]string{"engine", "engine/ai", "engine/table", "render", "bot/play/choice", "bot/say/pictures", "bot/say/telling", "bot/text"},
		[]string{gg, discord},
		"turns are explained in hints and in reviews alike, without an interaction",
	},
	{"bot/background/reviewer", []string{"engine/review", "engine/table", "store", "bot/background/giveway", "bot/play/tables"},
		[]string{gg, discord}, "games are reviewed and reviews stored without Discord and without texts"},
	{"bot/background/retention", []string{"engine/table", "store", "bot/say/telling", "bot/text"},
		[]string{gg, discord}, "old data is removed without Discord, which a function asks"},
	{
		"bot/say/replay",
		[]string{"engine", "engine/review", "engine/table", "render", "bot/say/pictures", "bot/say/telling", "bot/text"},
		[]string{gg, discord},
		"a replay is made from a game's history, for the bot as well as for the command line",
	},
	{
		"bot/discord/commands",
		[]string{"engine", "engine/table", "store", "bot/play/choice", "bot/discord", "bot/discord/rest", "bot/play/games", "bot/text"},
		[]string{gg},
		"commands are described and registered here; the handlers decide what they do",
	},
	{"bot/say/posts", with(messageImports, "bot/say/pictures", "bot/play/tables", "bot/say/telling"), []string{gg},
		"public messages are written without an interaction"},
	{"bot/background/announce", with(messageImports, "bot/discord", "bot/discord/rest", "bot/say/posts", "bot/play/tables", "bot/say/telling"), []string{gg, prometheus},
		"the outbox is sent without an interaction"},
	{
		"bot/handle/refresh",
		[]string{
			"engine", "engine/table", "bot/discord/control", "bot/discord/interactions", "bot/discord/message", "bot/discord/rest",
			"bot/play/tables",
		},
		[]string{gg},
		"panels are edited without knowing what they show",
	},
	{
		"bot/handle/interaction",
		with(
			messageImports, "bot/play/choice", "bot/discord", "bot/discord/interactions", "bot/discord/rest", "bot/discord/emoji",
			"bot/play/games", "bot/say/pictures", "bot/handle/refresh", "bot/play/tables", "bot/say/telling",
		),
		[]string{gg},
		"an interaction does not know its handler",
	},
	{"bot/handle/seats", with(handlerImports, "bot/say/posts"), []string{gg}, apart},
	{"bot/handle/turns", with(handlerImports, "bot/play/choice"), []string{gg}, apart},
	{"bot/handle/hints", with(handlerImports, "bot/say/advice", "bot/play/choice", "engine/ai"), []string{gg}, apart},
	{"bot/handle/views", with(handlerImports, "bot/handle/views/figures", "bot/say/replay", "bot/background/reviewer"), []string{gg}, apart},
	{"bot/handle/review", with(handlerImports, "bot/say/advice", "bot/background/reviewer", "engine/review", "render/chart"), []string{gg}, apart},
	{"bot/handle/people", with(handlerImports, "render/chart"), []string{gg}, apart},
	{"bot/handle/learn", with(handlerImports, "bot/handle/learn/lessons"), []string{gg}, apart},
	{"bot/handle/settings", with(handlerImports, "bot/discord/commands"), []string{gg}, apart},
	{"bot/handle/guilds", []string{"engine/table", "store", "bot/background/announce", "bot/discord", "bot/handle/interaction", "bot/play/tables"},
		[]string{gg}, "what happens to a server is no interaction, and has no handler"},
	{"bot/background/monitor", []string{"engine/table", "store", "bot/discord", "bot/discord/gateway", "bot/discord/interactions"}, []string{gg, discord},
		"the bot is watched by counts, without knowing what it plays"},
	{
		"bot",
		[]string{
			"engine",
			"engine/table",
			"render",
			"store",
			"bot/background/announce",
			"bot/play/choice",
			"bot/discord/commands",
			"bot/background/computers",
			"bot/discord",
			"bot/discord/interactions",
			"bot/discord/message",
			"bot/discord/rest",
			"bot/discord/emoji",
			"bot/handle/guilds",
			"bot/handle/hints",
			"bot/handle/interaction",
			"bot/handle/learn",
			"bot/background/monitor",
			"bot/handle/people",
			"bot/say/pictures",
			"bot/say/posts",
			"bot/handle/refresh",
			"bot/background/retention",
			"bot/handle/review",
			"bot/background/reviewer",
			"bot/handle/seats",
			"bot/handle/settings",
			"bot/play/tables",
			"bot/say/telling",
			"bot/text",
			"bot/handle/turns",
			"bot/handle/views",
		},
		[]string{gg, prometheus},
		"the bot works with any game and any store, so it names none",
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
			"bot/discord/*",
			"bot/localdiscord/page",
		},
		[]string{gg, prometheus},
		"only packages of pictures draw, and only bot/background/monitor knows metrics",
	},
}

func with(packages []string, more ...string) []string { return slices.Concat(packages, more) }
