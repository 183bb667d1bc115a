package settings

import (
	"context"
	"fmt"
	"strconv"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/engine"
	"amytis/store"
)

// quietHours handles /me quiet.
func quietHours(ctx context.Context, r *interaction.Request) error {
	before, after, err := changeOwn(ctx, r, func(p *store.Preferences) error { return chooseHours(p, r) })
	if err != nil {
		return err
	}
	r.Answer.Whisper(ctx, &message.Message{Content: quietText(r, &after)})
	if after.Quiet != before.Quiet || after.Zone != before.Zone {
		reconsider(ctx, r)
	}
	return nil
}

// chooseHours changes the quiet hours and the time zone by the given options. It refuses an unknown
// zone, and equal hours.
func chooseHours(p *store.Preferences, r *interaction.Request) error {
	if r.Options["off"] == "true" {
		p.Quiet.From, p.Quiet.To = 0, 0
		return nil
	}
	if err := chooseZone(p, r); err != nil {
		return err
	}
	_, from := r.Options["from"]
	_, to := r.Options["to"]
	if from {
		p.Quiet.From, _ = strconv.Atoi(r.Options["from"]) // Discord sends whole numbers
	}
	if to {
		p.Quiet.To, _ = strconv.Atoi(r.Options["to"])
	}
	if (from || to) && !p.Quiet.Any() {
		return engine.Refuse(refusedNoQuietHours, "")
	}
	return nil
}

// quietText includes the user's local time, which shows whether the time zone is right.
func quietText(r *interaction.Request, p *store.Preferences) string {
	if !p.Quiet.Any() {
		return r.Words.Say("bot.quiet.off")
	}
	return r.Words.Say(
		"bot.quiet.on", "From", clockHour(p.Quiet.From), "To", clockHour(p.Quiet.To), "Zone", zoneText(p),
		"Now", clockThere(r, p.Location()),
	)
}

func clockHour(hour int) string { return fmt.Sprintf("%d:00", hour) }
