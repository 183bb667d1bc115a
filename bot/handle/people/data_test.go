package people

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/handle/interaction"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func TestLargeDataIsCompressed(t *testing.T) {
	all := &personalData{Format: dataFormat, User: 11}
	plain, err := dataFile(all, maxPlainFile)
	require.NoError(t, err)
	require.Equal(t, "amytis-data.json", plain.Name)
	packed, err := dataFile(all, 10)
	require.NoError(t, err)
	require.Equal(t, "amytis-data.json.gz", packed.Name)
	r, err := gzip.NewReader(bytes.NewReader(packed.Data))
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, plain.Data, text)
}

// TestEventsOfAPlayerShowNothingOfOthers checks that the file gives away no setup, which holds what
// nobody may see yet, and no name or ID of others.
func TestEventsOfAPlayerShowNothingOfOthers(t *testing.T) {
	ana, bo := table.Player{User: 11, Name: "Ana"}, table.Player{User: 1234567, Name: "Bo"}
	events := eventsOf(11, []table.Event{
		table.OpenLobby(&engine.Info{ID: "x"}, bo, nil, 0, 0),
		table.Join(ana, 1000),
		table.Start([]table.UserID{bo.User, 11}, nil, json.RawMessage(`{"quarry":[1]}`), bo.User, 2000),
		table.MoveText("dig c2", bo.User, 3000),
		table.MoveText("dig c3", 11, 4000),
		table.Replace(2, bo, 11, 5000),
	})
	text, err := json.Marshal(events)
	require.NoError(t, err)
	require.JSONEq(t, `[
		{"kind": "join", "at": "1970-01-01T00:00:01Z", "name": "Ana"},
		{"kind": "start", "at": "1970-01-01T00:00:02Z", "seat": 2},
		{"kind": "move", "at": "1970-01-01T00:00:04Z", "move": "dig c3"},
		{"kind": "replace", "at": "1970-01-01T00:00:05Z", "seat": 2}
	]`, string(text))
}

func TestPrivacySaysWhatTheHostHasDecided(t *testing.T) {
	for _, lang := range text.Langs() {
		plain := privacyText(text.For(string(lang)), interaction.Privacy{})
		require.Contains(t, plain, "30")
		require.NotContains(t, plain, "@")
		full := privacyText(text.For(string(lang)), interaction.Privacy{KeepDays: 365, Contact: "me@example.org"})
		for _, part := range []string{"30", "365", "me@example.org"} {
			require.Contains(t, full, part)
		}
		require.LessOrEqual(t, strings.Count(full, "\n"), 14)
		require.Less(t, len([]rune(full)), 1600)
	}
}

func TestTimesAreToldInTheirLargestUnit(t *testing.T) {
	w := text.For("en")
	for ms, want := range map[int64]string{
		0: w.Say("bot.duration.seconds", "Count", 1), 59_400: w.Say("bot.duration.seconds", "Count", 59),
		90_000: w.Say("bot.duration.minutes", "Count", 2), 5_400_000: w.Say("bot.duration.hours", "Count", 2),
		172_800_000: w.Say("bot.duration.days", "Count", 2),
	} {
		require.Equal(t, want, duration(w, ms))
	}
}
