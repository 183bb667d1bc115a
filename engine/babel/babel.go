// Package babel is the game Babel: two players raise temples at five sites with the help of five
// peoples. It holds the rules and the rulings B-1 to B-12, which players read with /rules. Hands
// are secret: views, refusals and descriptions show a card in hand to its holder only (B-5).
package babel

import (
	"slices"

	"amytis/engine"
)

// ID is the game's name in records, commands and the store.
const ID = "babel"

// Game is Babel, ready for tables and records.
var Game = engine.Define[Position](Rules{})

type Rules struct{}

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

// The values of the option demolished (B-11).
const demolishedHighest, demolishedLowest = "highest", "lowest"

// The pictures that players choose moves on.
const (
	viewTable = "table"
	viewHand  = "hand"
)

// power is the slash subcommand that groups the six powers.
const power = "power"

var peopleWords = []string{"people"}

var info = engine.Info{
	ID: ID, Command: "babel",
	MinSeats: 2, MaxSeats: 2, RulesVersion: 1,
	Options: []engine.OptionInfo{{
		Name: "demolished", Kind: engine.OptionWord,
		Values: []string{demolishedHighest, demolishedLowest}, Default: demolishedHighest,
	}},
	Verbs: []engine.VerbInfo{
		verbDraw:     {Name: "draw", Icon: CardIcon, View: viewHand, Final: true, Reveals: true},
		verbTravel:   {Name: "travel", View: viewHand, Args: []engine.Arg{{Name: "people", Kind: peopleKind, Words: peopleWords}}},
		verbSettle:   {Name: "settle", View: viewHand, Args: []engine.Arg{{Name: "people", Kind: peopleKind, Words: peopleWords}}},
		verbBuild:    {Name: "build", Icon: TempleIcon, View: viewTable, Args: []engine.Arg{{Name: "yard", Kind: yardKind, Words: []string{"yard"}}}},
		verbMigrate:  {Name: "migrate", Icon: MigrateIcon, View: viewTable, Args: []engine.Arg{{Name: "from", Kind: peopleKind, Words: peopleWords}, {Name: "to", Kind: peopleKind, Words: peopleWords}}},
		verbDemolish: {Name: "demolish", Harms: true, Icon: PeopleIcon(Assyrians), Group: power, View: viewTable},
		verbSteal:    {Name: "steal", Harms: true, Icon: PeopleIcon(Hittites), Group: power, View: viewTable},
		verbDeport:   {Name: "deport", Harms: true, Icon: PeopleIcon(Medes), Group: power, View: viewTable, Args: []engine.Arg{{Name: "people", Kind: peopleKind, Words: peopleWords}}},
		verbConvert:  {Name: "convert", Harms: true, Icon: PeopleIcon(Sumerians), Group: power, View: viewTable},
		verbSkip:     {Name: "skip", Icon: PeopleIcon(Persians), Group: power, View: viewTable, Args: []engine.Arg{{Name: "yard", Kind: yardKind, Words: []string{"yard"}}}},
		verbHalve:    {Name: "halve", Harms: true, Group: power, View: viewTable, Args: []engine.Arg{{Name: "people", Kind: peopleKind, Words: peopleWords}}},
		verbDiscard:  {Name: "discard", Icon: DiscardIcon, View: viewHand, Final: true, Reveals: true, Args: []engine.Arg{{Name: "cards", Kind: cardsKind{}, Words: peopleWords, IconOf: cardIcon}}},
		verbEnd:      {Name: "end", View: viewTable, Final: true, Reveals: true, Ends: true},
		verbShuffle:  {Name: "shuffle", View: viewTable, Final: true, Reveals: true, Chance: true, Args: []engine.Arg{{Name: "cards", Kind: orderKind{}}}},
	}[1:],
	Refusals: refusals, SkipRule: "B-10",
	Topics: slices.Concat([]string{
		"short", "signs", "turn", "playing", "end", "example", "setup", "actions", "powers", "supply",
	}, engine.Rulings("B-", 12)),
	Icons:    iconNames,
	Sections: map[string]string{"turn 1": "turn", "build": "actions", "migrate": "actions"},
	Views:    []string{viewTable, viewHand},
}

func (Rules) Info() *engine.Info { return &info }

// Apply plays m on p (see engine.Rules). It checks everything before it changes anything.
func (Rules) Apply(p *Position, m engine.Move) error {
	if code := p.check(&m); code != allowed {
		return p.refuse(code, &m)
	}
	switch m.Verb {
	case engine.Resign:
		p.finish(Resigned, engine.Seats(other(m.Seat)))
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
