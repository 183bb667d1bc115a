package harness

import (
	"math/rand/v2"
	"slices"

	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/longrun"
)

// Variant is a game with the options of "/game new".
type Variant struct {
	Name       string
	Game       string // its ID
	Options    localdiscord.Args
	MinPlayers int
	MaxPlayers int
	// Live is whether all act at once after a ping for each round. Offers may become illegal.
	Live bool
}

// endChance is how likely a player ends a turn that could go on.
func (v *Variant) endChance() float64 {
	if v.Live {
		return longrun.Choose(0.1, 0.02)
	}
	return 0.25
}

func (v *Variant) info() *engine.Info {
	g, _ := games.Find(v.Game)
	return g.Info()
}

func (v *Variant) ends(verb string) bool {
	in := v.info().VerbInfo(v.info().Verb(verb))
	return in != nil && in.Ends
}

// newVariant returns a game with one option, or with its defaults if that is "".
func newVariant(g engine.Game, option, value string) *Variant {
	in := g.Info()
	v := &Variant{in.ID, in.ID, localdiscord.Args{"game": in.ID}, in.MinSeats, in.MaxSeats, false}
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
	v.Live = s.Pace().Live
	return v
}

// Variants are all games with their defaults, each followed by the game with one other option.
var Variants = func() (all []*Variant) {
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

func variant(name string) *Variant {
	return Variants[slices.IndexFunc(Variants, func(v *Variant) bool { return v.Name == name })]
}

var (
	Gardens         = variant("gardens")
	GardensTogether = variant("gardens build=together")
	Babel           = variant("babel")
	Towers          = variant("towers expert=true")
	QuickTowers     = variant("towers mode=quick")
)
