package gardens

import (
	game "amytis/engine/gardens"
	"amytis/render"
)

// showsWorth reports whether so little is built that what scores is shown in place of the sides.
func showsWorth(v *game.View, r render.Request) bool {
	return r.View == "garden" && v.Round <= 2 && len(newGhosts(r)) == 0 && highest(&v.Gardens[r.Seat-1]) < 2
}

// drawWorth draws into w by h pixels what each thing scores. An L stands for its level.
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
