package settings

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/handle/interaction"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/wishes"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// midday is the time of requests.
var midday = time.Date(2026, 11, 22, 12, 30, 0, 0, time.UTC) // a Sunday

// options are a command's, as Discord sends them.
type options = map[string]string

// asked returns the request of a command with options, on server 9.
func asked(locale string, given options) *interaction.Request {
	r := &interaction.Request{Services: &interaction.Services{Now: func() time.Time { return midday }}}
	r.Interaction = &discordgo.Interaction{Locale: discordgo.Locale(locale)}
	r.Words, r.Options, r.Guild = text.For(locale), given, 9
	return r
}

// eachLocale calls check in each of the four languages.
func eachLocale(t *testing.T, check func(t *testing.T, locale string)) {
	for _, lang := range text.Langs() {
		t.Run(string(lang), func(t *testing.T) { check(t, string(lang)) })
	}
}

func TestQuietHoursAreChangedByTheGivenOptionsAndShown(t *testing.T) {
	eachLocale(t, func(t *testing.T, locale string) {
		var p store.Preferences
		set := func(given options) (said, refused string) {
			t.Helper()
			r, before := asked(locale, given), p
			if refused = engine.RefusalCode(quietHours(r, &p)); refused != "" {
				p = before // as the store does
			}
			return quietText(r, &p), refused
		}
		off := text.For(locale).Say("bot.quiet.off")
		for _, c := range []struct {
			given   options
			refused string
			shows   string // parts of the text; "" if there are no quiet hours
		}{
			{nil, "", ""},
			{options{"from": "22", "to": "8", "zone": "east"}, "bad_zone", ""},
			{options{"from": "22", "to": "8", "zone": "+15"}, "bad_zone", ""},
			{options{"from": "22", "to": "8", "zone": "2:99"}, "bad_zone", ""},
			{options{"from": "22", "to": "8", "zone": "-13"}, "bad_zone", ""},
			{options{"from": "5", "to": "5"}, "no_quiet_hours", ""},
			{options{"from": "22", "to": "8", "zone": "+2"}, "", "22:00 8:00 UTC+2 14:30"},
			{options{"zone": "UTC-5"}, "", "22:00 8:00 UTC-5 07:30"},
			{options{"zone": "gmt"}, "", "UTC+0 12:30"},
			{options{"zone": "UTC"}, "", "UTC+0 12:30"},
			{options{"zone": "+0530"}, "", "UTC+5:30 18:00"},
			{options{"zone": "5:45"}, "", "22:00 8:00 UTC+5:45 18:15"},
			{options{"zone": "-3:30"}, "", "22:00 8:00 UTC-3:30 09:00"},
			{options{"to": "9"}, "", "22:00 9:00 UTC-3:30"},
			{options{"from": "9"}, "no_quiet_hours", "22:00 9:00"},
			{options{"zone": "Australia/Lord_Howe"}, "", "22:00 9:00 Lord_Howe 23:30"},
			{options{"off": "true"}, "", ""},
		} {
			said, refused := set(c.given)
			require.Equal(t, c.refused, refused, c.given)
			require.Equal(t, c.shows == "", said == off, said)
			for _, part := range strings.Fields(c.shows) {
				require.Contains(t, said, strings.ReplaceAll(part, "_", " "))
			}
		}
	})
}

func TestTimeZoneIsOfferedWithTheTimeThereAndReplacedByAnOffset(t *testing.T) {
	for typed, want := range map[string][2]string{
		"berl": {"Europe/Berlin", "13:30"}, "kolk": {"Asia/Kolkata", "18:00"},
		"lord": {"Australia/Lord_Howe", "23:30"}, "": {"Europe/London", "12:30"}, "+5:30": {"+5:30", "18:00"},
	} {
		eachLocale(t, func(t *testing.T, locale string) {
			first := offeredZones(asked(locale, nil), typed).Choices[0]
			require.Equal(t, want[0], first.Value)
			require.Contains(t, first.Name, " · "+want[1])
		})
	}
	var p store.Preferences
	require.NoError(t, timeZone(asked("en", options{"zone": "Australia/Lord_Howe"}), &p))
	require.Equal(t, "Lord Howe", zoneText(&p))
	require.NoError(t, timeZone(asked("en", nil), &p))
	require.Equal(t, "Lord Howe", zoneText(&p))
	require.NoError(t, timeZone(asked("en", options{"zone": "-3:30"}), &p))
	require.Equal(t, "UTC-3:30", zoneText(&p))
	require.Equal(t, "bad_zone", engine.RefusalCode(timeZone(asked("en", options{"zone": "Atlantis"}), &p)))
}

func TestAbsenceIsRefusedOrShownWithTheDaysThatAreLeft(t *testing.T) {
	eachLocale(t, func(t *testing.T, locale string) {
		w := text.For(locale)
		var p store.Preferences
		for typed, code := range map[string]string{
			"soon": "bad_day", "0": "past_day", "2020-01-01": "past_day", "31": "away_too_long",
		} {
			require.Equal(t, code, engine.RefusalCode(goAway(asked(locale, options{"until": typed}), &p)), typed)
		}
		left := func(days int) string { return w.Say("bot.away.left", "Left", days, "Most", wishes.AwayDays) }
		here := w.Say("bot.away.here") + "\n" + left(30) + "\n" + w.Say("bot.away.weekends_off")
		require.Equal(t, here, awayText(asked(locale, nil), &p))

		offer := offeredDays(asked(locale, nil), "", date(t, "2026-11-22"))
		require.Equal(t, "2026-11-23", offer.Choices[0].Value)
		require.NotEmpty(t, offeredDays(asked(locale, nil), "17", date(t, "2026-11-22")).Choices)
		require.NoError(t, goAway(asked(locale, options{"until": "2026-11-24"}), &p))
		shown := awayText(asked(locale, nil), &p)
		require.Contains(t, shown, "🌴")
		require.Contains(t, shown, "<t:1795478400:f>")
		require.Contains(t, shown, left(28))
		wishes.ComeBack(&p, midday.UnixMilli())
		require.Contains(t, awayText(asked(locale, nil), &p), left(30), "who is back at once has lost no day")
		p.Weekends = midday.UnixMilli()
		require.Contains(t, awayText(asked(locale, nil), &p), w.Say("bot.away.weekends_on", "Zone", "UTC+0"))
	})
}

func TestWishesAboutPingsAreChangedByTheGivenOptionsAndShown(t *testing.T) {
	eachLocale(t, func(t *testing.T, locale string) {
		var p store.Preferences
		set := func(given options) []string {
			choosePings(&p.Pings, given)
			return strings.Split(pingsText(asked(locale, nil), &p), "\n")
		}
		say := func(keys ...string) (lines []string) {
			for _, key := range append(keys, "look") {
				lines = append(lines, text.For(locale).Say("bot.pings."+key))
			}
			return lines
		}
		require.Equal(t, say("setting.at_once", "mention", "next_off"), set(nil))
		require.Equal(t, say("setting.600", "mention", "next_off"), set(options{"when": "600"}))
		require.Equal(t, say("setting.600", "mention", "next_off"), set(options{"when": "601", "hour": "24", "how": "x"}))
		require.Equal(t, say("setting.600", "direct", "next_on"), set(options{"how": "direct", "next": "true"}))
		require.Equal(t, say("setting.600", "direct", "next_on"), set(nil))
		require.Equal(t, []string{text.For(locale).Say("bot.pings.never")}, set(options{"when": "never"}))
		require.Contains(t, set(options{"when": "daily"})[0], "8:00")
		require.Contains(t, set(options{"hour": "19"})[0], "19:00")
		require.Equal(t, say("setting.at_once", "mention", "next_off"),
			set(options{"when": "at_once", "how": "mention", "next": "false"}))
	})
}

// TestServerSettingsAreChangedByTheGivenOptionsAndShown checks each line, and that others stay.
func TestServerSettingsAreChangedByTheGivenOptionsAndShown(t *testing.T) {
	const language, pings, channels, role, pace, season, board, challenge = 0, 1, 2, 3, 4, 5, 6, 7
	eachLocale(t, func(t *testing.T, locale string) {
		say := func(key string) string { return text.For(locale).Say("bot." + key) }
		s := store.Settings{Channels: []table.ChannelID{5}}
		for _, c := range []struct {
			given options
			line  int
			has   string
		}{
			{nil, language, say("language.server")},
			{options{"language": "es", "pings": "name"}, language, say("language.es")},
			{options{"language": "xx"}, pings, say("settings.pings.name")},
			{options{"pings": "mention"}, pings, say("settings.pings.mention")},
			{options{"language": "server"}, language, say("language.server")},
			{nil, role, say("settings.everybody")},
			{options{"role": "7"}, role, "<@&7>"},
			{options{"limit": "86400"}, pace, say("limit.86400")},
			{options{"role": "9"}, role, say("settings.everybody")},
			{options{"limit": "0"}, pace, say("limit.0")},
			{options{"pace": "daily"}, pace, say("limit.daily")},
			{options{"reserve": "604800"}, pace, say("limit.604800")},
			{options{"language": "fr"}, pace, say("limit.604800")},
			{nil, channels, "<#5>"},
			{options{"channels": "6,x"}, channels, "<#6>"},
			{options{"channels": "", "role": "7"}, channels, say("settings.everywhere")},
			{nil, role, "<@&7>"},
			{options{"season": "weekly"}, season, say("settings.seasons.quarterly")},
			{options{"season": "monthly", "news": "4"}, season, say("settings.seasons.monthly")},
			{nil, season, "<#4>"},
			{nil, board, say("settings.no_board")},
			{options{"board": "3"}, board, "<#3>"},
			{options{"challenge": "5", "hour": "18"}, challenge, "18:00 (UTC+0)"},
			{options{"zone": "berlin", "hour": "24"}, challenge, "<t:1795366800:t>"},
			{nil, challenge, "18:00 (Berlin)"},
			{options{"role": ""}, role, say("settings.everybody")},
		} {
			r := asked(locale, c.given)
			require.NoError(t, applyOptions(r, nil, &s))
			require.Contains(t, strings.Split(settingsMessage(r, &s).Content, "\n")[c.line], c.has)
		}
	})
	require.Equal(t, "not_manager", engine.RefusalCode(func() error {
		r := asked("en", nil)
		r.Interaction.Member = &discordgo.Member{}
		return settings(t.Context(), r)
	}()))
}

func TestServerCanOnlyNameChannelsAndRolesThatItHasOrHasNamed(t *testing.T) {
	for _, c := range []struct {
		given   options
		refused string
	}{
		{options{"role": "7"}, "foreign_setting"},
		{options{"role": "9"}, ""}, // @everyone
		{options{"board": "6"}, "foreign_setting"},
		{options{"news": "4"}, ""},
		{options{"news": ""}, ""},
		{options{"channels": "5,6"}, "foreign_setting"},
		{options{"channels": "5"}, ""},
		{options{"channels": ""}, ""},
		{options{"hour": "18"}, ""},
	} {
		s := store.Settings{News: 4, Channels: []table.ChannelID{5, 8}}
		require.Equal(t, c.refused, engine.RefusalCode(applyOptions(asked("en", c.given), &discord.Rooms{}, &s)),
			c.given)
	}
}
