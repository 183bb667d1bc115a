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
