package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSmallAndCoveredThingsAreUnreadable(t *testing.T) {
	sign := func(size int) *Sprite {
		return Draw("sign", size+8, size+8, 4, 4, func(p *Pen) {
			p.Box(0, 0, float64(size), float64(size), 0)
			p.Fill(Black)
		})
	}
	letters := func(height int) func(l *List) {
		return func(l *List) { l.Text(Bold(height, Black), 20, 60, Left, "7") }
	}
	for name, c := range map[string]struct {
		draw func(l *List)
		want []string
	}{
		"readable letters":             {letters(MinReadable), nil},
		"low letters":                  {letters(MinReadable - 1), []string{`"7" at 20,60 is 28 pixels high`}},
		"low letters that are scenery": {func(l *List) { l.Scenery(func() { letters(9)(l) }) }, nil},
		"a readable sign":              {func(l *List) { l.Put(sign(MinReadable), 20, 20) }, nil},
		"a small sign":                 {func(l *List) { l.Put(sign(12), 20, 20) }, []string{"sign at 20,20 is 12 pixels high"}},
		"letters below scenery": {func(l *List) {
			letters(MinReadable)(l)
			l.Scenery(func() { l.Area(0, 0, 100, 100, Paper) })
		}, []string{`"7" at 20,60 is covered: 0 of 189 pixels are seen`}},
		"letters upon an area": {func(l *List) {
			l.Area(0, 0, 100, 100, Paper)
			letters(MinReadable)(l)
		}, nil},
	} {
		l := NewList(100, 100, White)
		c.draw(l)
		assert.Equal(t, c.want, l.Unreadable(), name)
	}
}
