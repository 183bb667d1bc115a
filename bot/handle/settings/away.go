package settings

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"amytis/bot/discord/interactions"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/wishes"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/store"
)

// goAway is for /me away and its form. Without a day the user does not go away.
func goAway(r *interaction.Request, p *store.Preferences) error {
	if _, sent := r.Options[weekendsInput]; sent {
		r.Options["free"] = cmp.Or(r.Options["free"], "false")
		if err := freeWeekends(r, p); err != nil {
			return err
		}
	}
	typed := cmp.Or(r.Options[otherDay], r.Options["until"])
	if typed == "" {
		return nil
	}
	day, ok := parseDay(r, typed, dateIn(r.Now(), wishes.Location(p)))
	if !ok {
		return engine.Refuse(refusedBadDay, "")
	}
	return takeDays(p, r.Now(), day)
}

func comeBack(r *interaction.Request, p *store.Preferences) error {
	wishes.ComeBack(p, r.Now().UnixMilli())
	return nil
}

func freeWeekends(r *interaction.Request, p *store.Preferences) error {
	switch {
	case r.Options["free"] == "false":
		p.Weekends = 0
	case r.Options["free"] == "true" && p.Weekends == 0:
		p.Weekends = r.Now().UnixMilli()
	}
	return nil
}

// takeDays makes a user away until a date. It refuses a day that has begun, and more days than are
// left.
func takeDays(p *store.Preferences, now, day time.Time) error {
	today := dateIn(now, wishes.Location(p))
	if !day.After(today) {
		return engine.Refuse(refusedPastDay, "")
	}
	if daysBetween(today, day) > wishes.AwayDays {
		return engine.Refuse(refusedAwayTooLong, "", "most", strconv.Itoa(wishes.AwayDays))
	}
	before := *p
	wishes.GoAway(p, now.UnixMilli(), wishes.DayStart(day, wishes.Location(p)))
	for _, year := range []int{today.Year(), day.AddDate(0, 0, -1).Year()} {
		if taken := wishes.AwayDaysIn(&before, year); wishes.AwayDaysIn(p, year) > max(taken, wishes.AwayDays) {
			return engine.Refuse(refusedAwayUsedUp, "",
				"most", strconv.Itoa(wishes.AwayDays), "year", strconv.Itoa(year),
				"left", strconv.Itoa(max(0, wishes.AwayDays-taken)),
			)
		}
	}
	return nil
}

func awayText(r *interaction.Request, p *store.Preferences) string {
	now := r.Now().UnixMilli()
	lines := []string{r.Words.Say("bot.away.here")}
	if to := wishes.AwayAt(p, now); to != 0 {
		lines[0] = r.Words.Say("bot.away.until", "When", sentences.FixedTime(to))
	}
	weekends := "bot.away.weekends_off"
	if p.Weekends != 0 {
		weekends = "bot.away.weekends_on"
	}
	year := dateIn(r.Now(), wishes.Location(p)).Year()
	return strings.Join(append(lines,
		r.Words.Say("bot.away.left", "Left", max(0, wishes.AwayDays-wishes.AwayDaysIn(p, year)), "Most", wishes.AwayDays),
		r.Words.Say(weekends, "Zone", zoneText(p)),
	), "\n")
}

func suggestDays(ctx context.Context, r *interaction.Request) error {
	p, err := r.Store.Preferences(ctx, r.User)
	if err != nil {
		return err
	}
	offer := offeredDays(r, r.Options[r.Focused], dateIn(r.Now(), wishes.Location(&p)))
	r.Answer.Respond(ctx, interactions.Choices(offer.Choices...))
	return nil
}

// offeredDays returns the matching days of the next weeks, or else the typed day.
func offeredDays(r *interaction.Request, typed string, today time.Time) interaction.Offer {
	offer := interaction.Offer{Typed: typed}
	add := func(day time.Time) {
		offer.Add(r.Words.Say("bot.away.choice",
			"Day", r.Words.Say("bot.weekday."+strings.ToLower(day.Weekday().String())),
			"Date", r.Words.Date(day), "Count", daysBetween(today, day),
		), day.Format(time.DateOnly))
	}
	for _, days := range []int{1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28, wishes.AwayDays} {
		add(today.AddDate(0, 0, days))
	}
	if day, ok := parseDay(r, typed, today); ok && len(offer.Choices) == 0 {
		offer.Typed = ""
		add(day)
	}
	return offer
}
