package babel

import (
	"strconv"
	"strings"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// teller puts a view into words.
type teller struct {
	view  *game.View
	names []string
	words render.Words
}

// detail is how much is told.
type detail uint8

const (
	// full names the cards of every column.
	full detail = iota
	// brief gives them, and the sites, by letters.
	brief
	// terse counts them.
	terse
)

// say looks up a text; names and values of its placeholders follow.
func (t teller) say(key string, args ...any) string {
	var values map[string]any
	if len(args) > 0 {
		values = make(map[string]any, len(args)/2)
		for i := 0; i+1 < len(args); i += 2 {
			values[args[i].(string)] = args[i+1]
		}
	}
	return t.words.T("alt.babel."+key, values)
}

// longestName bounds names: Discord's own are no longer.
const longestName = 32

func (t teller) name(seat engine.Seat) string {
	name := strings.Join(strings.Fields(render.Request{Names: t.names}.Name(seat)), " ")
	if name == "" {
		return t.say("player", "Seat", int(seat))
	}
	if runes := []rune(name); len(runes) > longestName {
		name = string(runes[:longestName-1]) + "…"
	}
	return name
}

func (t teller) people(p game.People) string { return t.say("people." + p.String()) }

// stage tells what the game waits for.
func (t teller) stage() string {
	v := t.view
	name := t.name(v.Active)
	switch v.Stage {
	case game.Drawing:
		return t.say("drawing", "Name", name)
	case game.Shuffling:
		return t.say("shuffling", "Name", name)
	case game.Over:
		winners := make([]string, len(v.Winners))
		for i, seat := range v.Winners {
			winners[i] = t.name(seat)
		}
		return t.say("over", "Names", strings.Join(winners, ", "), "Reason", t.say("reason."+v.Reason.String()))
	}
	return t.say("acting", "Name", name)
}

// status is the stage and what holds beside it.
func (t teller) status() []string {
	v := t.view
	parts := []string{t.stage()}
	if v.Final && v.Stage != game.Over {
		parts = append(parts, t.say("final"))
	}
	if v.Migrated && v.Stage == game.Acting {
		parts = append(parts, t.say("migrated"))
	}
	return parts
}

// table tells of everything that is open.
func (t teller) table(much detail) string {
	v := t.view
	parts := append([]string{t.say("view.table")}, t.status()...)
	for _, seat := range []engine.Seat{near(v), far(v)} {
		p := &v.Players[seat-1]
		parts = append(parts, t.summary(p), t.sites(p, much))
	}
	parts = append(parts, t.piles())
	if much < terse {
		parts = append(parts, t.discards(much))
	}
	return strings.Join(parts, " ")
}

// summary is a player in a sentence, but for the sites.
func (t teller) summary(p *game.PlayerView) string {
	var things []string
	if p.Resigned {
		things = append(things, t.say("resigned"))
	}
	things = append(things, t.say("points", "Points", p.Total), t.say("in_hand", "Count", p.Hand))
	if p.Owed > 0 {
		things = append(things, t.say("owed", "Count", p.Owed))
	}
	things = append(things, t.pawn(p), t.yard(p))
	return t.say("summary", "Name", t.name(p.Seat), "Things", strings.Join(things, ", "))
}

func (t teller) pawn(p *game.PlayerView) string {
	if p.Pawn == game.NoPeople {
		return t.say("pawn_in_quarry")
	}
	return t.say("pawn", "Site", t.people(p.Pawn))
}

func (t teller) yard(p *game.PlayerView) string {
	n := len(p.Yard)
	switch {
	case n == 0:
		return t.say("yard_empty")
	case p.StartUnbuilt:
		return t.say("yard_start", "Count", n)
	}
	return t.say("yard", "Count", n, "Value", int(p.Yard[n-1]))
}

// sites tells of the sites of a player at which there is something.
func (t teller) sites(p *game.PlayerView, much detail) string {
	var sites []string
	for i := range p.Sites {
		s := &p.Sites[i]
		if len(s.Column) == 0 && len(s.Temple) == 0 {
			continue
		}
		at := game.People(i + 1)
		name := t.people(at)
		if much > full {
			name = at.String()
		}
		sites = append(sites, t.say("site", "Site", name, "Temple", t.temple(s), "Column", t.column(s, much)))
	}
	if len(sites) == 0 {
		return t.say("no_sites")
	}
	return strings.Join(sites, "; ") + "."
}

func (t teller) temple(s *game.SiteView) string {
	if len(s.Temple) == 0 {
		return t.say("no_temple")
	}
	return t.say("temple", "Value", int(topOf(s.Temple)))
}

func (t teller) column(s *game.SiteView, much detail) string {
	if len(s.Column) == 0 {
		return t.say("no_column")
	}
	if much == terse {
		return t.say("cards", "Count", len(s.Column))
	}
	var runs []string
	for from := 0; from < len(s.Column); {
		to := from + 1
		for to < len(s.Column) && s.Column[to] == s.Column[from] {
			to++
		}
		runs = append(runs, t.run(s, from, to, much))
		from = to
	}
	if much == brief {
		return strings.Join(runs, " ")
	}
	return strings.Join(runs, ", ")
}

// run is neighbours of one people: "3 Assyrians (trio)", or "3A" in brief.
func (t teller) run(s *game.SiteView, from, to int, much detail) string {
	p := s.Column[from]
	if much == brief {
		if to-from == 1 {
			return p.String()
		}
		return strconv.Itoa(to-from) + p.String()
	}
	text := t.say("cards_of."+p.String(), "Count", to-from)
	for _, run := range s.Trios {
		if run.From == from {
			return t.say("trio", "Cards", text)
		}
	}
	return text
}

func (t teller) piles() string {
	return t.say("piles", "People", t.view.People, "Quarry", t.view.Quarry)
}

func (t teller) discards(much detail) string {
	var cards []string
	for i, n := range t.view.Discards {
		switch p := game.People(i + 1); {
		case n == 0:
		case much > full:
			cards = append(cards, strconv.Itoa(n)+p.String())
		default:
			cards = append(cards, t.say("cards_of."+p.String(), "Count", n))
		}
	}
	if len(cards) == 0 {
		return t.say("no_discards")
	}
	return t.say("discards", "Cards", strings.Join(cards, ", "))
}

// hand tells of the hand that the view holds.
func (t teller) hand() string {
	p := &t.view.Players[t.view.Seat-1]
	parts := []string{t.say("view.hand", "Name", t.name(p.Seat))}
	var cards []string
	for i, n := range counts(t.view) {
		if n > 0 {
			cards = append(cards, t.say("cards_of."+game.People(i+1).String(), "Count", n))
		}
	}
	if len(cards) == 0 {
		return strings.Join(append(parts, t.say("hand_empty")), " ")
	}
	parts = append(parts, t.say("hand_cards", "Count", len(t.view.Hand), "Cards", strings.Join(cards, ", ")))
	if p.Owed > 0 {
		parts = append(parts, t.say("hand_owed", "Count", p.Owed))
	}
	return strings.Join(parts, " ")
}
