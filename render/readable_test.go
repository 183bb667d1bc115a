package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
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
		"low letters that are scenery": {func(l *List) { l.Scenery(func() { letters(MinScenery)(l) }) }, nil},
		"lower ones": {func(l *List) { l.Scenery(func() { letters(MinScenery - 1)(l) }) },
			[]string{`"7" at 20,60 is 23 pixels high`}},
		"a readable sign": {func(l *List) { l.Put(sign(MinReadable), 20, 20) }, nil},
		"a small sign":    {func(l *List) { l.Put(sign(12), 20, 20) }, []string{"sign at 20,20 is 12 pixels high"}},
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

// partsPicture has two parts, one of which is at its edge.
func partsPicture() *List {
	l := NewList(100, 80, Paper)
	l.Part("pile", nil, 0, 0, 40, 30)
	l.Part("yard", engine.Seat(2), 50, 30, 20, 20)
	return l
}

func TestMarksFramePartsByTheirNames(t *testing.T) {
	l := partsPicture()
	assert.Equal(t, []string{"pile", "yard 2"}, l.Parts())
	require.NoError(t, l.DrawMarks([]string{"yard 2", "pile"}))
	assert.Equal(t, "picture 100x80 on sand14\nmark yard 2\n  mark @45,25\nmark pile\n  mark @3,3\n", l.String())
	l = partsPicture()
	require.NoError(t, l.DrawMarks(nil))
	assert.Equal(t, "picture 100x80 on sand14\n", l.String())
}

func TestAMarkOfAPartThatIsNotThereFails(t *testing.T) {
	for _, name := range []string{"yard 1", "yard", ""} {
		require.ErrorContains(t, partsPicture().DrawMarks([]string{name}), `no part "`+name+`"`)
	}
}
