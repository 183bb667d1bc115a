package harness

import (
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// Script is how players play whole games: one of Gardens, Babel, Towers and QuickTowers.
type Script struct {
	// GameID is the game's ID.
	GameID string
	// Live is whether all players act at once. What a player was offered may then be illegal
	// meanwhile.
	Live bool

	// command is the game's slash command.
	command string
	// commandTurn plays a turn by commands alone.
	commandTurn func(t *commandTurn) error
	// last are the verbs that end a turn.
	last []string
	// endChance is how likely a player ends a turn that a button could end.
	endChance float64
	// cursorChance is how likely a player uses a cursor, or chooses in steps, instead of a menu.
	cursorChance float64
	// overlapping is whether a player may be pinged during another's turn, and so may already have
	// done what a later ping asks for.
	overlapping bool
	// pings returns how often a seat is pinged in the game of a log.
	pings func(t *table.Table, log []table.Event, seat engine.Seat) int
}

// ends reports whether a verb ends a turn.
func (s *Script) ends(verb string) bool {
	for _, last := range s.last {
		if verb == last {
			return true
		}
	}
	return false
}

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
