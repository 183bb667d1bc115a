package reasons

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/bot/text"
)

func TestEveryTermHasAName(t *testing.T) {
	for _, p := range []place{
		{"gardens", nil, 2, 0, 20, 0}, {"babel", nil, 2, 0, 20, 0}, {"towers", nil, 3, 0, 20, 0}, {"towers", quick, 3, 0, 20, 0},
	} {
		terms := p.at(t).State.Terms(1)
		assert.NotEmpty(t, terms, p.game)
		for _, term := range terms {
			for _, lang := range text.Langs() {
				assert.True(t, text.For(string(lang)).Has(p.game+".term."+term.Name), "%s: %s of %s", lang, term.Name, p.game)
			}
		}
	}
}
