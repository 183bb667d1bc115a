package babel

import (
	"slices"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// ghost is a move that is not made yet. Pictures frame what it takes, and what it adds.
type ghost struct {
	game.Target
	fits         render.Verdict
	me, opponent *game.PlayerView
}

// newGhosts returns the ghosts of a request: none, one, or two to compare.
func newGhosts(v *game.View, r render.Request) (all []ghost) {
	for _, wanted := range [...]render.Ghost{r.Ghost, r.Beside} {
		if t, ok := game.TargetOf(wanted.Move); ok {
			all = append(all, ghost{t, render.Verdict(wanted.Legal), &v.Players[t.Seat-1], &v.Players[2-t.Seat]})
		}
	}
	return all
}

// site returns the site that the move is about, mostly where the pawn stands; NoPeople for none.
func (g ghost) site() game.People {
	switch g.Action {
	case game.Travel:
		return g.People
	case game.Migrate:
		return g.To
	case game.DrawCards, game.DiscardCards, game.EndTurn:
		return game.NoPeople
	}
	return g.me.Pawn
}

// span is a part of a column, Column[from:to].
type span struct{ from, to int }

// migrants is the number of cards that a migration moves.
const migrants = 3

// lastCards returns the last cards of a column, n of them if it has so many.
func lastCards(column []game.People, n int) span { return span{max(0, len(column)-n), len(column)} }

// convertedCards returns the cards at the end of a column that a convert moves.
func convertedCards(column []game.People) span {
	s := lastCards(column, 1)
	for s.from > 0 && column[s.from-1] == column[s.from] {
		s.from--
	}
	return s
}

// addedCards returns the cards that the move adds to a column.
func (g ghost) addedCards(seat engine.Seat, at game.People) []game.People {
	if seat != g.Seat || at != g.site() {
		return nil
	}
	var from []game.People
	var s span
	switch g.Action {
	case game.Settle:
		return []game.People{g.People}
	case game.Migrate:
		from = g.me.Sites[g.People-1].Column
		s = lastCards(from, migrants)
	case game.Convert:
		from = g.opponent.Sites[at-1].Column
		s = convertedCards(from)
	}
	return from[s.from:s.to]
}

func (g ghost) takenCards(seat engine.Seat, at game.People) []span {
	switch {
	case g.Action == game.Migrate && seat == g.Seat && at == g.People:
		return []span{lastCards(g.me.Sites[at-1].Column, migrants)}
	case g.Power == game.NoPeople || at != g.site():
		return nil
	case seat == g.Seat:
		for _, run := range g.me.Sites[at-1].Trios {
			if run.People == g.Power {
				return []span{{run.From, run.From + 1}}
			}
		}
		return nil
	}
	theirs := g.opponent.Sites[at-1].Column
	if g.Action == game.Convert {
		return []span{convertedCards(theirs)}
	}
	var deported []span
	for from, to := range render.Runs(theirs) {
		if g.Action == game.Deport && theirs[from] == g.People {
			deported = append(deported, span{from, to})
		}
	}
	return deported
}

// addedStep returns the temple card that the move adds to the temple at its site, 0 for none.
func (g ghost) addedStep() game.Step {
	switch {
	case g.Action == game.Steal:
		return templeValue(g.opponent.Sites[g.site()-1].Temple)
	case g.Yard == game.Own:
		return templeValue(g.me.Yard)
	case g.Yard == game.Opp:
		return templeValue(g.opponent.Yard)
	}
	return 0
}

func (g ghost) changesTemple(seat engine.Seat) bool {
	switch g.Action {
	case game.Build, game.SkipStep:
		return seat == g.Seat
	case game.Demolish:
		return seat != g.Seat
	}
	return g.Action == game.Steal
}

func (g ghost) takesYard(seat engine.Seat) bool {
	return g.Yard == game.Own && seat == g.Seat || g.Yard == game.Opp && seat != g.Seat
}

// ready reports whether r.Can lets a seat build the top card of its yard now, without a ghost.
func ready(v *game.View, r render.Request, seat engine.Seat) bool {
	return r.Can != nil && len(newGhosts(v, r)) == 0 && slices.ContainsFunc(r.Can(), func(m engine.Move) bool {
		t, ok := game.TargetOf(m)
		return ok && ghost{Target: t}.takesYard(seat)
	})
}

// showsVerdict reports whether a seat's half of the site has the sign: the opponent's half for
// Demolish and Deport, else the mover's.
func (g ghost) showsVerdict(seat engine.Seat) bool {
	return g.Action != game.Halve && (seat != g.Seat) == (g.Action == game.Demolish || g.Action == game.Deport)
}

func (g ghost) handCards() [game.NumPeoples]int {
	cards := g.Cards
	if g.Action == game.Travel || g.Action == game.Settle {
		cards[g.People-1]++
	}
	return cards
}

const (
	ghostFrame = 8
	ghostReach = 4
)

// ghostSign is the size of the sign beside the wall, where only a palm tree is.
const ghostSign = 32

func (g ghost) drawFrame(l *render.List, x, y, w, h int) {
	const out = ghostReach
	l.Put(g.fits.Frame(w+2*out, h+2*out, ghostFrame), x-out, y-out)
}

func (g ghost) drawVerdict(l *render.List, x, y int) { l.Put(g.fits.Sign(ghostSign), x, y) }

func ghostCardSprite(v render.Verdict, turn int) *render.Sprite {
	const w, h = handCardWidth + 2*ghostReach, handCardHeight + 2*ghostReach
	return sheet.Draw("frame "+v.String(), key{turn}, w+30, h+20, w/2+15, h/2+10, func(p *render.Pen) {
		p.Rotated(float64(turn)/360, func() {
			p.Translated(-w/2, -h/2, func() { v.DrawFrame(p, w, h, ghostFrame) })
		})
	})
}

func ghostPawnSprite(v render.Verdict, seat engine.Seat, h int) *render.Sprite {
	return sheet.Draw("ghost pawn "+seat.String(), key{render.Flag(v)}, h+8, h+14, h/2+4, h+8, func(p *render.Pen) {
		h := float64(h)
		drawPawnShape(p, seat, h, func() { p.Outline(white, white, 11) })
		drawPawnShape(p, seat, h, func() { p.Outline(white, v.Colour(), 6) })
		p.Letter(rune('0'+seat), 0, -h*.31+1, render.MinReadable)
		p.Fill(ink)
	})
}

// drawGhost draws a ghost outside the column.
func (s lot) drawGhost(l *render.List, g ghost) {
	seat := s.player.Seat
	if s.at != g.site() {
		return
	}
	switch {
	case g.Action == game.Travel && seat == g.Seat:
		g.drawFrame(l, s.left(wallWidth/2+8, cellWidth-14), s.y+6, cellWidth-14, s.m.row-ground-9)
		l.Put(ghostPawnSprite(g.fits, seat, s.m.pawn), s.x(pawnPlace), s.foot)
	case g.changesTemple(seat):
		step := g.addedStep()
		if seat == g.Seat && step > 0 && bool(g.fits) {
			l.Scenery(func() {
				l.Put(stepSprite(step, s.m.step, true), s.x(templePlace), s.foot-int(step-1)*s.m.step)
			})
		}
		const wide = templeBase - 4
		g.drawFrame(l, s.left(templePlace-wide/2, wide), s.y+6, wide, s.m.row-ground-9)
	}
	if g.showsVerdict(seat) {
		g.drawVerdict(l, s.x(wallWidth/2+ghostSign/2+6), s.foot-ghostSign/2+4)
	}
}

// markHand frames the cards that ghosts take. place returns a card's place and its lean in degrees.
func (h hand) markHand(l *render.List, place func(i int) (x, y, turn int)) {
	for _, g := range h.ghosts {
		if g.Seat != h.view.Seat {
			continue
		}
		want := g.handCards()
		for i, people := range slices.Backward(h.view.Hand) {
			if want[people-1] > 0 {
				want[people-1]--
				x, y, turn := place(i)
				l.Put(ghostCardSprite(g.fits, turn), x, y)
			}
		}
	}
}
