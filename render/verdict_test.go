package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheFrameOfAnIllegalGhostIsDashed(t *testing.T) {
	const long, wide = 60.0, 6.0
	assert.Equal(t, []dash{{0, long}}, Verdict(true).dashes(long, wide))
	dashes := Verdict(false).dashes(long, wide)
	assert.Greater(t, len(dashes), 2)
	assert.Zero(t, dashes[0].from)
	for i, d := range dashes[1:] {
		assert.Greater(t, d.from, dashes[i].from+dashes[i].long)
	}
	last := dashes[len(dashes)-1]
	assert.Equal(t, long, last.from+last.long)
}

func TestVerdictSignsAreDrawnOnce(t *testing.T) {
	assert.Same(t, Verdict(true).Sign(30), Verdict(true).Sign(30))
	assert.NotSame(t, Verdict(true).Sign(30), Verdict(false).Sign(30))
	assert.NotEqual(t, Verdict(true).Colour(), Verdict(false).Colour())
}
