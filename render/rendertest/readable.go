package rendertest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/render"
)

// CheckReadable checks that a picture has the size of a picture in a message, and that everything
// in it can be read there.
func CheckReadable(t *testing.T, l *render.List) {
	t.Helper()
	assert.Equal(t, render.Width, l.Width)
	assert.Equal(t, render.Height, l.Height)
	assert.Empty(t, l.Unreadable())
}
