package babel

import "amytis/engine"

// ID is the game's name in records, commands and the store.
const ID = "babel"

// Game is Babel, ready for tables and records.
var Game = engine.Define[Position](Rules{})

// Rules implements engine.Rules for Babel.
type Rules struct{}

// The verbs, in the order of info.Verbs.
const (
	verbDraw engine.Verb = iota + 1
	verbTravel
	verbSettle
	verbBuild
	verbMigrate
	verbDemolish
	verbSteal
	verbDeport
	verbConvert
	verbSkip
	verbHalve
	verbDiscard
	verbEnd
	verbShuffle
)

// The pictures that players choose moves on.
const (
	viewTable = "table"
	viewHand  = "hand"
)

// power is the slash subcommand that groups the six powers.
const power = "power"

var info = engine.Info{
	ID: ID, Command: "babel",
	MinSeats: 2, MaxSeats: 2,
	RulesVersion: 1,
	Verbs: []engine.VerbInfo{
		{Name: "draw", View: viewHand, Final: true},
		{Name: "travel", View: viewHand, Args: []engine.Arg{{Name: "people", Kind: peopleKind}}},
		{Name: "settle", View: viewHand, Args: []engine.Arg{{Name: "people", Kind: peopleKind}}},
		{Name: "build", View: viewTable, Args: []engine.Arg{{Name: "yard", Kind: yardKind}}},
		{Name: "migrate", View: viewTable, Args: []engine.Arg{{Name: "from", Kind: peopleKind}, {Name: "to", Kind: peopleKind}}},
		{Name: "demolish", Group: power, View: viewTable},
		{Name: "steal", Group: power, View: viewTable},
		{Name: "deport", Group: power, View: viewTable, Args: []engine.Arg{{Name: "people", Kind: peopleKind}}},
		{Name: "convert", Group: power, View: viewTable},
		{Name: "skip", Group: power, View: viewTable, Args: []engine.Arg{{Name: "yard", Kind: yardKind}}},
		{Name: "halve", Group: power, View: viewTable, Args: []engine.Arg{{Name: "people", Kind: peopleKind}}},
		{Name: "discard", View: viewHand, Final: true, Args: []engine.Arg{{Name: "cards", Kind: cardsKind{}}}},
		{Name: "end", View: viewTable, Final: true, Ends: true},
		{Name: "shuffle", View: viewTable, Final: true, Chance: true, Args: []engine.Arg{{Name: "cards", Kind: orderKind{}}}},
	},
	Refusals: refusals,
	Topics: []string{
		"goal", "setup", "turn", "actions", "powers", "supply", "end",
		"B-1", "B-2", "B-3", "B-4", "B-5", "B-6", "B-7", "B-8", "B-9", "B-10",
	},
	Views: []string{viewTable, viewHand},
}

// Info returns the game's description.
func (Rules) Info() *engine.Info { return &info }

// Apply plays m on p (see engine.Rules). It checks everything before it changes anything.
func (Rules) Apply(p *Position, m engine.Move) error {
	if code := p.check(&m); code != allowed {
		return p.refuse(code, &m)
	}
	switch m.Verb {
	case engine.Resign:
		p.resign(m.Seat)
	case engine.Skip:
		p.skipTurn()
	case verbDraw:
		p.draw(drawn)
	case verbShuffle:
		p.shuffle(&m.Args)
	case verbDiscard:
		p.discard(m.Seat, tallyOf(m.Args[0]))
	case verbEnd:
		p.supply()
	default:
		p.act(&m)
	}
	return nil
}
