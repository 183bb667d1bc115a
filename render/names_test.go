package render

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNamesAreShownInLettersThatTheFontHas(t *testing.T) {
	for name, want := range map[string]string{
		"Ana":              "Ana",
		"Zoë Łukasz Ñandú": "Zoë Łukasz Ñandú",
		"Νίκος":            "Νίκος",
		"Борис":            "Борис",
		"𝓒𝓵𝓮𝓸":             "Cleo",
		"Ｆｕｌｌ２":            "Full2",
		"Ⓐⓝⓐ":              "Ana",
		"🅐🅱 🄲ℌ①":           "AB CH1",
		"Ana 🌸🌸":           "Ana",
		"a\u200bb\u202ec":  "abc",
		"two\nlines  here": "two lines here",
		"山田 Taro":          "□□ Taro",
		"山田太郎":             "",
		"🌸🌸":               "",
		"":                 "",
		"Z̸a̶l̷g̴o":        "Zalgo",
		"Nguyễn Thị Hương": "Nguyen Thi Huong",
		"Zoe\u0308":        "Zoë",
	} {
		assert.Equal(t, want, Legible(name), "%q", name)
	}
}

func TestLongNamesAreCutToTheWidth(t *testing.T) {
	style := Lettering{Height: 20, Bold: true}
	assert.Equal(t, "Ana", style.Fit("Ana", 200))
	cut := style.Fit("Bartholomäus von und zu Überlingen", 200)
	assert.LessOrEqual(t, style.Width(cut), 200)
	assert.Regexp(t, `^Barth.*…$`, cut)
	assert.Empty(t, style.Fit("Ana", 3))
	assert.Empty(t, style.Fit("", 10))
}

func TestNamesGetSmallerLettersBeforeTheyAreCut(t *testing.T) {
	const name = "Bartholomew"
	small := Lettering{Height: MinReadable}
	for room, want := range map[int]string{small.Width(name): name, small.Width(name) - 1: small.Fit(name, small.Width(name)-1)} {
		l := NewList(Width, Height, Paper)
		l.Name(Lettering{Height: 40}, 0, 50, room, name, false)
		assert.Contains(t, l.String(), fmt.Sprintf("%q %d", want, MinReadable))
	}
}

func TestLettersHaveTheRequestedHeight(t *testing.T) {
	for _, height := range []int{11, 22, 40} {
		for _, r := range "H8a" {
			g := Lettering{Height: height, Bold: true}.glyphOf(r)
			if r != 'a' {
				assert.InDelta(t, height, g.Height, 2, "%c", r)
			}
		}
	}
}
