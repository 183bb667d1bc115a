package settings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/form"
	"amytis/bot/play/wishes"
	"amytis/bot/text"
	"amytis/store"
)

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
			require.NotEmpty(t, z.countries[lang], z.name)
			hint := text.For(string(lang)).Say("bot.form.quiet.now", "Zone", shown, "Now", "12:00")
			require.LessOrEqual(t, len([]rune(hint)), 100)
		}
	}
}

func TestZonesAreFoundByCityAndCountryWithoutAccents(t *testing.T) {
	for typed, want := range map[string]string{
		"berl": "Europe/Berlin", "Deutschl": "Europe/Berlin", "zürich": "Europe/Zurich", "osterr": "Europe/Vienna",
		" new york": "America/New_York", "são p": "America/Sao_Paulo", "america/st_j": "America/St_Johns",
		"Indien": "Asia/Kolkata", "kiev": "Europe/Kyiv", "CET": "Europe/Berlin", "lord_howe": "Australia/Lord_Howe", "kathm": "Asia/Kathmandu",
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
