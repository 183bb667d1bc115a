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

var Game = engine.Define[Position](Rules{})

type Rules struct{}

// The verbs. Players have all but the last.
const (
	DrawCards engine.Verb = iota + 1
	Travel
	Settle
	Build
	Migrate
	Demolish
	Steal
	Deport
	Convert
	SkipStep
	Halve
	DiscardCards
	EndTurn
	verbShuffle
)

// The values of the option demolished (B-11).
const demolishedHighest, demolishedLowest = "highest", "lowest"

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
		DrawCards:    {Name: "draw", Icon: CardIcon, View: viewHand, Final: true, Reveals: true},
		Travel:       {Name: "travel", View: viewHand, Args: []engine.Arg{{Name: "people", Kind: peopleKind, Words: peopleWords}}},
		Settle:       {Name: "settle", View: viewHand, Args: []engine.Arg{{Name: "people", Kind: peopleKind, Words: peopleWords}}},
		Build:        {Name: "build", Icon: TempleIcon, View: viewTable, Args: []engine.Arg{{Name: "yard", Kind: yardKind, Words: []string{"yard"}}}},
		Migrate:      {Name: "migrate", Icon: MigrateIcon, View: viewTable, Args: []engine.Arg{{Name: "from", Kind: peopleKind, Words: peopleWords}, {Name: "to", Kind: peopleKind, Words: peopleWords}}},
		Demolish:     {Name: "demolish", Harms: true, Icon: PeopleIcon(Assyrians), Group: power, View: viewTable},
		Steal:        {Name: "steal", Harms: true, Icon: PeopleIcon(Hittites), Group: power, View: viewTable},
		Deport:       {Name: "deport", Harms: true, Icon: PeopleIcon(Medes), Group: power, View: viewTable, Args: []engine.Arg{{Name: "people", Kind: peopleKind, Words: peopleWords}}},
		Convert:      {Name: "convert", Harms: true, Icon: PeopleIcon(Sumerians), Group: power, View: viewTable},
		SkipStep:     {Name: "skip", Icon: PeopleIcon(Persians), Group: power, View: viewTable, Args: []engine.Arg{{Name: "yard", Kind: yardKind, Words: []string{"yard"}}}},
		Halve:        {Name: "halve", Harms: true, Group: power, View: viewTable, Args: []engine.Arg{{Name: "people", Kind: peopleKind, Words: peopleWords}}},
		DiscardCards: {Name: "discard", Icon: DiscardIcon, View: viewHand, Final: true, Reveals: true, Args: []engine.Arg{{Name: "cards", Kind: cardsKind{}, Words: peopleWords, IconOf: cardIcon}}},
		EndTurn:      {Name: "end", View: viewTable, Final: true, Reveals: true, Ends: true},
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

func (Rules) Apply(p *Position, m engine.Move) error {
	if code := p.check(&m); code != allowed {
		return p.refuse(code, &m)
	}
	switch m.Verb {
	case engine.Resign:
		p.finish(Resigned, engine.Seats(other(m.Seat)))
	case engine.Skip:
		p.skipTurn()
	case DrawCards:
		p.draw(drawn)
	case verbShuffle:
		p.shuffle(&m.Args)
	case DiscardCards:
		p.discard(m.Seat, tallyOf(m.Args[0]))
	case EndTurn:
		p.supply()
	default:
		p.act(&m)
	}
	return nil
}
