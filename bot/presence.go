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

// present says below the bot's name how many games run. It is the same text on all servers, so it
// is in English.
func (b *Bot) present(ctx context.Context, s store.Admin) {
	words := text.For("en")
	for {
		c, err := s.Counts(ctx)
		switch {
		case err != nil:
			b.client.Present("")
		case c.Running == 0:
			b.client.Present(text.Unformatted(words.Say("bot.presence.none")))
		default:
			b.client.Present(text.Unformatted(words.Say("bot.presence.games", "Count", c.Running)))
		}
		if rest.Sleep(ctx, presenceEvery) != nil {
			return
		}
	}
}
