package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

// echo returns keys and arguments instead of texts.
type echo struct{}

func (echo) T(key string, args map[string]any) string { return key + fmt.Sprint(args) }

func TestATellerAddsItsKeyPrefix(t *testing.T) {
	teller := Teller{Keys: "alt.game.", Names: []string{" Ana \n Bo", "", strings.Repeat("é", 40)}, Words: echo{}}
	assert.Equal(t, "alt.game.tiles map[At:c3 Count:2]",
		strings.Replace(teller.Say("tiles", "Count", 2, "At", "c3"), "map", " map", 1))
	assert.Equal(t, "alt.game.emptymap[]", teller.Say("empty"))
	assert.Equal(t, "Ana Bo, alt.game.playermap[Seat:2]", teller.NamesOf([]engine.Seat{1, 2}))
	assert.Equal(t, strings.Repeat("é", longestName-1)+"…", teller.Name(3))
	assert.Equal(t, "alt.game.playermap[Seat:4]", teller.Name(4))
}

func TestATellerCallsItsReaderYou(t *testing.T) {
	teller := Teller{Keys: "alt.game.", Names: []string{"Ana", "Bo"}, Reader: 1, Words: echo{}}
	assert.Equal(t, "bot.youmap[], Bo", teller.NamesOf([]engine.Seat{1, 2}))
	assert.Equal(t, "alt.game.handmap[Name:bot.youmap[] You:true]", teller.Say("hand", "Name", teller.Name(1)))
	assert.Equal(t, "alt.game.handmap[Name:Bo You:false]", teller.Say("hand", "Name", teller.Name(2)))
}

// semicolon is a catalog that knows how its language writes a semicolon.
type semicolon string

func (s semicolon) T(key string, _ map[string]any) string {
	if key == "list.clauses" {
		return string(s)
	}
	return key
}

func TestClausesAreJoinedAsTheLanguageWritesIt(t *testing.T) {
	parts := []string{"pont b2", "statue c3"}
	assert.Equal(t, "pont b2 ; statue c3", Teller{Words: semicolon(" ; ")}.Clauses(parts))
	assert.Equal(t, "pont b2; statue c3", Teller{Words: semicolon("; ")}.Clauses(parts))
	assert.Empty(t, Teller{Words: semicolon("; ")}.Clauses(nil))
}

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
