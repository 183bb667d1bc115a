package people

import (
	"context"
	"time"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/text"
	"amytis/store"
)

// privacy handles /privacy: what is stored, why and for how long.
func privacy(ctx context.Context, r *interaction.Request) error {
	r.Answer.Whisper(ctx, &message.Message{Content: privacyText(r.Words, r.Privacy)})
	return nil
}

func privacyText(w *text.Words, host interaction.Privacy) string {
	names := w.Say("bot.privacy.forever")
	if host.KeepDays > 0 {
		names = w.Say("bot.privacy.names", "Count", host.KeepDays)
	}
	return w.Say("bot.privacy.lines",
		"Names", names, "Days", int(store.KeepGone/(24*time.Hour)), "Contact", host.Contact)
}
