package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

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
