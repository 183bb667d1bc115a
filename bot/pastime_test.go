package bot_test

import (
	"fmt"

	"amytis/bot/localdiscord"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/engine/table"
)

// pastime is what the driver of whole games must know of a game.
type pastime struct {
	id, command string
	// slashTurn plays a turn by commands alone.
	slashTurn func(p *person, ch *localdiscord.Channel) error
	// last are the verbs after which nothing of a turn is left to do.
	last []string
	// stop is how likely one ends a turn that could be ended by a button.
	stop float64
	// aims is how likely one uses a cursor, or chooses in steps, rather than
	// from a menu.
	aims float64
	// outrun is set where somebody may be pinged while another's turn lasts, and
	// so may find done what the next ping calls for.
	outrun bool
	// live is set where all act at once, and nothing that was offered is sure to
	// be legal still.
	live bool
	// pings is how often a seat is to be pinged in the game of a log.
	pings func(t *table.Table, log []table.Event, seat engine.Seat) int
}

var gardensPastime = &pastime{
	id: "gardens", command: "garden", last: []string{"end", "remove"}, stop: 0.25, aims: 0.3,
	slashTurn: (*person).slashGardens,
	pings: func(t *table.Table, _ []table.Event, seat engine.Seat) int {
		turns := 0
		for _, m := range t.Moves {
			verb := t.Game.Info().VerbInfo(m.Move.Verb).Name
			if m.Move.Seat == seat && (verb == "dig" || verb == "remove") {
				turns++
			}
		}
		return turns
	},
}

func (p *person) game() *pastime { return p.house.game }

// slashTurn plays a turn by commands alone.
func (p *person) slashTurn(ch *localdiscord.Channel) error { return p.game().slashTurn(p, ch) }

// typed is a turn command as it is typed.
func (p *person) typed(sub string) string { return p.game().command + " " + sub }

// ends reports whether nothing of a turn is left to do after a move.
func (g *pastime) ends(verb string) bool {
	for _, last := range g.last {
		if verb == last {
			return true
		}
	}
	return false
}

// pressed is the verb of a button: the subcommand whose word its label begins with.
func (p *person) pressed(ch *localdiscord.Channel, label string) (string, error) {
	verb, longest := "", 0
	for _, sub := range p.subs(ch) {
		name := telling.ButtonWord(p.words, p.game().id, sub)
		if len(label) >= len(name) && label[:len(name)] == name && len(name) > longest {
			verb, longest = sub, len(name)
		}
	}
	if verb == "" {
		return "", fmt.Errorf("no turn command for the button %q", label)
	}
	return verb, nil
}

// subs are the turn commands that Discord offers.
func (p *person) subs(ch *localdiscord.Channel) []string {
	var subs []string
	prefix := p.game().command + " "
	for _, leaf := range p.Commands(ch) {
		if len(leaf.DefaultPath) > len(prefix) && leaf.DefaultPath[:len(prefix)] == prefix && leaf.DefaultPath != prefix+"undo" {
			subs = append(subs, leaf.DefaultPath[len(prefix):])
		}
	}
	return subs
}
