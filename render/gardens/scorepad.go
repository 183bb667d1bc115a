package gardens

import (
	"math"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// scorepad draws the score pad: one row per item, one column per seat.
type scorepad struct {
	view    *game.View
	x, y, w int
	// row is the height of a row.
	row, letter int
}

// padLines returns the items of the score pad, from top to bottom.
var padLines = [...]func(s *game.ScoreSheet) int{
	func(s *game.ScoreSheet) int { return s.Statues },
	func(s *game.ScoreSheet) int { return s.Fountains },
	func(s *game.ScoreSheet) int { return s.Bridges },
	func(s *game.ScoreSheet) int { return s.Stairs },
	func(s *game.ScoreSheet) int { return s.DecorSets },
	func(s *game.ScoreSheet) int { return s.FlowerSets },
	func(s *game.ScoreSheet) int { return s.Belvederes },
	func(s *game.ScoreSheet) int { return s.Highest },
	func(s *game.ScoreSheet) int { return s.Total },
}

func (s scorepad) draw(l *render.List) {
	l.Note("score pad")
	l.Put(padSprite(s.w, s.row), s.x, s.y)
	sign := s.w / 6
	column := (s.w - sign) / len(s.view.Gardens)
	for i := range s.view.Gardens {
		g := &s.view.Gardens[i]
		x := s.x + sign + i*column + column/2
		size := s.row * 7 / 10
		l.Put(render.SeatChip(statusOf(s.view, g), size), x-s.row/2, s.y+s.row/2)
		l.Text(render.Bold(s.letter, ink), x-s.row/2, s.y+s.row/2+s.letter/2, render.Centre, g.Seat.String())
		l.Put(flowerSprite(g.Flower, s.row*3/4), x+s.row/2, s.y+s.row/2)
	}
	for line := range padLines {
		y := s.y + (line+1)*s.row + s.row/2
		s.drawSign(l, line, s.x+sign/2, y)
		for i := range s.view.Gardens {
			n := padLines[line](&s.view.Gardens[i].Score)
			x := s.x + sign + i*column + column/2
			height, paint := s.letter, ink
			if line == len(padLines)-1 {
				height = s.letter * 13 / 10
			} else if n == 0 {
				paint = render.Sand.At(8)
			}
			l.Text(render.Bold(height, paint), x, y+height/2, render.Centre, strconv.Itoa(n))
		}
	}
}

func (s scorepad) drawSign(l *render.List, line, x, y int) {
	size := s.row * 7 / 10
	switch line {
	case 0, 1, 2, 3:
		l.Put(iconSprite([...]game.Icon{game.Statue, game.Fountain, game.Bridge, game.Stairs}[line], size), x, y)
	case 4:
		for i, icon := range [...]game.Icon{game.Statue, game.Fountain, game.Bridge, game.Stairs} {
			l.Put(iconSprite(icon, size*55/100), x+(i*2-3)*size*32/100, y)
		}
	case 5:
		for i, f := range [...]game.Flower{game.Jasmine, game.Rose, game.Iris, game.Marigold} {
			l.Put(flowerSprite(f, size*60/100), x+(i*2-3)*size*32/100, y)
		}
	case 6:
		l.Put(belvedereSprite(size*13/10), x, y)
	case 7:
		l.Put(highestSprite(size), x, y)
	default:
		l.Put(render.ScoreStar(size*11/10), x, y)
	}
}

// highestSprite returns the sign of the highest level: steps under a flag.
func highestSprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: signPart, a: 23, u: int16(size)}, func() *render.Sprite {
		return render.Draw("sign highest", size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
			r := float64(size) / 2
			for i := range 3 {
				w := r * (1.9 - .6*float64(i))
				p.Box(-w/2, r*(.55-.36*float64(i)), w, r*.36, 0)
				p.Outline(render.Sand.At(11), ink, math.Max(1, r*.08))
			}
			p.Line(pt(0, -r*.18), pt(0, -r*.95))
			p.Stroke(ink, math.Max(1.2, r*.1))
			p.Polygon(pt(0, -r*.95), pt(r*.6, -r*.72), pt(0, -r*.5))
			p.Fill(render.Red.At(6))
		})
	})
}

func padSprite(w, row int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: groundPart, u: int16(w), h: int16(row)}, func() *render.Sprite {
		lines := len(padLines) + 1
		h := lines * row
		return render.Draw("pad", w, h, 0, 0, func(p *render.Pen) {
			p.Box(1, 1, float64(w-2), float64(h-2), float64(row)*.2)
			p.Outline(render.White, render.Sand.At(8), 2)
			for i := 1; i < lines; i++ {
				y := float64(i * row)
				p.Line(pt(2, y), pt(float64(w-2), y))
			}
			p.Stroke(render.Sand.At(11), 1)
		})
	})
}
