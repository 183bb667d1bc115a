package render

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// requireSameAsPainted checks that the picture of a list has the pixels that it paints at once.
func requireSameAsPainted(t require.TestingT, l *List) {
	im, err := png.Decode(bytes.NewReader(l.Picture().PNG))
	require.NoError(t, err)
	want := image.NewPaletted(image.Rect(0, 0, l.Width, l.Height), colorModel)
	l.paint(want, 0)
	got := im.(*image.Paletted)
	require.Equal(t, want.Rect, got.Rect)
	require.True(t, bytes.Equal(want.Pix, got.Pix), "the pixels differ from those of\n%s", l)
}

func TestAPictureOfKeptStripsIsWhatItsListPaints(t *testing.T) {
	sprites := []*Sprite{square(10, Red.At(6)), square(77, Lapis.At(3)), square(30, Gold.At(9)).Faded()}
	rapid.Check(t, func(t *rapid.T) {
		l := NewList(rapid.IntRange(1, 150).Draw(t, "width"), rapid.IntRange(1, 3*stripHeight+1).Draw(t, "height"),
			rapid.SampledFrom([]Colour{White, Black}).Draw(t, "back"))
		place := rapid.IntRange(-60, 200)
		for range rapid.IntRange(1, 12).Draw(t, "operations") {
			x, y := place.Draw(t, "x"), place.Draw(t, "y")
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				l.Area(x, y, place.Draw(t, "w"), place.Draw(t, "h"), Colour(rapid.Uint8().Draw(t, "colour")))
			case 1:
				l.Put(rapid.SampledFrom(sprites).Draw(t, "sprite"), x, y)
			case 2:
				l.Text(Bold(rapid.IntRange(8, 60).Draw(t, "letter"), Black), x, y, Centre,
					rapid.SampledFrom([]string{"", " ", "Ága", "Ünq|"}).Draw(t, "text"))
			default:
				l.Note("a note")
			}
			requireSameAsPainted(t, l) // all but this operation is likely to be kept
		}
	})
}

func TestWhatChangesAPictureChangesItsStrips(t *testing.T) {
	first, second := square(20, Black), square(20, Red.At(6))
	pictures := map[string]*List{}
	add := func(name string, draw func(l *List)) {
		l := NewList(100, 40, White)
		draw(l)
		pictures[name] = l
	}
	add("nothing", func(*List) {})
	add("an area", func(l *List) { l.Area(1, 2, 3, 4, Black) })
	add("a wider area", func(l *List) { l.Area(1, 2, 4, 4, Black) })
	add("a higher area", func(l *List) { l.Area(1, 2, 3, 5, Black) })
	add("an area elsewhere", func(l *List) { l.Area(2, 2, 3, 4, Black) })
	add("an area below", func(l *List) { l.Area(1, 3, 3, 4, Black) })
	add("a red area", func(l *List) { l.Area(1, 2, 3, 4, Red.At(6)) })
	add("a sprite", func(l *List) { l.Put(first, 5, 5) })
	add("another sprite", func(l *List) { l.Put(second, 5, 5) })
	add("one sprite over another", func(l *List) { l.Put(first, 5, 5); l.Put(second, 10, 10) })
	add("the other way round", func(l *List) { l.Put(second, 10, 10); l.Put(first, 5, 5) })
	add("a sprite twice", func(l *List) { l.Put(first, 5, 5); l.Put(first, 5, 5) })
	add("a text", func(l *List) { l.Text(Bold(12, Black), 5, 20, Left, "a3") })
	add("another text", func(l *List) { l.Text(Bold(12, Black), 5, 20, Left, "a4") })
	add("a red text", func(l *List) { l.Text(Bold(12, Red.At(6)), 5, 20, Left, "a3") })
	add("a thin text", func(l *List) { l.Text(Lettering{Height: 12, Colour: Black}, 5, 20, Left, "a3") })
	pictures["a black ground"] = NewList(100, 40, Black)
	pictures["a wider picture"] = NewList(101, 40, White)
	pictures["a lower picture"] = NewList(100, 39, White)

	known := map[stripKey]string{}
	for name, l := range pictures {
		keys := l.stripKeys()
		require.Len(t, keys, 1)
		assert.NotContains(t, known, keys[0], name)
		known[keys[0]] = name
		assert.Equal(t, keys, l.stripKeys(), "the keys of %s change", name)
	}
}

func TestNotesAndSceneryDoNotChangeStrips(t *testing.T) {
	plain, noted := NewList(100, 40, White), NewList(100, 40, White)
	plain.Area(1, 2, 3, 4, Black)
	noted.Note("an area")
	noted.Scenery(func() { noted.Area(1, 2, 3, 4, Black) })
	assert.Equal(t, plain.stripKeys(), noted.stripKeys())
}

func TestAGhostThatMovesLeavesTheOtherStripsAsTheyAre(t *testing.T) {
	ghost := square(stripHeight, Red.At(6))
	keys := func(y int) []stripKey {
		l := NewList(100, 6*stripHeight, White)
		l.Area(0, 0, 100, 6*stripHeight, Sand.At(12))
		l.Put(ghost, 20, y)
		return l.stripKeys()
	}
	before, after := keys(stripHeight), keys(3*stripHeight)
	var changed []int
	for i := range before {
		if before[i] != after[i] {
			changed = append(changed, i)
		}
	}
	assert.Equal(t, []int{1, 3}, changed)
}
