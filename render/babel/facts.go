package babel

import (
	"fmt"
	"slices"
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
	if before, _ := r.Before.(*game.View); before != nil {
		f.Changed = append(f.Changed, t.Listed("new", t.news(before))...)
	}
	for _, p := range v.Players {
		if p.Owed > 0 && v.Stage != game.Over {
			f.Next = append(f.Next, t.Say("must_discard", "Name", t.Name(p.Seat), "Count", p.Owed))
		}
	}
	f.Rest = append(append(f.Rest, status[1:]...), t.Listed("can_build", t.ready(r))...)
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

// ready names the yards whose top card can be built now.
func (t teller) ready(r render.Request) (yards []string) {
	for _, p := range t.view.Players {
		if ready(t.view, r, p.Seat) {
			yards = append(yards, t.Say("part.yard", "Name", t.Name(p.Seat)))
		}
	}
	return yards
}

// sites describes the sites where a player has cards. The site first leads, even if empty.
func (t teller) sites(p *game.PlayerView, first game.People, d render.Detail) []string {
	var sites []string
	for i := range p.Sites {
		s := &p.Sites[i]
		at := game.People(i + 1)
		if len(s.Column) == 0 && len(s.Temple) == 0 && at != first {
			continue
		}
		site := t.Say("site", "Site", t.people(at), "Temple", t.temple(s), "Column", t.column(s, d))
		if at == first {
			sites = append([]string{site}, sites...)
		} else {
			sites = append(sites, site)
		}
	}
	if len(sites) == 0 {
		return []string{t.Say("no_sites", "Name", t.Name(p.Seat))}
	}
	return t.Listed("sites", sites, "Name", t.Name(p.Seat))
}

// news lists what has changed on the table since a position.
func (t teller) news(before *game.View) []string {
	var things []string
	for i := range t.view.Players {
		p, was := &t.view.Players[i], &before.Players[i]
		name := t.Name(p.Seat)
		if p.Resigned && !was.Resigned {
			things = append(things, t.Say("news.resigned", "Name", name))
		}
		if p.Pawn != was.Pawn && p.Pawn != game.NoPeople {
			things = append(things, t.Say("news.pawn", "Name", name, "Site", t.people(p.Pawn)))
		}
		for j := range p.Sites {
			things = append(things, t.siteNews(name, game.People(j+1), &p.Sites[j], &was.Sites[j])...)
		}
		if p.Total != was.Total {
			things = append(things, t.Say("news.total", "Name", name, "Points", p.Total-was.Total, "Total", p.Total))
		}
	}
	if t.view.Final && !before.Final {
		things = append(things, t.Say("news.final"))
	}
	return things
}

func (t teller) siteNews(name string, at game.People, now, was *game.SiteView) []string {
	var things []string
	if !slices.Equal(now.Temple, was.Temple) {
		things = append(things, t.Say("news.temple", "Name", name, "Site", t.people(at), "Temple", t.temple(now)))
	}
	pills := compareColumns(was.Column, now.Column).pills()
	if len(pills) > 0 {
		things = append(things, t.Say("news.column", "Name", name, "Site", t.people(at),
			"Change", strings.Trim(fmt.Sprint(pills), "[]")))
	}
	return things
}
