package settings

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/engine"
	"amytis/store"
)

// quietHours handles /me quiet: it changes the user's quiet hours by the given options and shows the
// result.
func quietHours(ctx context.Context, r *interaction.Request) error {
	p, err := r.Store.Preferences(ctx, r.User)
	if err != nil {
		return err
	}
	before := p
	if p.Quiet, err = chosenHours(p.Quiet, r.Options); err == nil && p != before {
		err = r.Store.SetPreferences(ctx, r.User, p)
	}
	if err != nil {
		return err
	}
	r.Whisper(ctx, &session.Message{Content: quietText(r, p.Quiet)})
	return nil
}

// chosenHours returns q changed by the options of a command. Options that are left out change nothing.
// It refuses an unreadable offset, and equal hours for the beginning and the end.
func chosenHours(q store.QuietHours, options map[string]string) (store.QuietHours, error) {
	if options["off"] == "true" {
		return store.QuietHours{Offset: q.Offset}, nil
	}
	if text, given := options["utc"]; given {
		offset, ok := parseOffset(text)
		if !ok {
			return q, engine.Refuse(refusedBadOffset, "")
		}
		q.Offset = offset
	}
	_, from := options["from"]
	_, to := options["to"]
	if from {
		q.From, _ = strconv.Atoi(options["from"]) // Discord sends whole numbers
	}
	if to {
		q.To, _ = strconv.Atoi(options["to"])
	}
	if (from || to) && !q.Any() {
		return q, engine.Refuse(refusedNoQuietHours, "")
	}
	return q, nil
}

// offsetForm matches an offset from UTC as people write it, such as "UTC+2" or "-3:30".
var offsetForm = regexp.MustCompile(`^(?i:utc|gmt)?\s*([-+−]?)(\d{1,2})(?::([0-5]\d))?$`)

// The smallest and the largest offset from UTC in the world, in minutes.
const (
	minOffset = -12 * 60
	maxOffset = 14 * 60
)

// parseOffset returns the minutes of an offset from UTC, such as "+2" or "-3:30". ok is false if the
// text is unreadable or the offset is out of range.
func parseOffset(text string) (minutes int, ok bool) {
	parts := offsetForm.FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(parts[2])
	minutes, _ = strconv.Atoi(parts[3]) // empty counts as 0
	minutes += hours * 60
	if parts[1] == "-" || parts[1] == "−" {
		minutes = -minutes
	}
	return minutes, minutes >= minOffset && minutes <= maxOffset
}

// quietText returns the text about quiet hours. It includes the user's local time, which shows whether
// the offset is right.
func quietText(r *interaction.Request, q store.QuietHours) string {
	if !q.Any() {
		return r.Words.Say("bot.quiet.off")
	}
	there := r.Now().In(time.FixedZone("", q.Offset*60))
	return r.Words.Say(
		"bot.quiet.on", "From", clockHour(q.From), "To", clockHour(q.To), "Offset", offsetText(q.Offset),
		"Now", there.Format("15:04"),
	)
}

// clockHour returns an hour from 0 to 23 as a time of day.
func clockHour(hour int) string { return fmt.Sprintf("%d:00", hour) }

// offsetText returns an offset in minutes in the form that parseOffset reads.
func offsetText(minutes int) string {
	sign := "+"
	if minutes < 0 {
		sign, minutes = "-", -minutes
	}
	if minutes%60 == 0 {
		return fmt.Sprintf("%s%d", sign, minutes/60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, minutes/60, minutes%60)
}
