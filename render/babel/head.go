package babel

import (
	"math"
	"slices"
	"strconv"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// head draws what a player has besides the sites, in two lines, or above a hand in one.
type head struct {
	board
	half
	player, was *game.PlayerView
	name        string
	// inner and outer are the ends of the free room, as distances from the middle of the picture.
	inner, outer int
	// ready says that the top card of the yard can be built now.
	ready bool
	// open is the seat whose hand the picture shows, 0 for none.
	open engine.Seat
}

const (
	// These are the distances of a head's sides from the middle of the picture.
	headStart = gateWidth/2 + 4
	headReach = boardReach + edge
	letter    = 30
	// yardWidth is the width of a yard's card, and yardStep the strip that shows under the next.
	yardWidth, yardStep = 46, 30
	mostYard            = 5
	signSize            = 44
	chipSize            = 46
)

func (b board) newHead(p *game.PlayerView, r render.Request) head {
	h := head{board: b, half: halfOf(p.Seat), player: p, was: &b.before.Players[p.Seat-1], name: r.Name(p.Seat),
		ready: ready(b.view, r, p.Seat), inner: headStart + 10, outer: headReach - 12}
	if r.View == viewHand {
		h.open = b.view.Seat
	}
	return h
}

func (h head) draw(l *render.List) {
	p := h.player
	onTurn := h.view.Active == p.Seat && h.view.Stage != game.Over
	status := render.StatusOf(slices.Contains(h.view.Winners, p.Seat), p.Resigned, onTurn)
	l.Note("head of seat %d", p.Seat)
	h.drawPlate(l, status)
	first := margin + h.m.head/2
	second := first
	if h.m.head >= 100 {
		first, second = margin+30, margin+h.m.head-29
	}
	h.drawChip(l, status, first)
	h.drawTotal(l, 42, first)
	if first != second {
		h.drawName(l, first)
		h.inner, h.outer = headStart+10, headReach-12
	} else if p.Pawn == game.NoPeople {
		l.Put(pawnSprite(p.Seat, 50, false), h.x(h.outer-18), first+24)
		h.outer -= 42
	}
	h.drawGain(l, second)
	h.drawCards(l, second)
	h.drawYard(l, second)
}

func (h *head) drawPlate(l *render.List, status render.Status) {
	const wide = headReach - headStart
	fill := render.Choose(status == render.OnTurn || status == render.Winner, lit, plain)
	l.Put(render.Plate("plate", wide, h.m.head, 10, 3, fill, frame), h.left(headStart, wide), margin)
}

func (h *head) drawChip(l *render.List, status render.Status, y int) {
	// The chip of the seat on turn is pointed to the right.
	x := h.x(h.outer - render.Choose(h.right, chipSize-6, chipSize/2+4))
	l.Put(render.SeatChip(status, chipSize), x, y)
	l.Text(render.Bold(letter, ink), x, y+letter/2, render.Centre, h.player.Seat.String())
	h.outer -= chipSize + 30
}

func (h *head) drawTotal(l *render.List, high, y int) {
	style := render.Bold(high, ink)
	text := strconv.Itoa(h.player.Total)
	wide := style.Width(text) + signSize + 20
	l.Part("total", h.player.Seat, h.left(h.inner-7, wide), y-signSize/2-4, wide, signSize+8)
	l.Text(style, h.x(h.inner), y+high/2, h.outwards(), text)
	h.inner += style.Width(text) + 6
	l.Put(render.ScoreStar(signSize), h.x(h.inner+signSize/2), y)
	h.inner += signSize + 8
}

func (h *head) drawGain(l *render.List, y int) {
	if h.was.Total == h.player.Total {
		return
	}
	p := pill(h.player.Total - h.was.Total)
	p.draw(l, h.left(h.inner, p.width()), y)
	h.inner += p.width() + 8
}

func (h *head) drawName(l *render.List, y int) {
	name := render.Legible(h.name)
	room := h.outer - h.inner - 4
	style := render.Bold(letter, ink).Shrunk(name, room, render.MinScenery)
	x := h.x(h.outer)
	if h.right {
		x -= style.Width(style.Fit(name, room))
	}
	l.SceneryIf(style.Height < render.MinReadable, func() {
		l.Name(style, x, y+style.Height/2, room, name, h.player.Resigned)
	})
}

// drawYard draws the card that can be built at the inner end, and others under it if there is room.
func (h *head) drawYard(l *render.List, y int) {
	yard := h.player.Yard
	l.Note("yard %v", yard)
	p := h.player
	high := min(h.m.head-2*yardHat, 50)
	if len(yard) == 0 {
		l.Put(emptySprite(high), h.x(h.inner+yardWidth/2), y)
		l.Part("yard", h.player.Seat, h.left(h.inner, yardWidth), y-high/2, yardWidth, high)
		h.inner += yardWidth + 10
		return
	}
	stood := countUnchanged(h.was.Yard, yard)
	if h.player.StartUnbuilt {
		l.Put(signPlate(36), h.left(h.inner-2, 36), y-signSize/2-3)
		l.Put(dutySprite(render.MinReadable+2), h.x(h.inner+16), y)
		h.inner += 40
	}
	n := min(len(yard), mostYard, 1+max(0, h.outer-h.inner-yardWidth)/yardStep)
	wide := (n-1)*yardStep + yardWidth
	l.Part("yard", p.Seat, h.left(h.inner, wide), y-high/2, wide, high)
	for i := range n {
		d := h.inner + (n-1-i)*yardStep
		at := len(yard) - n + i
		l.Put(templeCardSprite(yard[at], h.half, high, i == n-1, at >= stood), h.left(d, yardWidth), y)
	}
	for _, g := range h.ghosts {
		if g.takesYard(p.Seat) {
			g.drawFrame(l, h.left(h.inner, yardWidth), y-high/2, yardWidth, high)
		}
	}
	if h.ready {
		const wide, out = 5, 3
		l.Put(render.Verdict(true).Frame(yardWidth+2*out, high+2*out, wide), h.left(h.inner, yardWidth)-out, y-high/2-out)
	}
	h.inner += wide + 10
}

// drawCards draws from the outer end the number of cards in hand, of those owed and, on turn,
// whether one may migrate. With an open hand, its owner's head lacks the first, the other the rest.
func (h *head) drawCards(l *render.List, y int) {
	p := h.player
	putSign := func(s *render.Sprite, text string, paint render.Colour) {
		style := render.Bold(letter, paint)
		wide := signSize + 4 + style.Width(text)
		x := h.left(h.outer-wide, wide)
		l.Put(signPlate(wide+8), x-4, y-signSize/2-3)
		l.Put(s, x+signSize/2, y)
		l.Text(style, x+signSize+4, y+letter/2, render.Left, text)
		h.outer -= wide + 14
	}
	own := h.open == p.Seat
	if !own {
		outer := h.outer
		putSign(handSprite(signSize), "×"+strconv.Itoa(p.Hand), ink)
		wide := outer - h.outer + 2 // as far from the number as from the sign
		for _, g := range h.ghosts {
			if g.Action == game.Halve && p.Seat != g.Seat {
				g.drawFrame(l, h.left(outer+6-wide, wide), y-signSize/2, wide, signSize)
				g.drawVerdict(l, h.x(h.outer-ghostSign/2), y)
				h.outer -= ghostSign + 10
			}
		}
	}
	if p.Owed > 0 && (own || h.open == 0) {
		putSign(owedSprite(signSize), "−"+strconv.Itoa(p.Owed), lost)
	}
	if h.view.Active == p.Seat && h.view.Stage == game.Acting && (own || h.open == 0) {
		putSign(migrateSprite(signSize, h.view.Migrated), "", ink)
	}
}

func signPlate(w int) *render.Sprite { return render.Plate("sign", w, signSize+6, 10, 2, cream, frame) }

func handSprite(size int) *render.Sprite {
	return sheet.Draw("sign hand", key{}, size+8, size+4, size/2+4, size/2+2, func(p *render.Pen) {
		h := float64(size)
		for _, turn := range []float64{-.045, .045} {
			p.Translated(turn*h*3, 0, func() { p.Rotated(turn, func() { drawBack(p, h*.62, h*.9) }) })
		}
	})
}

func owedSprite(size int) *render.Sprite {
	return sheet.Draw("sign owed", key{}, size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
		h := float64(size)
		drawBack(p, h*.6, h*.9)
		p.Line(pt(-h*.46, h*.46), pt(h*.46, -h*.46))
		p.Stroke(cream, h*.2)
		p.Line(pt(-h*.44, h*.44), pt(h*.44, -h*.44))
		p.Stroke(lost, h*.12)
	})
}

// migrateSprite returns three moving cards, crossed out once the player has migrated.
func migrateSprite(size int, done bool) *render.Sprite {
	name := render.Choose(done, "sign migrated", "sign migration")
	return sheet.Draw(name, key{}, size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
		h := float64(size)
		fill := render.Choose(done, plain, cream)
		edge := render.Choose(done, pale, ink)
		for i := range 3 {
			p.Box(-h*.48, h*(-.46+.31*float64(i)), h*.46, h*.28, h*.04)
			p.Outline(fill, edge, math.Max(2, h*.05))
		}
		p.Line(pt(h*.04, 0), pt(h*.32, 0))
		p.Stroke(edge, h*.12)
		p.Polygon(pt(h*.24, -h*.22), pt(h*.5, 0), pt(h*.24, h*.22))
		p.Fill(edge)
		if done {
			p.Line(pt(-h*.48, h*.48), pt(h*.48, -h*.48))
			p.Stroke(lost, h*.1)
		}
	})
}

// dutySprite marks the starting 1 until it is built.
func dutySprite(size int) *render.Sprite {
	return sheet.Draw("duty", key{}, size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
		r := float64(size) / 2
		p.Circle(0, 0, r*.95)
		p.Outline(lost, ink, math.Max(1, r*.14))
		p.Letter('!', 0, 0, r*1.1)
		p.Fill(cream)
	})
}
