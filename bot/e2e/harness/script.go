package harness

import (
	"amytis/bot/localdiscord"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/engine"
)

// Script is how players play whole games: one of Gardens, Babel, Towers and QuickTowers. What can
// be done at a game they know from its Info, and from what the bot offers them.
type Script struct {
	// GameID is the game's ID.
	GameID string
	// Live is whether all players act at once. What a player was offered may then be illegal
	// meanwhile.
	Live bool

	// endChance is how likely a player ends a turn that could go on.
	endChance float64
	// cursorChance is how likely a player uses a cursor, or chooses in steps, instead of a menu.
	cursorChance float64
	// overlapping is whether a player may be pinged during another's turn, and so may already have
	// done what a later ping asks for.
	overlapping bool
}

// The scripts that are played. A turn of Babel ends soon, since a game lasts until the quarry is
// empty. In a quick game of Towers, each ping begins a round, and all build until it is over.
var (
	Gardens     = &Script{GameID: "gardens", endChance: 0.25, cursorChance: 0.3}
	Babel       = &Script{GameID: "babel", endChance: 0.25, overlapping: true}
	Towers      = &Script{GameID: "towers", endChance: 0.6, cursorChance: 0.25}
	QuickTowers = &Script{GameID: "towers", endChance: 0.02, cursorChance: 0.25, overlapping: true, Live: true}
)

func (s *Script) info() *engine.Info {
	g, _ := games.Find(s.GameID)
	return g.Info()
}

// ends reports whether a verb ends a turn.
func (s *Script) ends(verb string) bool {
	v := s.info().VerbInfo(s.info().Verb(verb))
	return v != nil && v.Ends
}

// subcommand returns the game's subcommand of a name; the zero value for none, such as "undo".
func (s *Script) subcommand(name string) choice.Subcommand {
	for _, sub := range choice.Subcommands(s.info()) {
		if sub.Name == name {
			return sub
		}
	}
	return choice.Subcommand{Name: name}
}

// typed returns a turn command with its game, and with the section that it stands in.
func (s *Script) typed(sub string) string { return s.info().Command + " " + s.subcommand(sub).Path() }

// The options of "/game new" for games other than Gardens.
var (
	BabelOptions       = localdiscord.Args{"game": "babel"}
	TowersOptions      = localdiscord.Args{"game": "towers", "expert": true}
	QuickTowersOptions = localdiscord.Args{"game": "towers", "mode": "quick"}
)

// Variant is a game with the options of "/game new" and its numbers of players.
type Variant struct {
	Name       string
	Script     *Script
	Options    localdiscord.Args
	MinPlayers int
	MaxPlayers int
}

// The variants that are played.
var (
	GardensInTurns  = Variant{"gardens in turns", Gardens, localdiscord.Args{"build": "turns"}, 2, 4}
	GardensTogether = Variant{"gardens together", Gardens, localdiscord.Args{"build": "together"}, 2, 4}
	BabelVariant    = Variant{"babel", Babel, BabelOptions, 2, 2}
	TacticalTowers  = Variant{"towers", Towers, TowersOptions, 3, 5}
	LiveTowers      = Variant{"quick towers", QuickTowers, QuickTowersOptions, 3, 4}
)
