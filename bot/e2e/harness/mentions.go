package harness

import (
	"strings"

	"amytis/bot/discord/commands"
)

// Mentioning returns a text as the bot sends it: with mentions of its commands.
func (e *Env) Mentioning(text string) string {
	if !strings.Contains(text, "`/") {
		return text
	}
	learned := e.mentions.Load()
	if registered := e.Discord.Commands(); learned == nil && len(registered) > 0 {
		ids := map[string]string{}
		for _, c := range registered {
			ids[c.Name] = c.ID
		}
		learned = &commands.Mentions{}
		learned.Learn(ids)
		e.mentions.Store(learned)
	}
	if learned == nil {
		return text
	}
	return learned.Insert(text)
}
