package gardens

import (
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	game "amytis/engine/gardens"
	"amytis/render"
)

// The layout of a picture with a garden from above, and a column with the player, the storage, and
// a view or counts of the pieces.
const (
	boardHole = 80
	boardX    = 4 + frameWide

	columnX = boardX + holes*boardHole + frameNarrow + 14
	columnW = render.Width - columnX - 10

	letter   = 32 // the height of the column's letters
	nameLine = 34 // the height of a line of a name
	titleY   = 38 // the middle of the line with the player's name
	extraY   = 76 // the top of the part below the name
	heldTile = 66 // half the width of a stored tile
	heldY    = 610
	slot     = heldTile + 10
)

// thin are the letters of names in two lines.
var thin = render.Lettering{Height: render.MinReadable, Colour: ink}

// gardenPicture shows a garden and its storage. extra fills the rest of the column, h pixels high.
func gardenPicture(v *game.View, g *game.GardenView, r render.Request,
	extra func(l *render.List, b board, h int)) *render.List {
	l := render.NewList(render.Width, render.Height, paper)
	b := boardIn(g, r, image.Rect(4, 4, columnX-14, columnX-14))
	b.draw(l)
	drawTitle(l, v, g, r, columnX, titleY, columnW)
	extra(l, b, drawStorage(l, g, columnX, columnW)-10-extraY)
	return l
}

func drawTitle(l *render.List, v *game.View, g *game.GardenView, r render.Request, x, middle, w int) {
	const size = 52
	l.Note("seat %d %s", g.Seat, g.Flower)
	l.Put(render.SeatChip(statusOf(v, g), size), x+size/2+6, middle)
	l.Text(render.Bold(letter, ink), x+size/2+6, middle+letter/2, render.Centre, g.Seat.String())
	l.Put(flowerSprite(g.Flower, size), x+size*2-4, middle)
	const left = size*5/2 + 4
	name := breakName(r.Name(g.Seat), w-left)
	drawName(l, name, x+left, middle-2-len(name)*nameLine/2, w-left, g.Resigned)
}

// breakName breaks a name that is wider than w pixels at a space or hyphen into two lines.
func breakName(name string, w int) []string {
	name = render.Legible(name)
	first := 0
	for i, r := range name {
		if (r == ' ' || r == '-') && thin.Width(strings.TrimSpace(name[:i+1])) <= w {
			first = i + 1
		}
	}
	if first == 0 || render.Bold(render.MinReadable, ink).Width(name) <= w {
		return []string{name}
	}
	return []string{name[:first], name[first:]}
}

// drawName writes a name below y, two lines in thin letters.
func drawName(l *render.List, lines []string, x, y, w int, resigned bool) {
	style := render.Choose(len(lines) > 1, thin, render.Bold(letter, ink))
	for i, line := range lines {
		l.Name(style, x, y+i*nameLine+(nameLine+style.Height)/2, w, line, resigned)
	}
}

func statusOf(v *game.View, g *game.GardenView) render.Status {
	return render.StatusOf(slices.Contains(v.Winners, g.Seat), g.Resigned, v.Turn.Has(g.Seat))
}

// drawStorage draws the pillars, the score, and the tiles in the notch and just dug, in a column w
// wide. It returns the y of their top.
func drawStorage(l *render.List, g *game.GardenView, x, w int) int {
	l.Note("storage: %d singles, %d doubles", g.Singles, g.Doubles)
	l.Part("notch", nil, x, heldY-slot, 2*slot, 2*slot)
	half := w / 2
	drawHeld(l, x+slot, g.Notch, false)
	if g.Dug != 0 {
		const line = heldY - slot - 42
		drawHeld(l, x+3*slot+24, g.Dug, true)
		drawPillars(l, x+20, line, false, g.Singles)
		if g.Doubles > 0 {
			drawPillars(l, x+half-40, line, true, g.Doubles)
		}
		drawScore(l, x+half+88, line, x+w, g)
		return line - 38
	}
	const step = 78
	drawPillars(l, x+half+16, heldY-step/2, false, g.Singles)
	drawScore(l, x+half+16, heldY+step/2, x+w, g)
	return heldY - slot
}

func drawScore(l *render.List, x, middle, right int, g *game.GardenView) {
	const size = 52
	l.Part("score", nil, x-size/2-6, middle-size/2-6, right-x+size/2+6, size+12)
	l.Put(render.ScoreStar(size), x, middle)
	l.Text(render.Bold(letter, ink), x+size*6/10, middle+letter/2, render.Left, strconv.Itoa(g.Score.Total))
}

func drawPillars(l *render.List, x, middle int, double bool, n int) {
	const size = 56
	l.Part("pillars", nil, x-size/2, middle-size/2-2, size*5/3+18, size+4)
	l.Put(pillarSign(double, size), x, middle)
	l.Text(render.Bold(letter, ink), x+size/3, middle+letter/2, render.Left, "×"+strconv.Itoa(n))
}

// drawHeld draws a stored tile, or the empty frame of the notch.
func drawHeld(l *render.List, x int, t game.Tile, dug bool) {
	l.Put(heldSprite(dug), x, heldY)
	if t != 0 {
		drawTileFace(l, t, x, heldY, heldTile, boardHole)
	}
}

// heldSprite returns a stored tile's ground: a recess for the notch, a golden plate if just dug.
func heldSprite(dug bool) *render.Sprite {
	name := render.Choose(dug, "dug", "notch")
	const size = 2*heldTile + 24
	return sheet.Draw(name, key{}, size, size, size/2, size/2, func(p *render.Pen) {
		w := float64(heldTile) + 9
		p.Box(-w, -w, 2*w, 2*w, 10)
		if dug {
			p.Outline(mark, ink, 3)
			return
		}
		p.Outline(frame, wood.At(1), 3)
		w -= 7
		p.Box(-w, -w, 2*w, 2*w, 4)
		p.Fill(render.Sand.At(9))
		p.Box(-w, -w, 2*w, 6, 0)
		p.Box(-w, -w, 6, 2*w, 0)
		p.Fill(render.Sand.At(6))
	})
}

// drawTally draws the highest level, and the numbers of visible pieces and flowers.
func drawTally(l *render.List, b board, h int) {
	pieces, flowers := tally(b.garden)
	const rows, size = 5, 48
	step := h / rows
	half := columnW / 2
	l.Note("tally")
	item := func(part string, column, row int, sign *render.Sprite, prefix string, n int) {
		x, y := columnX+column*half+26, extraY+row*step+step/2
		if part != "" {
			l.Part(part, nil, x-32, y-step/2+4, half-4, step-8)
		}
		paint := render.Choose(n == 0, faintInk, ink)
		l.Put(sign, x, y)
		l.Text(render.Bold(letter, paint), x+size*7/10, y+letter/2, render.Left, prefix+strconv.Itoa(n))
	}
	for i := game.Statue; i <= game.Stairs; i++ {
		item(pieceKeys[i], 0, int(i-game.Statue), spotSprite(i, boardHole), "×", pieces[i])
	}
	item(pieceKeys[game.Blank], 0, 4, belvedereSprite(size), "×", pieces[game.Blank])
	for f := game.Jasmine; f <= game.Marigold; f++ {
		item("", 1, int(f-game.Jasmine), flowerSprite(f, size), "×", flowers[f])
	}
	item("highest", 1, 4, highestSprite(size), "", highest(b.garden))
}

// tally counts visible decorations by icon, with belvederes as blanks, and visible tiles by flower.
func tally(g *game.GardenView) (pieces [game.Stairs + 1]int, flowers [game.Marigold + 1]int) {
	for _, d := range g.Decor {
		if !d.Hidden && !d.Supporting {
			pieces[d.Kind]++
		}
	}
	for _, t := range g.Tiles {
		if !t.Hidden {
			flowers[t.Tile.Flower()]++
		}
		if t.Open != game.NoHole && !t.BelvedereHidden(&g.Heights) {
			pieces[game.Blank]++
		}
	}
	return pieces, flowers
}

func highestSprite(size int) *render.Sprite {
	return sheet.Draw("sign highest", key{}, size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
		r := float64(size) / 2
		for i := range 3 {
			w := r * (1.9 - .6*float64(i))
			p.Box(-w/2, r*(.55-.36*float64(i)), w, r*.36, 0)
			p.Outline(render.Sand.At(11), ink, math.Max(1, r*.08))
		}
		p.Line(pt(0, -r*.18), pt(0, -r*.95))
		p.Stroke(ink, math.Max(1.2, r*.1))
		p.Polygon(pt(0, -r*.95), pt(r*.7, -r*.7), pt(0, -r*.42))
		p.Outline(render.Red.At(6), ink, math.Max(1, r*.06))
	})
}

// drawScores draws a card for every other player in the column, which has room for h pixels.
func drawScores(l *render.List, v *game.View, r render.Request, h int) {
	const gap = 8
	y := extraY
	high := (h + gap) / (len(v.Gardens) - 1)
	for i := range v.Gardens {
		if g := &v.Gardens[i]; g.Seat != r.Seat {
			drawScoreCard(l, v, g, r, y, high-gap)
			y += high
		}
	}
}

// drawScoreCard draws a player's card, h pixels high, below y: name, flower, points and a plan. A
// winner's has a green edge.
func drawScoreCard(l *render.List, v *game.View, g *game.GardenView, r render.Request, y, h int) {
	const edge = 8
	const left, right = columnX + edge + 4, columnX + columnW - edge
	l.Note("score of seat %d", g.Seat)
	won := statusOf(v, g) == render.Winner
	edgeColour := render.Choose(won, render.Leaf.At(4), render.Sand.At(9))
	line := render.Choose(won, 4, 2)
	in := 2 - line/2
	card := render.Plate("row", columnW-2*in, h-2*in, 14, float64(line), render.Sand.At(15), edgeColour)
	l.Put(card, columnX+in, y+in)
	name := breakName(r.Shown(g.Seat), right-left)
	drawName(l, name, left, y+edge/2, right-left, g.Resigned)
	bottom := y + h - edge
	below := y + edge*3/2 + len(name)*nameLine
	digits := min(40, bottom-below)
	points := render.Bold(digits, ink)
	score := strconv.Itoa(g.Score.Total)
	l.Put(flowerSprite(g.Flower, digits), left+digits/2, (below+bottom)/2)
	l.Text(points, left+digits+edge, (below+bottom+digits)/2, render.Left, score)
	besideName := thin.Width(name[len(name)-1]) + bottom - below + nameLine
	if len(name) > 1 && besideName < right-left {
		below -= nameLine
	}
	side := min(bottom-below, right-left-digits-3*edge-points.Width(score))
	drawPlan(l, g, right-side, (below+bottom-side)/2, side)
}

// drawPlan draws an impression of a garden from above, without levels.
func drawPlan(l *render.List, g *game.GardenView, x, y, side int) {
	b := board{garden: g, x: x, y: y, u: side / holes, changes: newChanges(g, render.Request{View: "table"})}
	l.Note("plan of seat %d", g.Seat)
	l.Area(x-4, y-4, holes*b.u+8, holes*b.u+8, frame)
	l.Area(x, y, holes*b.u, holes*b.u, ground)
	l.Scenery(func() { b.drawPieces(l, newLayout(g, b.u, b.covered)) })
}

// showsWorth reports whether so little is built that what scores is shown in place of the sides.
func showsWorth(v *game.View, r render.Request) bool {
	return r.View == "garden" && v.Round <= 2 && len(newGhosts(r)) == 0 && highest(&v.Gardens[r.Seat-1]) < 2
}

// drawWorth draws what each thing scores into w by h pixels. An L stands for its level.
func drawWorth(l *render.List, x, y, w, h int) {
	const rows, size, star, gap, level = 4, 48, 30, 4, 30
	l.Note("what scores")
	style := render.Bold(letter, ink)
	for i, line := range [...]struct{ sign, points string }{
		{"statues", "L"}, {"fountains", "3×L"}, {"bridges", "3×L"}, {"stairs", "L+L"},
		{"decor_sets", "4"}, {"flower_sets", "4"}, {"belvederes", "1"}, {"highest", "2×L"},
	} {
		left, middle := x+gap+i/rows*w*53/100, y+(2*(i%rows)+1)*h/(2*rows)
		l.Put(Gallery{}.Sign(nil, line.sign, 0, size), left+size/2, middle)
		l.Put(render.ScoreStar(star), left+size+gap+star/2, middle)
		left += size + star + 2*gap
		for _, r := range line.points {
			if r == 'L' {
				for bar := range 3 {
					l.Area(left, middle-16+12*bar, level, 8, ink)
				}
				left += level + gap
				continue
			}
			l.Text(style, left, middle+letter/2, render.Left, string(r))
			left += style.Width(string(r)) + gap/2
		}
	}
}
