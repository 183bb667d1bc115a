// Package gardens is the game Babylon: 2 to 4 architects dig terrace tiles out of a shared quarry
// and each build a terraced garden. It holds the rules and the rulings G-1 to G-19 (see /rules).
package gardens

import (
	"slices"

	"amytis/engine"
)

// ID is the game's name in records, commands and the store.
const ID = "gardens"

var Game = engine.Define[Position](Rules{})

type Rules struct{}

const (
	verbRemove engine.Verb = iota + 1
	verbDig
	verbPlace
	verbStatue
	verbFountain
	verbBridge
	verbStairs
	verbEnd
)

// decorVerb returns the verb that builds a decoration. Icons and verbs stand in the same order.
func decorVerb(kind Icon) engine.Verb { return verbStatue + engine.Verb(kind-Statue) }

const (
	overlapNever    = "never"
	overlapAdjacent = "adjacent"
	buildTurns      = "turns"
	buildTogether   = "together"
)

// maxLevel is the highest possible level of a garden: one level for each of its tiles (G-16).
const maxLevel = maxPlaced

const (
	viewQuarry = "quarry"
	viewGarden = "garden"
)

var info = engine.Info{
	ID: ID, Command: "garden",
	MinSeats: 2, MaxSeats: maxSeats, RulesVersion: 1, Plans: true,
	Options: []engine.OptionInfo{
		{
			Name: "overlap", Kind: engine.OptionWord,
			Values: []string{overlapNever, overlapAdjacent}, Default: overlapNever,
		},
		{Name: "build", Kind: engine.OptionWord, Values: []string{buildTurns, buildTogether}, Default: buildTurns},
		engine.SetUpOption,
	},
	SeatAttrs: []engine.SeatAttr{{Name: "flower", Values: flowerLetters[Jasmine:]}},
	Verbs: []engine.VerbInfo{
		verbRemove: {Name: "remove", View: viewQuarry, SetUp: true, Final: true, Ends: true, Args: []engine.Arg{{Name: "cell", Kind: cellKind}}},
		verbDig:    {Name: "dig", View: viewQuarry, Final: true, AtLeast: []string{"pillars", "doubles"}, Args: []engine.Arg{{Name: "cell", Kind: cellKind}}},
		verbPlace: {Name: "place", View: viewGarden, Axes: placeAxes, AimView: "top", Args: []engine.Arg{
			{Name: "tile", Kind: tileKind, Place: true, Words: tileParts},
			{Name: "hole", Kind: holeKind, Place: true},
			{Name: "rotation", Kind: engine.Number("r", 0, 3)},
			{Name: "level", Kind: engine.Number("L", 1, maxLevel), Implied: true},
			{Name: "open", Key: "open", Kind: holeKind},
		}},
		verbStatue: {Name: "statue", Group: "decorate", View: viewGarden, Icon: DecorIcon(Statue), Args: []engine.Arg{
			{Name: "spot", Kind: holeKind}, {Name: "as", Key: "as", Kind: holeKind},
		}},
		verbFountain: {Name: "fountain", Group: "decorate", View: viewGarden, Icon: DecorIcon(Fountain), Args: pairArgs},
		verbBridge:   {Name: "bridge", Group: "decorate", View: viewGarden, Icon: DecorIcon(Bridge), Args: pairArgs},
		verbStairs:   {Name: "stairs", Group: "decorate", View: viewGarden, Icon: DecorIcon(Stairs), Args: pairArgs},
		verbEnd:      {Name: "end", View: viewGarden, Final: true, Ends: true, AtLeast: []string{"surplus"}, Args: []engine.Arg{{Name: "keep", Key: "keep", Kind: tileKind, Words: tileParts}}},
	}[1:],
	Refusals: refusals, SkipRule: "G-15",
	Topics: slices.Concat([]string{
		"short", "signs", "turn", "playing", "scoring", "example", "setup", "dig", "tiles", "decorations",
		"store", "rounds", "options",
	}, engine.Rulings("G-", 19)),
	Steps: steps,
	Icons: nameIcons(),
	Sections: map[string]string{
		"setup 5": "setup", "A": "dig", "B tiles": "tiles", "B 1": "tiles", "B 2": "tiles", "B 3": "tiles",
		"B 4": "tiles", "B 5": "tiles", "B": "decorations", "record": "decorations", "C": "store",
	},
	Views: []string{"table", viewGarden, "top", "north", "east", "south", "west", "iso", viewQuarry},
	Board: viewGarden,
}

// tileParts are what the first letters of a tile stand for.
var tileParts = []string{"material", "flower"}

var pairArgs = []engine.Arg{
	{Name: "spot", Kind: holeKind},
	{Name: "to", Kind: holeKind, Implied: true},
	{Name: "as", Key: "as", Kind: holeKind},
}

func (Rules) Info() *engine.Info { return &info }

func (Rules) Apply(p *Position, m engine.Move) error {
	switch {
	case m.Verb == engine.Skip:
		p.skip(engine.Seat(m.Args[0]))
		return nil
	case p.resigned.Has(m.Seat):
		return engine.RefuseResigned(m.Seat)
	case m.Verb == engine.Resign:
		p.resign(m.Seat, m.Args[0] != 0)
		return nil
	case m.Verb == verbRemove:
		return p.remove(m.Seat, Cell(m.Args[0]))
	case m.Verb == verbDig:
		return p.dig(m.Seat, Cell(m.Args[0]))
	}
	if err := p.mayBuild(m.Seat); err != nil {
		return err
	}
	switch m.Verb {
	case verbPlace:
		return p.place(m.Seat, placementOf(m))
	case verbStatue:
		return p.decorate(m.Seat, decorMove{Statue, Hole(m.Args[0]), NoHole, Hole(m.Args[1])})
	case verbEnd:
		return p.end(m.Seat, Tile(m.Args[0]))
	}
	kind := Icon(m.Verb-verbStatue) + Statue
	return p.decorate(m.Seat, decorMove{kind, Hole(m.Args[0]), Hole(m.Args[1]), Hole(m.Args[2])})
}

// mayBuild refuses building and ending the turn (parts B and C) unless seat is building.
func (p *Position) mayBuild(seat engine.Seat) error {
	switch {
	case p.garden(seat).building:
		return nil
	case p.stage == Removing:
		return engine.Refuse(refusedRemoving, "setup 5")
	case p.mayDig(seat):
		return engine.Refuse(refusedDigFirst, "A")
	}
	return engine.RefuseTurn(Rules{}.Turn(p))
}
