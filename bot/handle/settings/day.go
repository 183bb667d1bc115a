package settings

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"amytis/bot/handle/interaction"
	"amytis/bot/text"
)

// A date is a time.Time at midnight in UTC.

func dateIn(at time.Time, place *time.Location) time.Time {
	year, month, day := at.In(place).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func daysBetween(from, to time.Time) int { return int(to.Sub(from) / (24 * time.Hour)) }

// shortDate matches a day and a month, with or without a year.
var shortDate = regexp.MustCompile(`^(\d{1,2})([./])\s*(\d{1,2})[./]?\s*(\d{4})?$`)

// parseDay reads 2026-12-05, 5.12. or 5/12 or 5 Dec with or without a year, tomorrow, a weekday, or
// a number of days. Only Americans put the month first. Without a year it returns the next such
// date.
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
		if text.Match(name, typed) == text.StartsWith || days == 1 && plain(typed) == plain(r.Words.Say("bot.away.tomorrow")) {
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
