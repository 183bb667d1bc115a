package harness

import (
	"strings"
	"sync"

	"amytis/bot/discord/commands"
)

// mentions has the mentions of commands, which keep their IDs once they are registered.
type mentions struct {
	mu      sync.Mutex
	learned *commands.Mentions // nil while no commands are registered
}

// Mentioning returns a text as the bot sends it: with mentions of its commands.
func (e *Env) Mentioning(text string) string {
	if !strings.Contains(text, "`/") {
		return text
	}
	e.mentions.mu.Lock()
	defer e.mentions.mu.Unlock()
	registered := e.Discord.Commands("")
	if e.mentions.learned == nil && len(registered) > 0 {
		ids := map[string]string{}
		for _, c := range registered {
			ids[c.Name] = c.ID
		}
		e.mentions.learned = &commands.Mentions{}
		e.mentions.learned.Learn(ids)
	}
	if e.mentions.learned == nil {
		return text
	}
	return e.mentions.learned.Insert(text)
}
