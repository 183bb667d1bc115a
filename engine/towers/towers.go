// Package towers is the game Tower Builders of Babylon: three to five players place towers, bridges
// and nobles. In the tactical game they build one common building, turn by turn, in the quick game
// all at once, with both neighbours. It holds the rules and the rulings T-1 to T-15 (see /rules).
package towers

import (
	"regexp"
	"slices"

	"amytis/engine"
)

// ID is the game's name in records, commands and the store.
const ID = "towers"

var Game = engine.Define[Position](Rules{})

type Rules struct{}

const (
	verbTower engine.Verb = iota + 1
	verbBridge
	verbSmall
	verbLarge
	verbSwap
	verbTurn
	verbTake
	verbStuck
	verbDone
	verbTime
)

// The values of the option "mode".
const (
	modeTactical = "tactical"
	modeQuick    = "quick"
)

// maxClock is the longest round clock in seconds: a week.
const maxClock = 7 * 24 * 60 * 60

// The pictures that moves refer to: the seat's zones from above, and the whole table.
const (
	viewTop   = "top"
	viewTable = "table"
)

var info = engine.Info{
	ID: ID, Command: "towers",
	MinSeats: 3, MaxSeats: MaxSeats, RulesVersion: 1,
	Options: []engine.OptionInfo{
		{Name: "mode", Kind: engine.OptionWord, Values: []string{modeTactical, modeQuick}, Default: modeTactical},
		{Name: "expert", Kind: engine.OptionBool, Default: "false"},
		{
			Name: "clock", Kind: engine.OptionInt, Min: 0, Max: maxClock, Default: "0",
			Values: []string{"0", "120", "300", "600", "1800", "3600", "43200", "86400"},
			Needs:  [2]string{"mode", modeQuick},
		},
	},
	Verbs: []engine.VerbInfo{
		verbTower:  {Name: "tower", Icon: TowerIcon, View: viewTop, Axes: towerAxes, AimView: viewTop, Args: []engine.Arg{{Name: "cell", Kind: cellKind{}, Place: true}, {Name: "facing", Kind: facingKind, Any: true}}},
		verbBridge: {Name: "bridge", Icon: BridgeIcon, View: viewTop, Axes: towerAxes, AimView: viewTop, Args: []engine.Arg{{Name: "cells", Kind: bridgeKind{}}}},
		verbSmall:  {Name: "small", Section: "noble", View: viewTop, Axes: nobleAxes, AimView: viewTop, Args: []engine.Arg{{Name: "cell", Kind: cellKind{}}}},
		verbLarge:  {Name: "large", Section: "noble", View: viewTop, Axes: nobleAxes, AimView: viewTop, Args: []engine.Arg{{Name: "cell", Kind: cellKind{}}}},
		verbSwap: {Name: "swap", InTurns: true, Icon: SwapIcon, Section: "special", View: viewTop, Axes: swapAxes, AimView: viewTop, Args: []engine.Arg{
			{Name: "size", Kind: sizeKind, Words: []string{"size"}},
			{Name: "noble", Kind: standingKind{}},
			{Name: "other", Kind: standingKind{}},
		}},
		verbTurn:  {Name: "turn", InTurns: true, Icon: TurnIcon, Section: "special", View: viewTop, Args: []engine.Arg{{Name: "cell", Kind: cellKind{}}, {Name: "facing", Kind: facingKind}}},
		verbTake:  {Name: "take", TakesBack: true, Icon: TakeIcon, Section: "noble", View: viewTop, Args: []engine.Arg{{Name: "cell", Kind: cellKind{}}}},
		verbStuck: {Name: "stuck", View: viewTable, Final: true, Ends: true},
		verbDone:  {Name: "done", InTurns: true, View: viewTable, Final: true, Ends: true},
		verbTime:  {Name: "time", View: viewTable, Final: true, Ends: true, Chance: true},
	}[1:],
	Refusals: refusals, SkipRule: "T-15",
	Topics: slices.Concat([]string{
		"short", "signs", "turn", "playing", "scoring", "example", "setup", "pieces", "nobles",
		"first_round", "special", "end", "quick", "quick_scoring", "expert", "clock",
	}, engine.Rulings("T-", 15)),
	Steps: steps,
	Icons: nameIcons(),
	Sections: map[string]string{
		"tactical": "turn", "grid": "pieces", "first round": "first_round", "special move": "special",
	},
	Views: []string{viewTable, viewTop, "north", "east", "south", "west", "iso"},
	Board: viewTop,
	// A zone, a cell or two, a level, and what stands there.
	Places: regexp.MustCompile(`^(?:(?P<zone>\d):)?(?P<at>[a-z]\d+(?:-[a-z]\d+)?)\.(?P<level>\d+)(?::(?P<colour>\w+))?$`),
}

func (Rules) Info() *engine.Info { return &info }
