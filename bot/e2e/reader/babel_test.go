package reader_test

import (
	"fmt"
	"strings"

	"amytis/engine"
	game "amytis/engine/babel"
)

// babelReader reads the text board of Babel.
type babelReader struct {
	*grammar
	view *game.View
}

// readBabel returns the View that a text board tells, for a viewer's seat.
func readBabel(g *grammar, said string, seat engine.Seat) (*game.View, error) {
	r := babelReader{g, &game.View{Seat: seat}}
	for line := range strings.SplitSeq(said, "\n") {
		if line != "" && !r.common(line) && !r.hand(line) && !r.side(line) {
			return nil, fmt.Errorf("not understood: %s", line)
		}
	}
	for i := range r.view.Players {
		p := &r.view.Players[i]
		for s := range p.Sites {
			if temple := p.Sites[s].Temple; len(temple) > 0 {
				p.Total += int(temple[len(temple)-1])
			}
		}
	}
	return r.view, nil
}

// common reads a line about what both players share.
func (r *babelReader) common(line string) bool {
	v := r.view
	for stage, key := range map[game.Stage]string{
		game.Drawing: "drawing", game.Shuffling: "shuffling", game.Acting: "acting",
	} {
		if m, is := r.match(line, key, "Name"); is && r.seat(m["Name"]) != 0 {
			v.Stage, v.Active = stage, r.seat(m["Name"])
			return true
		}
	}
	if m, is := r.match(line, "over", "Reason", "Names"); is {
		v.Stage, v.Winners = game.Over, r.seats(m["Names"])
		v.Reason = one(m["Reason"], []game.Reason{
			game.Fifteen, game.Twenty, game.BelowTen, game.QuarryEmpty, game.Resigned,
		}, func(reason game.Reason) string { return r.say("reason." + reason.String()) })
		return true
	}
	if m, is := r.match(line, "board.last_turn", "Name"); is {
		v.Active = r.seat(m["Name"])
		return true
	}
	if m, is := r.match(line, "board.to_play", "Names"); is {
		v.Turn = engine.Seats(r.seats(m["Names"])...)
		return true
	}
	if m, is := r.match(line, "piles", "#People", "#Quarry"); is {
		v.People, v.Quarry = m.number("People"), m.number("Quarry")
		return true
	}
	if m, is := r.match(line, "discards", "Cards"); is {
		for p, n := range r.cards(m["Cards"]) {
			v.Discards[p-1] = n
		}
		return true
	}
	v.Final = v.Final || r.is(line, "final")
	v.Migrated = v.Migrated || r.is(line, "migrated")
	return r.is(line, "final") || r.is(line, "migrated") || r.is(line, "no_discards")
}

// run is a number of cards of one people.
type run struct {
	people game.People
	count  int
}

// runs reads a list of cards.
func (r *babelReader) runs(list string) []run {
	var runs []run
	for _, cards := range commas(list) {
		if m, is := r.match(cards, "trio", "Cards"); is {
			cards = m["Cards"]
		}
		for p := game.People(1); p <= game.NumPeoples; p++ {
			if m, is := r.match(cards, "cards_of."+p.String(), "#Count"); is {
				runs = append(runs, run{p, m.number("Count")})
			}
		}
	}
	return runs
}

func (r *babelReader) cards(list string) map[game.People]int {
	all := map[game.People]int{}
	for _, cards := range r.runs(list) {
		all[cards.people] = cards.count
	}
	return all
}

func steps(list string) []game.Step {
	var steps []game.Step
	for _, n := range numbers(list) {
		steps = append(steps, game.Step(n))
	}
	return steps
}

// side reads a line about a player: a summary, the yard, or a site.
func (r *babelReader) side(line string) bool {
	v := r.view
	for i, name := range r.names {
		p := &v.Players[i]
		if m, is := r.match(line, "board.yard", "Name", "Cards"); is && m["Name"] == name {
			p.Yard = steps(m["Cards"])
			return true
		}
		for at := game.People(1); at <= game.NumPeoples; at++ {
			site := r.say("people." + at.String())
			begin, _, _ := strings.Cut(r.say("board.site", "Name", name, "Site", site, "Temple", "\x00"), "\x00")
			if rest, is := strings.CutPrefix(line, begin); is {
				return r.site(&p.Sites[at-1], strings.TrimSuffix(rest, "."))
			}
		}
		if m, is := r.match(line, "summary", "Name", "Things"); is && m["Name"] == name {
			r.summary(p, m["Things"])
			p.Seat = engine.Seat(i + 1)
			return true
		}
	}
	return false
}

// summary reads what a player has, without the sites.
func (r *babelReader) summary(p *game.PlayerView, things string) {
	p.Resigned = strings.HasPrefix(things, r.say("resigned")+", ")
	hand, _ := r.find(things, "in_hand", "#Count")
	owed, _ := r.find(things, "owed", "#Count")
	p.Hand, p.Owed = hand.number("Count"), owed.number("Count")
	_, p.StartUnbuilt = r.find(things, "yard_start", "#Count")
	for at := game.People(1); at <= game.NumPeoples; at++ {
		if strings.Contains(things, r.say("pawn", "Site", r.say("people."+at.String()))) {
			p.Pawn = at
		}
	}
}

// site reads the temple and the column of a site.
func (r *babelReader) site(s *game.SiteView, said string) bool {
	column := said
	if m, is := r.find(said, "temple_cards", "#Value", "Cards"); is {
		s.Temple = steps(m["Cards"])
		column = said[strings.Index(said, ")"):]
	} else if !strings.HasPrefix(said, r.say("no_temple")) {
		return false
	}
	if strings.HasSuffix(column, r.say("no_column")) {
		return true
	}
	_, cards, found := strings.Cut(column, ": ")
	if !found {
		_, cards, found = strings.Cut(column, "\u00a0: ")
	}
	for _, cards := range r.runs(cards) {
		from := len(s.Column)
		for range cards.count {
			s.Column = append(s.Column, cards.people)
		}
		if cards.count >= 3 {
			s.Trios = append(s.Trios, game.Run{People: cards.people, From: from, To: len(s.Column)})
		}
	}
	return found
}

// hand reads the line with the viewer's hand.
func (r *babelReader) hand(line string) bool {
	v := r.view
	if v.Seat == 0 {
		return false
	}
	rest, is := strings.CutPrefix(line, r.say("view.hand", "Name", r.names[v.Seat-1])+" ")
	if !is {
		return false
	}
	m, held := r.find(rest, "hand_cards", "#Count", "Cards")
	if !held {
		return r.is(rest, "hand_empty")
	}
	cards := r.cards(m["Cards"])
	for p := game.People(1); p <= game.NumPeoples; p++ {
		for range cards[p] {
			v.Hand = append(v.Hand, p)
		}
	}
	return true
}

// orderedBabel returns a View in the form of readBabel, which has no empty lists.
func orderedBabel(v *game.View) *game.View {
	if len(v.Hand) == 0 {
		v.Hand = nil
	}
	if len(v.Winners) == 0 {
		v.Winners = nil
	}
	for i := range v.Players {
		p := &v.Players[i]
		if len(p.Yard) == 0 {
			p.Yard = nil
		}
		for s := range p.Sites {
			site := &p.Sites[s]
			if len(site.Column) == 0 {
				site.Column = nil
			}
			if len(site.Trios) == 0 {
				site.Trios = nil
			}
			if len(site.Temple) == 0 {
				site.Temple = nil
			}
		}
	}
	return v
}
