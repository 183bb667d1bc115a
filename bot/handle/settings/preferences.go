package settings

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"amytis/bot/discord/commands"
	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/wishes"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
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
		return engine.Refuse("bad_day", "")
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

// takeDays makes a user away until a date. It refuses the past, and more days than are left.
func takeDays(p *store.Preferences, now, day time.Time) error {
	today := dateIn(now, wishes.Location(p))
	if !day.After(today) {
		return engine.Refuse("past_day", "")
	}
	if daysBetween(today, day) > wishes.AwayDays {
		return engine.Refuse("away_too_long", "", "most", strconv.Itoa(wishes.AwayDays))
	}
	before := *p
	wishes.GoAway(p, now.UnixMilli(), wishes.DayStart(day, wishes.Location(p)))
	for _, year := range []int{today.Year(), day.AddDate(0, 0, -1).Year()} {
		if taken := wishes.AwayDaysIn(&before, year); wishes.AwayDaysIn(p, year) > max(taken, wishes.AwayDays) {
			return engine.Refuse("away_used_up", "", "most", strconv.Itoa(wishes.AwayDays),
				"year", strconv.Itoa(year), "left", strconv.Itoa(max(0, wishes.AwayDays-taken)))
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
		r.Words.Say("bot.away.left", "Left", max(0, wishes.AwayDays-wishes.AwayDaysIn(p, year)),
			"Most", wishes.AwayDays),
		r.Words.Say(weekends, "Zone", zoneText(p)),
	), "\n")
}

func suggestDays(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
	*o = offeredDays(r, o.Typed, dateIn(r.Now(), wishes.Location(r.Prefers(ctx))))
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

// dateIn returns a date, which is a time.Time at midnight in UTC.
func dateIn(at time.Time, place *time.Location) time.Time {
	year, month, day := at.In(place).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func daysBetween(from, to time.Time) int { return int(to.Sub(from) / (24 * time.Hour)) }

// shortDate matches a day and a month, with or without a year.
var shortDate = regexp.MustCompile(`^(\d{1,2})([./])\s*(\d{1,2})[./]?\s*(\d{4})?$`)

// parseDay reads 2026-12-05, 5.12. or 5/12 or 5 Dec with or without a year, tomorrow, a weekday, or
// a number of days. Only Americans put the month first. Without a year it is the next such date.
func parseDay(r *interaction.Request, typed string, today time.Time) (day time.Time, ok bool) {
	typed = strings.TrimSpace(typed)
	if day, err := time.Parse("2006-1-2", strings.ReplaceAll(typed, "/", "-")); err == nil {
		return day, true
	}
	if days, err := strconv.Atoi(typed); err == nil && days >= 0 && days < 1000 {
		return today.AddDate(0, 0, days), true
	}
	for days := 1; days <= 7 && len(typed) > 1; days++ {
		day := today.AddDate(0, 0, days)
		name := r.Words.Say("bot.weekday." + strings.ToLower(day.Weekday().String()))
		if text.Match(name, typed) == text.StartsWith ||
			days == 1 && plain(typed) == plain(r.Words.Say("bot.away.tomorrow")) {
			return day, true
		}
	}
	parts := shortDate.FindStringSubmatch(inNumbers(r, typed))
	if parts == nil {
		return time.Time{}, false
	}
	first, _ := strconv.Atoi(parts[1])
	second, _ := strconv.Atoi(parts[3])
	if parts[2] == "/" && r.Interaction.Locale == "en-US" {
		first, second = second, first
	}
	years := []int{today.Year(), today.Year() + 1}
	if year, err := strconv.Atoi(parts[4]); err == nil {
		years = []int{year}
	}
	date := func(year int) time.Time { return time.Date(year, time.Month(second), first, 0, 0, 0, 0, time.UTC) }
	i := slices.IndexFunc(years, func(year int) bool { return len(years) == 1 || !date(year).Before(today) })
	day = date(years[max(i, 0)])
	return day, day.Day() == first && int(day.Month()) == second // no 31 June
}

// wordDate matches "3 Dec", "3. Dezember", "December 3rd, 2026" and "3 de diciembre de 2026".
var wordDate = regexp.MustCompile(
	`^(?:(\d{1,2})[a-z]{0,2}\.?\s*(?:de\s+)?([a-z]{3,})|([a-z]{3,})\.?\s*(\d{1,2})[a-z]{0,2})\.?,?\s*(?:de\s+)?(\d{4})?$`)

// inNumbers returns a date with a number in place of the name of its month, in the reader's
// language or in English, perhaps cut short. It returns other texts as they are.
func inNumbers(r *interaction.Request, typed string) string {
	parts := wordDate.FindStringSubmatch(plain(typed))
	for month := 1; parts != nil && month <= 12; month++ {
		for _, w := range []*text.Words{r.Words, text.For("en")} {
			name := plain(w.Say("bot.season.month."+strconv.Itoa(month), "Year", ""))
			if strings.HasPrefix(name, parts[2]+parts[3]) {
				return parts[1] + parts[4] + "." + strconv.Itoa(month) + "." + parts[5]
			}
		}
	}
	return typed
}

// pings is for /me pings: when and how the user is pinged.
func pings(r *interaction.Request, p *store.Preferences) error {
	choosePings(&p.Pings, r.Options)
	return nil
}

// tryDirect returns the handler that also sends a direct message to a user who chooses them in
// another place. If Discord refuses it, the user learns that at once.
func tryDirect(h interaction.Handler) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		err := h(ctx, r)
		if err != nil || r.Options["how"] != commands.PingDirect || r.Place == interaction.Direct {
			return err
		}
		hello := &message.Message{Content: r.Words.Say("bot.direct.hello")}
		_, err = r.Messages.Direct(ctx, r.User.String(), hello, r.ID.String())
		if errors.Is(err, rest.ErrNoDirect) {
			r.Answer.Also(ctx, &message.Message{Content: "⚠️ " + r.Words.Say("table.refused.no_direct")}, false)
		} else if err != nil {
			r.Log.Warn("trying a direct message", slog.Any("user", r.User), slog.Any("err", err))
		}
		return nil
	}
}

// choosePings changes p by the valid options. An hour alone chooses the daily summary.
func choosePings(p *store.Pings, options map[string]string) {
	when := options["when"]
	hour, err := strconv.Atoi(options["hour"])
	switch delay, _ := strconv.Atoi(when); {
	case when == commands.PingAtOnce:
		p.When, p.After = store.PingAtOnce, 0
	case when == commands.PingNever:
		p.When, p.After = store.PingNever, 0
	case slices.Contains(commands.PingDelays, delay):
		p.When, p.After = store.PingLater, delay
	case when == commands.PingDaily, when == "" && err == nil:
		if p.When != store.PingDaily {
			p.Hour = defaultHour
		}
		p.When, p.After = store.PingDaily, 0
	}
	if err == nil && hour >= 0 && hour <= 23 {
		p.Hour = hour
	}
	switch options["how"] {
	case commands.PingByMention:
		p.Direct = false
	case commands.PingDirect:
		p.Direct = true
	}
	if next, ok := options["next"]; ok {
		p.Next = next == "true"
	}
}

const defaultHour = 8

func pingsText(r *interaction.Request, p *store.Preferences) string {
	if p.Pings.When == store.PingNever {
		return r.Words.Say("bot.pings.never")
	}
	setting := "at_once"
	if p.Pings.When == store.PingLater {
		setting = strconv.Itoa(p.Pings.After)
	}
	lines := []string{r.Words.Say("bot.pings.setting." + setting)}
	if p.Pings.When == store.PingDaily {
		lines[0] = r.Words.Say("bot.pings.daily",
			"Hour", clockHour(p.Pings.Hour), "Zone", zoneText(p), "Now", clockThere(r, wishes.Location(p)))
	}
	how, next := "mention", "next_off"
	if p.Pings.Direct {
		how = "direct"
	}
	if p.Pings.When != store.PingDaily || p.Pings.Next {
		lines = append(lines, r.Words.Say("bot.pings."+how))
	}
	if p.Pings.Next {
		next = "next_on"
	}
	lines = append(lines, r.Words.Say("bot.pings."+next), r.Words.Say("bot.pings.look"))
	return strings.Join(lines, "\n")
}

// invitesForm chooses the games of which the user wants to know new lobbies on this server.
var invitesForm = interaction.Form{Action: control.Invites, In: interaction.WithPeople,
	Make: makeInvitesForm, Take: invites}

const gamesInput = "games"

func makeInvitesForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	p, err := r.Store.Preferences(ctx, r.User)
	var all []form.Option
	for _, id := range games.IDs() {
		all = append(all, form.Option{
			Label: r.Words.Say(id + ".name"), Value: id, Default: slices.Contains(p.Invites[r.Guild], id),
		})
	}
	return form.Form{Title: r.Words.Say("bot.form.invites.title"), Fields: []form.Field{
		form.Checks(gamesInput, r.Words.Say("bot.form.invites.games"), r.Words.Say("bot.form.invites.when"), all),
	}}, err
}

// invites handles the form. It changes the settings first, so that the store finds the user in them
// as long as the preferences have a game.
func invites(ctx context.Context, r *interaction.Request) error {
	chosen := slices.DeleteFunc(games.IDs(), func(id string) bool { return r.Options[id] != "true" })
	err := r.Store.ChangeSettings(ctx, r.Guild, func(s *store.Settings) error {
		if !s.Invite(r.User, len(chosen) > 0) {
			return engine.Refuse("too_many_invited", "", "max", strconv.Itoa(store.MaxInvited))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return own(func(r *interaction.Request, p *store.Preferences) error {
		wishes.Invite(p, r.Guild, chosen)
		return nil
	}, invitesText)(ctx, r)
}

func invitesText(r *interaction.Request, p *store.Preferences) string {
	names := text.Each(p.Invites[r.Guild], func(id string) string { return r.Words.Say(id + ".name") })
	key := "bot.find.on"
	switch {
	case len(names) == 0:
		return r.Words.Say("bot.find.off")
	case p.Pings.When == store.PingNever:
		key = "bot.find.never"
	}
	return r.Words.Say(key, "Games", r.Words.List(names, r.Words.Say("list.or")))
}
