package render

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
)

func grey(c Colour) int { return int(color.GrayModel.Convert(colorModel[c]).(color.Gray).Y) }

func TestRampsRunFromDarkToLight(t *testing.T) {
	for r := Sand; r <= Dusk; r++ {
		for step := 1; step < Shades; step++ {
			assert.Greater(t, grey(r.At(step)), grey(r.At(step-1)), "%s", r.At(step))
		}
		assert.Equal(t, r.At(0), r.At(-3))
		assert.Equal(t, r.At(Shades-1), r.At(Shades+3))
	}
}

func TestInkIsLegibleOnPaper(t *testing.T) {
	assert.Greater(t, grey(Paper)-grey(Black), 200)
}

func TestContrastIsThatOfTheAccessibilityGuidelines(t *testing.T) {
	assert.InDelta(t, 1, White.Contrast(White), 1e-9)
	assert.InDelta(t, 5.50, Red.At(6).Contrast(White), .5)
	assert.Greater(t, Black.Contrast(White), 18.)
	assert.InDelta(t, White.Contrast(Black), Black.Contrast(White), 1e-9)
}

func TestPaletteColoursMapToThemselves(t *testing.T) {
	m := sharedMixer()
	for i, c := range palette {
		assert.Equal(t, palette[i], palette[m.nearest(uint8(c>>16), uint8(c>>8), uint8(c))])
	}
}

func TestABlendLiesBetweenItsTwoColours(t *testing.T) {
	m := sharedMixer()
	assert.InDelta(t, 255/2, grey(m.over[Black][White]), 25)
	assert.Equal(t, Black, m.over[Black][Black])
}
