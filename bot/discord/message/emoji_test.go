package message

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
)

func TestMessageLosesTheEmojiOfTheApplicationOnly(t *testing.T) {
	t.Parallel()
	uploaded := &discordgo.ComponentEmoji{ID: "1", Name: "rose"}
	plain := &discordgo.ComponentEmoji{Name: "🌹"}
	components := func(e *discordgo.ComponentEmoji) []discordgo.MessageComponent {
		return []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "Rose", Emoji: e}, discordgo.Button{Label: "Iris", Emoji: plain},
			}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.SelectMenu{Options: []discordgo.SelectMenuOption{{Label: "Rose", Emoji: e}, {Emoji: plain}}},
			}},
		}
	}
	before := components(uploaded)
	after, had := withoutEmoji(before)
	assert.True(t, had, "the button Rose and the option Rose had an uploaded emoji")
	assert.Equal(t, components(nil), after)
	assert.Equal(t, components(uploaded), before, "the message itself does not change")
	_, had = withoutEmoji(after)
	assert.False(t, had, "only the emoji of Unicode are left")
}
