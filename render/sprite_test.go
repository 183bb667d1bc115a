package render

import (
	"fmt"
	"image"
	"image/color"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

func square(size int, c Colour) *Sprite {
	return Draw("square", size, size, 0, 0, func(p *Pen) {
		p.Box(0, 0, float64(size), float64(size), 0)
		p.Fill(c)
	})
}

func painted(l *List) *image.Paletted {
	im := image.NewPaletted(image.Rect(0, 0, l.Width, l.Height), colorModel)
	l.paint(im, 0)
	return im
}

func TestASpriteIsCutAtTheEdgesOfThePicture(t *testing.T) {
	s := square(10, Red.At(6))
	for _, at := range [][3]int{{-5, -5, 25}, {15, 15, 25}, {-5, 5, 50}, {5, 5, 100}, {-10, 0, 0}, {20, 20, 0},
		{0, -50, 0}} {
		l := NewList(20, 20, White)
		l.Put(s, at[0], at[1])
		n := 0
		for _, c := range painted(l).Pix {
			if Colour(c) == Red.At(6) {
				n++
			}
		}
		assert.Equal(t, at[2], n, "%v", at)
	}
}

func TestTheEdgeOfASpriteBlendsWithTheBackground(t *testing.T) {
	s := Draw("half", 4, 1, 0, 0, func(p *Pen) {
		p.Box(0, 0, 2.5, 1, 0)
		p.Fill(Black)
	})
	l := NewList(4, 1, White)
	l.Put(s, 0, 0)
	pix := painted(l).Pix
	assert.Equal(t, Black, Colour(pix[0]))
	assert.InDelta(t, 128, grey(Colour(pix[2])), 30)
	assert.Equal(t, White, Colour(pix[3]))
}

func TestAnAreaIsCutAtTheEdgesOfThePicture(t *testing.T) {
	l := NewList(8, 8, White)
	l.Area(-4, 6, 100, 100, Black)
	im := painted(l)
	assert.Equal(t, Black, Colour(im.ColorIndexAt(7, 7)))
	assert.Equal(t, White, Colour(im.ColorIndexAt(0, 5)))
}

func TestConcurrentRequestsGetTheSameSprite(t *testing.T) {
	sheet := NewSheet()
	var got [32]*Sprite
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			got[i] = sheet.sprite(spriteKey{w: i % 4}, func() *Sprite { return square(i%4+1, Black) })
		})
	}
	wg.Wait()
	for i, s := range got {
		assert.Equal(t, i%4+1, s.Width)
		assert.Same(t, got[i%4], s)
		assert.Same(t, s, sheet.sprite(spriteKey{w: i % 4}, nil))
	}
}

func TestAListPrintsItsOperations(t *testing.T) {
	l := NewList(20, 10, Paper)
	l.Note("cell %s", "a1")
	l.Area(1, 2, 3, 4, Clay.At(7))
	l.Put(square(2, Black), 5, 6)
	l.Text(Lettering{Height: 8, Colour: Black}, 1, 9, Left, "ab")
	assert.Equal(t, "picture 20x10 on sand14\ncell a1\n  area 3x4 @1,2 clay7\n  square @5,6\n  \"ab\" 8 ink0 @1,9\n",
		l.String())
	p := l.Picture()
	assert.Equal(t, [2]int{20, 10}, [2]int{p.Width, p.Height})
}

func TestABoxHasStraightSides(t *testing.T) {
	s := Draw("box", 40, 40, 0, 0, func(p *Pen) {
		p.Box(5, 5, 30, 30, 8)
		p.Fill(Black)
	})
	l := NewList(40, 40, White)
	l.Put(s, 0, 0)
	im := painted(l)
	for i := 14; i < 26; i++ {
		for _, at := range [][4]int{{5, i, 4, i}, {34, i, 35, i}, {i, 5, i, 4}, {i, 34, i, 35}} {
			assert.Equal(t, Black, Colour(im.ColorIndexAt(at[0], at[1])))
			assert.Equal(t, White, Colour(im.ColorIndexAt(at[2], at[3])))
		}
	}
}

func TestALetterIsAsHighAsAskedAndInTheMiddle(t *testing.T) {
	s := Draw("letter", 60, 60, 30, 30, func(p *Pen) {
		p.Letter('H', 0, 0, 40)
		p.Fill(Black)
	})
	l := NewList(60, 60, White)
	l.Put(s, 30, 30)
	im := painted(l)
	top, bottom, left, right := 60, 0, 60, 0
	for y := range 60 {
		for x := range 60 {
			if Colour(im.ColorIndexAt(x, y)) == Black {
				top, bottom, left, right = min(top, y), max(bottom, y), min(left, x), max(right, x)
			}
		}
	}
	assert.InDelta(t, 10, top, 1)
	assert.InDelta(t, 49, bottom, 1)
	assert.InDelta(t, 59, left+right, 2)
}

func TestANameIsCutAndStruckThrough(t *testing.T) {
	style := Bold(20, Black)
	l := NewList(200, 40, Paper)
	l.Name(style, 10, 30, 100, "Bartholomew of Babylon", true)
	cut := style.Fit("Bartholomew of Babylon", 100)
	assert.Equal(t, fmt.Sprintf("picture 200x40 on sand14\n  area %dx2 @10,19 red6\n  %q 20 ink0 @10,30\n",
		style.Width(cut), cut), l.String())
	l = NewList(200, 40, Paper)
	l.Name(style, 10, 30, 100, "山田太郎", true)
	assert.Equal(t, "picture 200x40 on sand14\n", l.String())
}

func TestAFadedSpriteIsHalfTransparent(t *testing.T) {
	s := square(10, Black)
	faded := s.Faded()
	l := NewList(20, 10, White)
	l.Put(s, 0, 0)
	l.Put(faded, 10, 0)
	im := painted(l)
	assert.Equal(t, Black, Colour(im.Pix[0]), "the original sprite changed")
	assert.InDelta(t, 128, grey(Colour(im.Pix[10])), 25)
	assert.Equal(t, "faded square", faded.Name)
}

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
