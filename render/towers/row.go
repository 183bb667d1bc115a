package towers

import (
	"slices"
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// row draws a player's seat, colour, name, remaining pieces and points. In the tactical game, the
// player on turn also has a line with the pieces placed.
type row struct {
	view   *game.View
	player *game.PlayerView
	name   string
	// x, y is the upper left corner; w is the width.
	x, y, w int
	// letter is the height of capitals.
	letter int
	// tall puts the pieces below the name.
	tall bool
}

// These numbers come from the rules: the pieces placed in a turn, and the rounds that win a quick
// game.
const (
	leastPlaced, mostPlaced = 4, 5
	roundsToWin             = 3
)

func newRow(v *game.View, seat engine.Seat, r render.Request, letter int) row {
	return row{view: v, player: &v.Players[seat-1], name: r.Name(seat), letter: letter}
}

// minWidth returns the smallest width of a row in one line.
func (r row) minWidth() int {
	if r.view.Quick {
		return r.letter * 50
	}
	return r.letter * 34
}

// line returns the height of a line of the row.
func (r row) line() int { return r.letter * 25 / 10 }

// height returns the height of the row. The pieces of a turn take one more line.
func (r row) height() int {
	lines := 1
	if r.tall {
		lines++
	}
	if r.onTurn() {
		lines++
	}
	return lines * r.line()
}

// onTurn reports whether it is the player's turn in a tactical game.
func (r row) onTurn() bool {
	return !r.view.Quick && r.view.Active == r.player.Seat && r.view.Stage != game.Over
}

func statusOf(v *game.View, seat engine.Seat) render.Status {
	p := &v.Players[seat-1]
	switch {
	case slices.Contains(v.Winners, seat):
		return render.Winner
	case p.Resigned:
		return render.Gone
	case v.Stage == game.Over:
		return render.Waiting
	case !v.Quick && v.Active == seat:
		return render.OnTurn
	}
	return render.Waiting
}

func (r row) draw(l *render.List) {
	l.Note("seat %d %s", r.player.Seat, r.player.Colour)
	c := r.letter
	middle := r.y + r.line()/2
	left := drawSeat(l, r.view, r.player.Seat, r.x, middle, c)
	right := r.drawScore(l, r.x+r.w, middle)
	if r.view.Quick {
		right = r.drawWon(l, right-c, middle)
	}
	if r.onTurn() {
		r.drawTurn(l, left, r.y+r.height()-r.line()*6/10)
	}
	pieces, zones := r.x+r.letter/2, r.x+r.w-r.zonesWidth()
	below := middle + r.line()
	if !r.tall {
		zones, below = right-r.zonesWidth()-c, middle
		if r.view.Quick {
			right = zones
		}
		right -= piecesWidth * c
		pieces = right
	}
	r.drawName(l, left, right-c/2, middle)
	r.drawPieces(l, pieces, below)
	if r.view.Quick {
		r.drawZones(l, zones, below)
	}
}

// drawSeat draws a seat's number and colour, and returns the x of what follows.
func drawSeat(l *render.List, v *game.View, seat engine.Seat, x, middle, c int) int {
	l.Put(render.SeatChip(statusOf(v, seat), c*2), x+c*12/10, middle)
	l.Text(render.Bold(c, ink), x+c*12/10, middle+c/2, render.Centre, seat.String())
	l.Put(tokenSprite(game.NobleView{Colour: v.Players[seat-1].Colour, Size: game.Small}, c*9/10), x+c*39/10, middle)
	return x + c*53/10
}

func (r row) drawName(l *render.List, left, right, middle int) {
	l.Name(render.Bold(r.letter, ink), left, middle+r.letter/2, right-left, r.name, r.player.Resigned)
}

// drawScore draws the points ending at x = right, and returns where they begin.
func (r row) drawScore(l *render.List, right, middle int) int {
	c := r.letter
	style := render.Bold(c*13/10, ink)
	n := r.player.Total
	if r.view.Quick {
		n = r.player.Score
	}
	text := signed(n)
	l.Text(style, right, middle+style.Height/2, render.Right, text)
	right -= max(style.Width(text), style.Width("10")) + c*12/10
	l.Put(render.ScoreStar(c*18/10), right, middle)
	return right - c
}

// signed writes a number. Its minus sign is as wide as a digit.
func signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return strconv.Itoa(n)
}

// piecesWidth is the width that drawPieces needs, in letters.
const piecesWidth = 15

// drawPieces draws the numbers of pieces that the player may still place.
func (r row) drawPieces(l *render.List, x, middle int) {
	c, p := r.letter, r.player
	noble := game.NobleView{Colour: p.Colour, Size: game.Small}
	crowned := game.NobleView{Colour: p.Colour, Size: game.Large}
	for _, piece := range []struct {
		sign *render.Sprite
		// drop is how far below the middle the sign is drawn.
		drop, wide   int
		left, digits int
	}{
		{towerSign(c * 17 / 10), 0, c * 14 / 10, p.Towers, 2},
		{bridgeSign(c * 15 / 10), 0, c * 24 / 10, p.Bridges, 1},
		{tokenSprite(noble, c*6/10), 0, c * 13 / 10, p.Small, 1},
		{tokenSprite(crowned, c*75/100), c * 3 / 10, c * 15 / 10, p.Large, 1},
	} {
		l.Put(piece.sign, x+piece.wide/2, middle+piece.drop)
		style := render.Bold(c, ink)
		if piece.left == 0 {
			style.Colour = faint
		}
		x += piece.wide + c*3/10
		l.Text(style, x, middle+c/2, render.Left, strconv.Itoa(piece.left))
		x += style.Width("00"[:piece.digits]) + c*8/10
	}
}

// drawZones draws the points in both zones of a player, of which the lower number counts.
func (r row) drawZones(l *render.List, x, middle int) {
	c := r.letter
	for i, zone := range r.player.Zones {
		if zone == 0 {
			continue
		}
		drawPlate(l, zone, x+c, middle, c)
		l.Text(render.Bold(c, ink), x+c*24/10, middle+c/2, render.Left, strconv.Itoa(r.player.Points[i]))
		x += c * 45 / 10
	}
	if r.player.Stuck && r.view.Stage != game.Over {
		l.Put(stuckSign(c*18/10), x+c*9/10, middle)
	}
}

func (r row) zonesWidth() int { return r.letter * 11 }

// drawWon draws the rounds won, ending at x = right, and returns where they begin.
func (r row) drawWon(l *render.List, right, middle int) int {
	c := r.letter
	for i := range roundsToWin {
		x := right - (roundsToWin-i)*c*16/10 + c/2
		l.Put(pennantSign(c*18/10, i < r.player.Won), x, middle)
	}
	return right - roundsToWin*c*16/10
}

// drawTurn draws a mark for each piece of the turn, a smaller one for the optional last piece. It
// also shows whether the turn may end.
func (r row) drawTurn(l *render.List, x, middle int) {
	c := r.letter
	for i := range mostPlaced {
		size := c * 8 / 10
		if i >= leastPlaced {
			size = c * 6 / 10
		}
		l.Put(pipSign(size, i < r.view.Placed), x+c/2, middle)
		x += c
	}
	x += c * 9 / 10
	switch {
	case !r.view.Connected:
		l.Put(disconnectedSign(c*15/10), x, middle)
	case r.view.MayEnd:
		l.Put(checkSign(c*15/10), x, middle)
	}
}
