package settings

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/discord/form"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/wishes"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/store"
)

func date(t require.TestingT, day string) time.Time {
	d, err := time.Parse(time.DateOnly, day)
	require.NoError(t, err)
	return d
}

func TestAbsenceNeedsAFutureDayWithinTheYearlyDays(t *testing.T) {
	p := store.Preferences{Zone: "Asia/Kolkata"}
	now := time.Date(2026, 12, 10, 20, 0, 0, 0, time.UTC) // it is the 11th in India
	take := func(day string) string {
		changed := p
		err := takeDays(&changed, now, date(t, day))
		if err == nil {
			p = changed
		}
		return engine.RefusalCode(err)
	}
	require.Equal(t, "past_day", take("2026-12-10"))
	require.Equal(t, "past_day", take("2026-12-11"))
	require.Equal(t, "away_too_long", take("2027-01-11"))
	require.Empty(t, take("2026-12-12"))
	require.Equal(t, []store.Absence{{From: now.UnixMilli(), To: time.Date(2026, 12, 11, 18, 30, 0, 0, time.UTC).UnixMilli()}},
		p.Absences)
	require.Equal(t, 1, wishes.AwayDaysIn(&p, 2026))
	require.Empty(t, take("2027-01-10"), "a later day replaces the first one")
	require.Equal(t, 21, wishes.AwayDaysIn(&p, 2026))
	require.Equal(t, 9, wishes.AwayDaysIn(&p, 2027))
	require.Empty(t, take("2026-12-21"), "an earlier day as well")
	require.Equal(t, 10, wishes.AwayDaysIn(&p, 2026))
	require.Equal(t, 0, wishes.AwayDaysIn(&p, 2027))

	p = store.Preferences{Zone: "Europe/Berlin"}
	now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	require.Empty(t, take("2026-03-26"))
	wishes.ComeBack(&p, time.Date(2026, 3, 20, 12, 0, 0, 0, time.UTC).UnixMilli())
	require.Equal(t, 20, wishes.AwayDaysIn(&p, 2026), "only the days until the return count")
	now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	changed := p
	err := takeDays(&changed, now, date(t, "2026-06-12"))
	var refused *engine.RuleError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "away_used_up", refused.Code)
	require.Equal(t, map[string]string{"most": "30", "year": "2026", "left": "10"}, refused.Args)
	require.Empty(t, take("2026-06-11"))
	now = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)
	require.Equal(t, "away_used_up", take("2026-08-02"))
}

// TestNobodyIsAwayLongerThanTheYearlyDays lets a player go away and come back for two years, in
// zones whose clocks change.
func TestNobodyIsAwayLongerThanTheYearlyDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := store.Preferences{Zone: rapid.SampledFrom([]string{
			"", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "America/Havana", "Pacific/Chatham",
		}).Draw(t, "zone")}
		place := wishes.Location(&p)
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, place)
		end := now.AddDate(2, 0, 0)
		away := map[int]time.Duration{}
		steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int {
			return [2]int{rapid.IntRange(0, 40).Draw(t, "days"), rapid.IntRange(1, 600).Draw(t, "hours")}
		}), 1, 60).Draw(t, "steps")
		for _, step := range steps {
			if step[0] == 0 {
				wishes.ComeBack(&p, now.UnixMilli())
			} else {
				changed := p
				if takeDays(&changed, now, dateIn(now, place).AddDate(0, 0, step[0])) == nil {
					p = changed
				}
			}
			for range step[1] {
				if wishes.AwayAt(&p, now.UnixMilli()) != 0 {
					away[now.In(place).Year()] += time.Hour
				}
				now = now.Add(time.Hour)
			}
			if now.After(end) {
				break
			}
		}
		for year, length := range away {
			require.LessOrEqual(t, length, (wishes.AwayDays*24+2)*time.Hour, "%d", year)
		}
	})
}

func TestDaysAreReadAsPeopleWriteThem(t *testing.T) {
	today := date(t, "2026-11-22") // a Sunday
	for _, c := range []struct{ locale, typed, want string }{
		{"en-US", "2026-12-05", "2026-12-05"}, {"en-US", " 12/5 ", "2026-12-05"}, {"en-GB", "5/12", "2026-12-05"},
		{"de", "5.12.", "2026-12-05"}, {"de", "05.12.2027", "2027-12-05"}, {"fr", "5/12/2026", "2026-12-05"},
		{"de", "1.2.", "2027-02-01"}, {"de", "Mont", "2026-11-23"}, {"es-ES", "dom", "2026-11-29"},
		{"en-US", "10", "2026-12-02"}, {"en-GB", "5 Dec 2026", "2026-12-05"}, {"de", "22.11.", "2026-11-22"},
		{"en-US", "", ""}, {"en-US", "soon", ""}, {"de", "31.6.", ""}, {"de", "0.0.", ""}, {"en-US", "13/13", ""},
		{"en-US", "tomorrow", "2026-11-23"}, {"de", "Morgen", "2026-11-23"}, {"fr", "demain", "2026-11-23"},
		{"es-ES", "manana", "2026-11-23"}, {"en-US", "Dec 3", "2026-12-03"}, {"en-GB", "3 Dec", "2026-12-03"},
		{"en-US", "December 3rd, 2027", "2027-12-03"}, {"en-US", "2026/12/03", "2026-12-03"}, {"de", "3. Dez.", "2026-12-03"},
		{"de", "1. März", "2027-03-01"}, {"fr", "1er déc", "2026-12-01"}, {"fr", "3 août 2027", "2027-08-03"},
		{"es-ES", "3 de diciembre de 2026", "2026-12-03"}, {"es-ES", "3 dic", "2026-12-03"}, {"fr", "3 Dec", "2026-12-03"},
		{"en-US", "31 Jun", ""}, {"en-US", "Dec", ""}, {"en-US", "3 days", ""},
		{"de", "29.2.", ""}, {"en-US", "-3", ""}, {"en-US", "99999999999999999999", ""}, {"en-US", "m", ""},
	} {
		r := &interaction.Request{}
		r.Interaction = &discordgo.Interaction{Locale: discordgo.Locale(c.locale)}
		r.Words = text.For(c.locale)
		day, ok := parseDay(r, c.typed, today)
		require.Equal(t, c.want != "", ok, "%s: %q", c.locale, c.typed)
		if ok {
			require.Equal(t, c.want, day.Format(time.DateOnly), "%s: %q", c.locale, c.typed)
		}
	}
}

// TestProgramKnowsAllZonesThatItOffersAndReadsThemAsAFormShowsThem also has cities that several
// countries have.
func TestProgramKnowsAllZonesThatItOffersAndReadsThemAsAFormShowsThem(t *testing.T) {
	require.Greater(t, len(zones()), 400)
	for _, z := range zones() {
		p := store.Preferences{Zone: z.name}
		require.Equal(t, z.name, wishes.Location(&p).String())
		shown := zoneText(&p)
		require.Equal(t, z.name, zoneCalled(shown).name)
		require.LessOrEqual(t, len(shown), form.MaxText)
		for _, lang := range text.Langs() {
			require.NotEmpty(t, countriesIn(lang).Name(z.country), z.name)
			hint := text.For(string(lang)).Say("bot.form.quiet.now", "Zone", shown, "Now", "12:00")
			require.LessOrEqual(t, len([]rune(hint)), 100)
		}
	}
}

func TestZonesAreFoundByCityAndCountryWithoutAccents(t *testing.T) {
	for typed, want := range map[string]string{
		"berl": "Europe/Berlin", "Deutschl": "Europe/Berlin", "zürich": "Europe/Zurich", "osterr": "Europe/Vienna",
		" new york": "America/New_York", "são p": "America/Sao_Paulo", "america/st_j": "America/St_Johns",
		"Indien": "Asia/Kolkata", "kiev": "Europe/Kyiv", "CET": "Europe/Berlin", "lord_howe": "Australia/Lord_Howe",
		"kathm": "Asia/Kathmandu",
	} {
		matching := zonesMatching(typed, text.German)
		require.NotEmpty(t, matching, typed)
		require.Equal(t, want, matching[0].name, typed)
	}
	require.Empty(t, zonesMatching("atlantis", text.German))
	require.Len(t, zonesMatching("", text.German), len(wellKnown))
	require.Len(t, zonesMatching("a", text.German), 24)
}

func TestZoneIsReadByItsNameOrCityInAnyCase(t *testing.T) {
	for typed, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "europe/berlin": "Europe/Berlin", "BERLIN": "Europe/Berlin",
		"EST": "America/New_York", "cet": "Europe/Berlin", "Kiev": "Europe/Kyiv", "Asia/Calcutta": "Asia/Kolkata",
		"münchen": "Europe/Berlin", "San Francisco": "America/Los_Angeles", "US/Pacific": "America/Los_Angeles",
		"buenos aires": "America/Argentina/Buenos_Aires", "Singapore": "Asia/Singapore",
	} {
		require.NotNil(t, zoneCalled(typed), typed)
		require.Equal(t, want, zoneCalled(typed).name)
	}
	for _, typed := range []string{"", "Europe", "Berl", "/Berlin", "Local", "UTC", "Etc/UTC", "\x00"} {
		require.Nil(t, zoneCalled(typed), typed)
	}
	require.Equal(t, "Berlin, Deutschland", zoneCalled("berlin").label(text.German))
	require.Equal(t, "Singapore", zoneCalled("singapore").label(text.English))
}
