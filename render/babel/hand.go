package babel

import (
	"math"
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// handPicture shows a hand to its owner: a sorted fan of cards, and the number of cards of each
// people below.
func handPicture(v *game.View, r render.Request) *render.List {
	width, letter := phoneWidth, 24
	if r.Scale == render.Large {
		width, letter = 960, 29
	}
	l := render.NewList(width, 0, paper)
	f := fan{hand: v.Hand, x: width / 2, y: letter * 48 / 10, w: width - 3*letter, card: width * 30 / 100}
	head := newPanel(v, v.Seat, r, letter/2, letter/2, width-letter, letter, false)
	right := head.x + head.w - head.cardsWidth()
	head.drawTitle(l, right)
	head.drawCards(l, right+letter*8/10, head.y)
	f.draw(l)
	y := f.y + f.height()
	countHand(v).draw(l, letter, y, width, letter)
	l.Height = y + letter*52/10
	return l
}

// fan draws cards spread around a point far below.
type fan struct {
	hand []game.People
	// x is the middle; y is the top of an upright card.
	x, y, w int
	// card is the height of a card.
	card int
}

// cardAspect is the width of a card as a share of its height.
const cardAspect = .66

// These angles are in turns. Cards lean by multiples of three degrees, so that few sprites of a
// card are needed.
const (
	leanStep     = 1. / 120
	fanAngle     = 54. / 360
	maxCardAngle = 8. / 360
	// maxFanCards is the number of cards that can be spread.
	maxFanCards = 20
)

// height returns the height of the fan, down to the lowest corner of the cards.
func (f fan) height() int {
	turn := 0.
	if turns := f.turns(limitHand(f.hand)); len(turns) > 0 {
		turn = turns[len(turns)-1]
	}
	sin, cos := math.Sincos(turn * 2 * math.Pi)
	corner := float64(f.card) / 2 * (cos + cardAspect*sin)
	return f.card/2 + int(f.radius()*(1-cos)+corner) + f.card/10
}

// radius returns the distance from the centre of the fan to the middle of a card.
func (f fan) radius() float64 { return float64(f.w-f.card*9/10) / 2 / math.Sin(fanAngle/2*2*math.Pi) }

func (f fan) draw(l *render.List) {
	l.Note("fan of %d", len(f.hand))
	cards := limitHand(f.hand)
	if len(cards) == 0 {
		l.Put(emptySprite(f.card*7/10), f.x, f.y+f.card/2)
		return
	}
	for i, turn := range f.turns(cards) {
		at := render.Polar(turn, f.radius())
		n := int(math.Round(turn / leanStep))
		x, y := f.x+int(math.Round(at.X)), f.y+f.card/2+int(math.Round(f.radius()+at.Y))
		l.Put(rotatedCardSprite(cards[i], f.card, n), x, y)
	}
}

// turns returns the angles of the cards, in turns. Cards of different peoples are further apart.
func (f fan) turns(cards []game.People) []float64 {
	const wider = 1.5
	total := 0.
	turns := make([]float64, len(cards))
	for i := 1; i < len(cards); i++ {
		total++
		if cards[i] != cards[i-1] {
			total += wider - 1
		}
		turns[i] = total
	}
	step := math.Min(maxCardAngle, fanAngle/math.Max(total, 1))
	for i := range turns {
		turns[i] = (turns[i] - total/2) * step
	}
	return turns
}

// limitHand limits a hand to the number of cards that can be spread. It leaves out cards of the
// peoples with the most cards; the numbers below the fan still count them.
func limitHand(hand []game.People) []game.People {
	var of [game.NumPeoples + 1]int
	for _, p := range hand {
		of[p]++
	}
	for left := len(hand); left > maxFanCards; left-- {
		most := game.Assyrians
		for p := game.Assyrians; p <= game.Sumerians; p++ {
			if of[p] > of[most] {
				most = p
			}
		}
		of[most]--
	}
	var cards []game.People
	for p := game.Assyrians; p <= game.Sumerians; p++ {
		for range of[p] {
			cards = append(cards, p)
		}
	}
	return cards
}

// rotatedCardSprite returns a card in a hand, h high, that leans n times leanStep to the right.
func rotatedCardSprite(people game.People, h, n int) *render.Sprite {
	key := spriteKey{part: leaningPart, a: uint8(people), b: uint8(n + 128), h: int16(h)}
	return sheet.Sprite(key, func() *render.Sprite {
		wide, high := float64(h)*cardAspect, float64(h)
		sin, cos := math.Sincos(math.Abs(float64(n)) * leanStep * 2 * math.Pi)
		w, t := int(wide*cos+high*sin)+6, int(wide*sin+high*cos)+6
		return render.Draw("card "+people.String()+" in hand", w, t, w/2, t/2, func(p *render.Pen) {
			p.Rotated(float64(n)*leanStep, func() { drawHandCard(p, people, wide, high) })
		})
	})
}

func drawHandCard(p *render.Pen, people game.People, w, h float64) {
	ground, edge, mark := peopleColours(people)
	p.Box(-w/2, -h/2, w, h, h*.06)
	p.Outline(ground, edge, math.Max(2, h*.014))
	letter := rune(people.String()[0])
	for _, turn := range []float64{0, .5} {
		p.Rotated(turn, func() {
			p.Letter(letter, -w*.38, -h*.40, h*.1)
			p.Fill(mark)
			p.Translated(-w*.38, -h*.27, func() { drawSign(p, people, h*.055, mark, ground) })
		})
	}
	p.Circle(0, 0, w*.27)
	p.Outline(cream, edge, math.Max(2, h*.012))
	dark := ground
	if mark == ink {
		dark = edge
	}
	drawSign(p, people, w*.18, dark, cream)
	for _, s := range []float64{-1, 1} {
		p.Translated(0, s*h*.37, func() { drawFrieze(p, w*.42, h*.035, edge) })
	}
}

// peopleCounts holds the number of cards of each people.
type peopleCounts [game.NumPeoples]int

func countHand(v *game.View) peopleCounts {
	var t peopleCounts
	for _, p := range v.Hand {
		t[p-1]++
	}
	return t
}

// draw writes the numbers in a row starting at height y.
func (t peopleCounts) draw(l *render.List, x, y, width, c int) {
	l.Note("in hand %v", t)
	step := (width - 2*x) / game.NumPeoples
	for i, n := range t {
		at := x + i*step + step/2
		paint := ink
		if n == 0 {
			paint = faint
		}
		l.Put(markSprite(game.People(i+1), step*8/10, c*22/10, n == 0), at, y+c*12/10)
		l.Text(render.Bold(c*12/10, paint), at, y+c*41/10, render.Centre, "×"+strconv.Itoa(n))
	}
}
