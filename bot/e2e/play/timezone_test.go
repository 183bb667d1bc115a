package play_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestTimeZoneIsChosenFromSuggestedCities also checks that each suggestion shows the time there.
func TestTimeZoneIsChosenFromSuggestedCities(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale})
	env.Clock.ToMidday()
	ana := env.NewPlayer("Ana", locale)
	ch := env.Guild.AddChannel("gardens")
	suggested := func(command, typed string) (name, value string) {
		t.Helper()
		choices, err := ana.Autocomplete(context.Background(), ch, command, nil, "zone", typed)
		require.NoError(t, err)
		require.NotEmpty(t, choices, typed)
		return choices[0].Name, choices[0].Value.(string)
	}
	clock := func(zone string) string {
		place, err := time.LoadLocation(zone)
		require.NoError(t, err)
		return env.Clock.Now().In(place).Format("15:04")
	}
	require.Contains(t, ana.MustCommand(ch, "me zone", nil).Content, "UTC+0")
	for _, command := range []string{"me zone", "me quiet"} {
		for typed, zone := range map[string]string{
			"berl": "Europe/Berlin", "kolk": "Asia/Kolkata", "lord": "Australia/Lord_Howe", "": "Europe/London",
		} {
			name, value := suggested(command, typed)
			require.Equal(t, zone, value)
			require.Contains(t, name, " · "+clock(zone))
		}
		name, value := suggested(command, "+5:30")
		require.Equal(t, "UTC+5:30 · "+clock("Asia/Kolkata"), name)
		require.Equal(t, "+5:30", value)
	}

	set := ana.MustCommand(ch, "me zone", localdiscord.Args{"zone": "Australia/Lord_Howe"}).Content
	require.Contains(t, set, "Lord Howe")
	require.Contains(t, set, clock("Australia/Lord_Howe"))
	require.Equal(t, set, ana.MustCommand(ch, "me zone", nil).Content)
	quiet := ana.MustCommand(ch, "me quiet", localdiscord.Args{"from": 22, "to": 8}).Content
	require.Contains(t, quiet, "Lord Howe")
	require.Contains(t, quiet, clock("Australia/Lord_Howe"))
	quiet = ana.MustCommand(ch, "me quiet", localdiscord.Args{"zone": "-3:30"}).Content
	require.Contains(t, quiet, "UTC-3:30")
	require.Contains(t, ana.MustCommand(ch, "me zone", nil).Content, "UTC-3:30", "an offset replaces the zone")
	require.Equal(t, "⛔ "+ana.T("table.refused.bad_zone"),
		ana.MustCommand(ch, "me zone", localdiscord.Args{"zone": "Atlantis"}).Content)
	env.CheckClean()
}
