package bot

import (
	"context"
	"time"

	"amytis/bot/discord/rest"
	"amytis/bot/text"
	"amytis/store"
)

// presenceEvery is how often the text below the bot's name may change.
const presenceEvery = time.Minute

// present has show say how many games run. All servers see the same text, so it is in English.
func present(ctx context.Context, s store.Admin, show func(string)) {
	words := text.For("en")
	for {
		said := ""
		if c, err := s.Counts(ctx); err == nil && c.Running == 0 {
			said = words.Say("bot.presence.none")
		} else if err == nil {
			said = words.Say("bot.presence.games", "Count", c.Running)
		}
		show(text.Unformatted(said))
		if rest.Sleep(ctx, presenceEvery) != nil {
			return
		}
	}
}
