package turns

import (
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/handle/interaction"
	"amytis/bot/text"
)

func TestMenuPagesShowEveryEntryOnceAndLeadBackToTheFirst(t *testing.T) {
	for _, c := range []struct{ size, pages int }{{25, 1}, {26, 2}, {48, 2}, {49, 3}} {
		all := make([]discordgo.SelectMenuOption, c.size)
		for i := range all {
			all[i].Value = strconv.Itoa(i)
		}
		r := &interaction.Request{Input: interaction.Input{Words: text.For("en")}}
		var shown []string
		for page := range c.pages {
			for _, o := range menuPage(r, all, page) {
				if o.Value != morePage {
					shown = append(shown, o.Value)
				}
			}
		}
		require.Len(t, shown, c.size)
		require.Equal(t, menuPage(r, all, 0), menuPage(r, all, c.pages))
	}
}
