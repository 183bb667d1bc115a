package session

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnInteractionLosesOnlyTheComponentsOfItsMessage(t *testing.T) {
	for event, want := range map[string]string{
		`{"t":"INTERACTION_CREATE","d":{"message":{"id":"1","components":[{"type":1}],"flags":64},"id":"2"}}`:   `{"t":"INTERACTION_CREATE","d":{"message":{"id":"1","components":[],"flags":64},"id":"2"}}`,
		`{"d":{"message":{"components":[1,[2,"]}\""]]}},"t":"INTERACTION_CREATE"}`:                              `{"d":{"message":{"components":[]}},"t":"INTERACTION_CREATE"}`,
		` { "t" : "INTERACTION_CREATE" , "d" : { "message" : { "components" : [ { } ] } } } `:                   ` { "t" : "INTERACTION_CREATE" , "d" : { "message" : { "components" : [] } } } `,
		`{"t":"INTERACTION_CREATE","d":{"data":{"components":[1]},"message":{"content":"\"components\":[1]"}}}`: "",
		`{"t":"INTERACTION_CREATE","d":{"message":{"poll":{"components":[1]},"components":null}}}`:              "",
		`{"t":"INTERACTION_CREATE","d":{"message":null,"components":[1]}}`:                                      "",
		`{"t":"INTERACTION_CREATE","d":null}`:                                                                   "",
		`{"t":"INTERACTION_CREATE","d":{"message":{"components":[1`:                                             "",
		`{"t":"MESSAGE_CREATE","d":{"message":{"components":[1]}}}`:                                             "",
		`{"t":null,"d":{"message":{"components":[1]}}}`:                                                         "",
		`{"t":"INTERACTION_CREATE\`: "",
		`{"t":"INTERACTION_CREATE"`: "",
		`[]`:                        "", `{`: "", `{}`: "", ``: "", `{"t"}`: "", `{"t":}`: "", `{"t":"INTERACTION_CREATE","d":}`: "",
	} {
		if want == "" {
			want = event
		}
		assert.Equal(t, want, string(slim([]byte(event))), event)
	}
}

func FuzzSlim(f *testing.F) {
	f.Add([]byte(`{"id":"1","message":{"components":[{"label":"\"]"}],"flags":64},"data":{"components":[]}}`))
	f.Add([]byte(`{"a":[{}],"message":{"components":[]}}`))
	f.Add([]byte(`{"message":{"components":[1,`))
	f.Add([]byte(`1e888`)) // a number that no float64 holds
	f.Fuzz(func(t *testing.T, d []byte) {
		event := append(append([]byte(`{"t":"INTERACTION_CREATE","s":1,"op":0,"d":`), d...), '}')
		less := slim(bytes.Clone(event))
		assert.LessOrEqual(t, len(less), len(event))
		if !json.Valid(event) || bytes.Contains(d, []byte(`\u`)) {
			return
		}
		require.True(t, json.Valid(less), "%s", less)
		was, is := decoded(t, event), decoded(t, less)
		if strings.Count(string(d), `"components"`) > 1 || strings.Count(string(d), `"message"`) > 1 {
			return // the same key twice is not Discord's
		}
		if d, ok := was.(map[string]any); ok {
			if m, ok := d["message"].(map[string]any); ok {
				if _, ok := m["components"].([]any); ok {
					m["components"] = []any{}
				}
			}
		}
		require.Equal(t, was, is)
	})
}

// decoded returns the data of an event.
func decoded(t *testing.T, event []byte) any {
	t.Helper()
	var of struct {
		D any `json:"d"`
	}
	d := json.NewDecoder(bytes.NewReader(event))
	d.UseNumber()
	require.NoError(t, d.Decode(&of))
	return of.D
}
