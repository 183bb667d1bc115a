package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestAnyTypedTextIsAnswered types values that no option has. They are texts as long as Discord
// allows, in letters of several bytes, and texts that look like the references in the bot's own
// refusals.
func TestAnyTypedTextIsAnswered(t *testing.T) {
	_, ch, first, _ := harness.StartedGame(t, harness.Options{}, nil)
	for name, typed := range map[string]string{
		"long": strings.Repeat("ü", 6000), "a text": "@arg.tile.name", "seats": "#1,2", "everyone": "@everyone `x`",
	} {
		for command, options := range map[string][]string{
			"board": {"player", "turn"}, "game skip": {"player"}, "garden remove": {"cell"}, "rules": {"topic"},
			"me quiet": {"zone"}, "me zone": {"zone"}, "me away": {"until"},
		} {
			for _, option := range options {
				m, err := first.Command(ch, command, localdiscord.Args{option: typed})
				require.NoError(t, err, "%s %s: %s", command, option, name)
				if command == "rules" {
					continue
				}
				require.True(t, first.Refused(m), m.Content)
				if !strings.HasPrefix(command, "me ") && name != "long" {
					plain := strings.NewReplacer(`\`, "", "\u200b", "").Replace(m.Content)
					require.Contains(t, plain, typed, "%s %s: the refusal repeats what was typed", command, option)
				}
			}
		}
	}
}
