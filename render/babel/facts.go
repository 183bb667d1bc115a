package babel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// facts describes both sides, and the hand in its owner's picture, or both hands in a replay.
func (t teller) facts(r render.Request, d render.Detail) render.Facts {
	v := t.view
	status := t.status()
	f := render.Facts{Changed: t.Marked(r.Marks), Next: status[:1:1]}
	for _, g := range newGhosts(v, r) {
		f.Changed = append(f.Changed, t.ghost(g)...)
	}
	f.Changed = append(f.Changed, t.Listed("new", t.news(render.Before(v, r)))...)
	var yards []string
	for _, p := range v.Players {
		name := t.Name(p.Seat)
		f.Next = append(f.Next, t.When(p.Owed > 0 && v.Stage != game.Over, "must_discard", "Name", name,
			"Count", p.Owed)...)
		yards = append(yards, t.When(ready(v, r, p.Seat), "part.yard", "Name", name)...)
	}
	f.Rest = append(status[1:], t.Listed("can_build", yards)...)
	for _, open := range openHands(r.Open) {
		f.Rest = append(f.Rest, teller{t.Teller, open}.hand())
	}
	first := engine.Seat(1)
	chooser := v.Active
	if r.View == viewHand {
		f.Rest = append(f.Rest, t.hand())
		first, chooser = v.Seat, v.Seat
	} else {
		f.Rest = append(f.Rest, t.Say("view.table"))
	}
	for _, seat := range []engine.Seat{first, 3 - first} {
		p := &v.Players[seat-1]
		f.Rest = append(append(f.Rest, t.summary(p)), t.sites(p, v.Players[chooser-1].Pawn, d)...)
	}
	f.Rest = append(f.Rest, t.piles(), t.discards(d))
	if d == render.Full {
		f.Rest = append(f.Rest, t.expected()...)
	}
	return f
}

// sites describes the sites where a player has cards. The site first leads, even if empty.
func (t teller) sites(p *game.PlayerView, first game.People, d render.Detail) (sites []string) {
	for i := range p.Sites {
		s := &p.Sites[i]
		at := game.People(i + 1)
		if len(s.Column) == 0 && len(s.Temple) == 0 && at != first {
			continue
		}
		site := t.Say("site", "Site", t.people(at), "Temple", t.temple(s), "Column", t.column(s, d))
		if at == first {
			sites = slices.Insert(sites, 0, site)
		} else {
			sites = append(sites, site)
		}
	}
	if len(sites) == 0 {
		return []string{t.Say("no_sites", "Name", t.Name(p.Seat))}
	}
	return t.Listed("sites", sites, "Name", t.Name(p.Seat))
}

func (t teller) news(before *game.View) (things []string) {
	for i := range t.view.Players {
		p, was := &t.view.Players[i], &before.Players[i]
		name := t.Name(p.Seat)
		things = append(things, t.When(p.Resigned && !was.Resigned, "news.resigned", "Name", name)...)
		if p.Pawn != was.Pawn && p.Pawn != game.NoPeople {
			things = append(things, t.Say("news.pawn", "Name", name, "Site", t.people(p.Pawn)))
		}
		for j := range p.Sites {
			things = append(things, t.siteNews(name, game.People(j+1), &p.Sites[j], &was.Sites[j])...)
		}
		things = append(things, t.When(p.Total != was.Total, "news.total", "Name", name, "Points", p.Total-was.Total,
			"Total", p.Total)...)
	}
	return append(things, t.When(t.view.Final && !before.Final, "news.final")...)
}

func (t teller) siteNews(name string, at game.People, now, was *game.SiteView) []string {
	pills := compareColumns(was.Column, now.Column).pills()
	return append(
		t.When(!slices.Equal(now.Temple, was.Temple), "news.temple", "Name", name, "Site", t.people(at),
			"Temple", t.temple(now)),
		t.When(len(pills) > 0, "news.column", "Name", name, "Site", t.people(at), "Change",
			strings.Trim(fmt.Sprint(pills), "[]"))...)
}

// ghost describes a move not made yet, or nothing if no picture shows it: a move at the site of a
// pawn in the quarry, and cards of another hand.
func (t teller) ghost(g ghost) []string {
	if g.Action == game.DiscardCards && g.Seat != t.view.Seat {
		return nil
	}
	args := []any{"Opponent", t.Name(3 - g.Seat)}
	if g.Power != game.NoPeople {
		args = append(args, "Power", t.people(g.Power))
	}
	if g.People != game.NoPeople {
		args = append(args, "People", t.people(g.People))
	}
	at := g.site()
	if at != game.NoPeople {
		args = append(args, "Site", t.people(at))
	}
	switch g.Action {
	case game.DrawCards, game.EndTurn, game.Travel, game.Halve:
	case game.DiscardCards:
		args = append(args, "Cards", t.countCards(g.Cards, render.Full))
	default:
		if at == game.NoPeople {
			return nil
		}
		args = append(args, t.planArgs(g)...)
	}
	move := t.Say("plan."+game.Game.Info().VerbInfo(g.Action).Name, args...)
	return []string{t.Say("ghost", "Move", move, "Legal", bool(g.fits))}
}

// planArgs returns the cards, the temple value and the yard's owner of a planned move at a site.
func (t teller) planArgs(g ghost) []any {
	theirs := &g.opponent.Sites[g.site()-1]
	cards := g.addedCards(g.Seat, g.site())
	var runs []string
	for from, to := range render.Runs(cards) {
		runs = append(runs, t.cards(cards[from], to-from, render.Full))
	}
	value := g.addedStep()
	owner := g.Seat
	if g.Action == game.Demolish {
		value = templeValue(theirs.Temple)
	}
	if g.Yard == game.Opp {
		owner = 3 - g.Seat
	}
	return []any{"Cards", runs, "Value", int(value), "Owner", t.Name(owner)}
}

// whole describes what the players share, each side, first's leading, and the viewer's hand.
func (t teller) whole(first engine.Seat) []string {
	v := t.view
	over := v.Stage == game.Over
	lines := slices.Concat(t.status(),
		t.When(v.Migrated && v.Stage != game.Acting, "migrated"),
		t.When(v.Final && over, "final"),
		t.When(over, "board.last_turn", "Name", t.Name(v.Active)),
		t.When(v.Turn != 0, "board.to_play", "Names", t.NamesOf(v.Turn.Slice())),
		[]string{t.piles(), t.discards(render.Whole),
			t.Say("board.options", "Things", t.Option("demolished", v.Demolished))})
	for _, seat := range []engine.Seat{first, 3 - first} {
		lines = append(append(lines, ""), t.side(&v.Players[seat-1])...)
	}
	if v.Seat != 0 {
		lines = append(lines, "", t.hand())
	}
	return lines
}

// side describes a player, one site per line.
func (t teller) side(p *game.PlayerView) []string {
	name := t.Name(p.Seat)
	lines := append([]string{t.summary(p)}, t.When(len(p.Yard) > 0, "board.yard", "Name", name,
		"Cards", values(p.Yard))...)
	for i := range p.Sites {
		s := &p.Sites[i]
		temple := t.Say("no_temple")
		if len(s.Temple) > 0 {
			temple = t.Say("temple_cards", "Value", int(templeValue(s.Temple)), "Cards", values(s.Temple))
		}
		lines = append(lines, t.Say("board.site", "Name", name, "Site", t.people(game.People(i+1)),
			"Temple", temple, "Column", t.column(s, render.Whole)))
	}
	return lines
}

// values lists temple cards from the bottom of the pile to the top.
func values(cards []game.Step) string {
	texts := make([]string, len(cards))
	for i, s := range cards {
		texts[i] = strconv.Itoa(int(s))
	}
	return strings.Join(texts, ", ")
}
