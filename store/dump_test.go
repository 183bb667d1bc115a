package store_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

func TestRecordsAreNamedByWhatTheyAre(t *testing.T) {
	for want, r := range map[string]store.Record{
		"table 12":        {Kind: store.TableRecord, ID: 12},
		"event 3 of 12":   {Kind: store.EventRecord, ID: 12, Number: 3},
		`note "commands"`: {Kind: store.NoteRecord, Name: "commands"},
	} {
		require.Equal(t, want, r.String())
	}
}

func TestDigestIsTheChecksumOfTheLines(t *testing.T) {
	d := store.NewDigest()
	require.Equal(t, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", d.Sum(), "of nothing")
	event, err := store.NewRecord(store.EventRecord, 12, 3, "", json.RawMessage(`{"k":"move"}`))
	require.NoError(t, err)
	note, err := store.NewRecord(store.NoteRecord, 0, 0, "alive", "17")
	require.NoError(t, err)
	for _, r := range []store.Record{event, note} {
		require.NoError(t, d.Add(r))
	}
	lines := `{"kind":"event","id":12,"number":3,"value":{"k":"move"}}` + "\n" +
		`{"kind":"note","name":"alive","value":"17"}` + "\n"
	require.Equal(t, fmt.Sprintf("%x", sha256.Sum256([]byte(lines))), d.Sum())
	require.Equal(t, 1, d.Count(store.NoteRecord))
	require.Zero(t, d.Count(store.TableRecord))
}

func TestReadRefusesFieldsThatWouldBeLost(t *testing.T) {
	for value, want := range map[string]string{
		`{"language":"fr"}`:             "",
		`{"language":"fr","volume":11}`: `settings 7: json: unknown field "volume": a newer program may have written it`,
		`{"language":4}`:                "settings 7: json: cannot unmarshal",
	} {
		err := store.Record{Kind: store.SettingsRecord, ID: 7, Value: json.RawMessage(value)}.Read(&store.Settings{})
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
		require.Equal(t, strings.Contains(want, "newer"), strings.Contains(err.Error(), "newer"))
	}
}
