package towers

import (
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// scorepad draws the score pad: one row per level, the highest first, and one column per player. A
// cell has the number of the player's nobles on the level. The player with the most nobles there
// gets the points; that number is framed and has a star.
type scorepad struct {
	view *game.View
	// x, y is the upper left corner; w is the width.
	x, y, w int
	// line is the height of a row.
	line, letter int
}

// minPadLevels is the smallest number of levels on the pad.
const minPadLevels = 4

// levels returns the number of levels on the pad.
func (m scorepad) levels() int {
	n := minPadLevels
	for i := range m.view.Zones[0].Towers {
		if t := &m.view.Zones[0].Towers[i]; len(t.Nobles) > 0 {
			n = max(n, int(t.At.Level))
		}
	}
	return n
}

// lines returns the number of rows: the heading, the levels, the remaining bridges and the total.
func (m scorepad) lines() int { return m.levels() + 3 }

func (m scorepad) height() int { return m.lines() * m.line }

// nobleCounts counts nobles by level and colour.
func nobleCounts(z *game.ZoneView) (counts [game.MaxLevel + 1][game.MaxSeats]int) {
	for i := range z.Towers {
		for _, n := range z.Towers[i].Nobles {
			counts[z.Towers[i].At.Level][n.Colour-1]++
		}
	}
	return counts
}

// column returns the middle of a player's column.
func (m scorepad) column(i int) int {
	first := m.line * 2
	wide := (m.w - first) / len(m.view.Players)
	return m.x + first + i*wide + wide/2
}

func (m scorepad) draw(l *render.List) {
	l.Note("score pad")
	m.drawPad(l)
	counts := nobleCounts(&m.view.Zones[0])
	for i := range m.view.Players {
		p := &m.view.Players[i]
		x, y := m.column(i), m.y+m.line/2
		size := m.line * 8 / 10
		l.Put(tokenSprite(game.NobleView{Colour: p.Colour, Size: game.Small}, size*45/100), x, y)
		for level := m.levels(); level > 0; level-- {
			y += m.line
			m.drawCount(l, p, level, counts[level][p.Colour-1], x, y)
		}
		y += m.line
		m.number(l, p.Penalty, x, y)
		y += m.line
		total := render.Bold(m.letter*12/10, ink)
		l.Text(total, x, y+total.Height/2, render.Centre, signed(p.Total))
	}
}

func (m scorepad) number(l *render.List, n, x, y int) {
	if n == 0 {
		l.Text(render.Bold(m.letter, faint), x, y+m.letter/2, render.Centre, "·")
		return
	}
	l.Text(render.Bold(m.letter, ink), x, y+m.letter/2, render.Centre, signed(n))
}

// drawCount writes how many nobles a player has on a level.
func (m scorepad) drawCount(l *render.List, p *game.PlayerView, level, n, x, y int) {
	if level <= len(p.Levels) && p.Levels[level-1] > 0 {
		high := m.line - 4
		wide := min(m.line*19/10, (m.w-m.line*2)/len(m.view.Players)-4)
		l.Put(leaderSprite(wide, high), x, y)
		l.Put(render.ScoreStar(m.letter), x+wide/4, y)
		l.Text(render.Bold(m.letter, ink), x-wide/5, y+m.letter/2, render.Centre, strconv.Itoa(n))
		return
	}
	m.number(l, n, x, y)
}

// drawPad draws the sheet with the signs of its rows.
func (m scorepad) drawPad(l *render.List) {
	high, n := m.height(), m.levels()
	l.Area(m.x, m.y, m.w, high, faint)
	l.Area(m.x+2, m.y+2, m.w-4, high-4, render.White)
	sign := m.x + m.line
	for line := 1; line < m.lines(); line++ {
		y := m.y + line*m.line
		l.Area(m.x+2, y, m.w-4, 1, render.Sand.At(12))
		y += m.line / 2
		switch {
		case line <= n:
			level := n + 1 - line
			l.Area(m.x+2, y-m.line/2+1, m.line*2-4, m.line-1, sandstone.At(shades[level]))
			l.Text(render.Bold(m.letter, ink), sign, y+m.letter/2, render.Centre, strconv.Itoa(level))
		case line == n+1:
			l.Put(bridgeSign(m.line*7/10), sign, y)
		default:
			l.Put(render.ScoreStar(m.line*8/10), sign, y)
		}
	}
}

// leaderSprite returns the frame around the number of the player with the most nobles on a level.
func leaderSprite(w, h int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: padPart, u: int16(w), h: int16(h)}, func() *render.Sprite {
		return render.Draw("leader", w, h, w/2, h/2, func(p *render.Pen) {
			p.Box(1-float64(w)/2, 1-float64(h)/2, float64(w)-2, float64(h)-2, float64(h)*.3)
			p.Outline(render.Gold.At(14), ink, 1.6)
		})
	})
}
