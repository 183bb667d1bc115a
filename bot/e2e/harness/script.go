package harness

import (
	"math/rand/v2"
	"slices"

	"amytis/bot/localdiscord"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/longrun"
)

// Script is how players play whole games. What can be done at a game they know from its Info, and
// from what the bot offers them.
type Script struct {
	GameID string
	// Live is whether all players act at once. What a player was offered may then be illegal
	// meanwhile. Each ping begins a round, and all act until it is over.
	Live bool
}

// endChance is how likely a player ends a turn that could go on.
func (s *Script) endChance() float64 {
	if s.Live {
		return longrun.Choose(0.1, 0.02)
	}
	return 0.25
}

func (s *Script) info() *engine.Info {
	g, _ := games.Find(s.GameID)
	return g.Info()
}

func (s *Script) ends(verb string) bool {
	v := s.info().VerbInfo(s.info().Verb(verb))
	return v != nil && v.Ends
}

// subcommand is the zero value for none, such as "undo".
func (s *Script) subcommand(name string) choice.Subcommand {
	for _, sub := range choice.Subcommands(s.info()) {
		if sub.Name == name {
			return sub
		}
	}
	return choice.Subcommand{Name: name}
}

// typed returns a turn command with game and section.
func (s *Script) typed(sub string) string { return s.info().Command + " " + s.subcommand(sub).Path() }

// Variant is a game with the options of "/game new" and its numbers of players.
type Variant struct {
	Name       string
	Script     *Script
	Options    localdiscord.Args
	MinPlayers int
	MaxPlayers int
}

// newVariant returns a game with one option, or with its defaults if that is "".
func newVariant(g engine.Game, option, value string) Variant {
	in := g.Info()
	v := Variant{in.ID, &Script{GameID: in.ID}, localdiscord.Args{"game": in.ID}, in.MinSeats, in.MaxSeats}
	options := engine.Options{}
	if option != "" {
		v.Name += " " + option + "=" + value
		v.Options[option], options[option] = value, value
		if value == "true" {
			v.Options[option] = true
		}
	}
	seats := make([]engine.SeatInfo, in.MinSeats)
	s, err := g.Start(options, seats, g.Deal(options, seats, rand.New(rand.NewPCG(1, 1))))
	if err != nil {
		panic(err)
	}
	v.Script.Live = s.Pace().Live
	return v
}

// Variants are all games with their defaults, each followed by the game with one other value of an
// option.
var Variants = func() (all []Variant) {
	for _, g := range games.All {
		all = append(all, newVariant(g, "", ""))
		for _, o := range g.Info().Options {
			switch o.Kind {
			case engine.OptionWord:
				for _, value := range o.Values[1:] {
					all = append(all, newVariant(g, o.Name, value))
				}
			case engine.OptionBool:
				all = append(all, newVariant(g, o.Name, "true"))
			}
		}
	}
	return all
}()

func variant(name string) Variant {
	return Variants[slices.IndexFunc(Variants, func(v Variant) bool { return v.Name == name })]
}

var (
	GardensInTurns  = variant("gardens")
	GardensTogether = variant("gardens build=together")
	BabelVariant    = variant("babel")
	TacticalTowers  = variant("towers expert=true")
	LiveTowers      = variant("towers mode=quick")
)

// Their scripts and options.
var (
	Gardens     = GardensInTurns.Script
	Babel       = BabelVariant.Script
	Towers      = TacticalTowers.Script
	QuickTowers = LiveTowers.Script

	BabelOptions       = BabelVariant.Options
	QuickTowersOptions = LiveTowers.Options
)
