package form

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestDecodeReadsWhatWasFilledIn sends forms with fields of all kinds.
func TestDecodeReadsWhatWasFilledIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, components := map[string]string{}, []any{map[string]any{"type": 10, "id": 1}}
		names := rapid.SliceOfNDistinct(rapid.StringMatching("[a-z]{1,9}"), 1, 5, rapid.ID[string]).Draw(t, "names")
		for _, name := range names {
			in := map[string]any{"custom_id": name}
			switch in["type"] = rapid.SampledFrom([]int{3, 4, 6, 8, 21, 22, 23}).Draw(t, "type"); in["type"] {
			case textType, radioType:
				in["value"] = rapid.String().Draw(t, "text")
				want[name] = strings.TrimSpace(in["value"].(string))
			case checkboxType:
				in["value"] = rapid.Bool().Draw(t, "on")
				want[name] = strconv.FormatBool(in["value"].(bool))
			case checksType:
				in["values"], want[name], want["on-"+name] = []string{"on-" + name}, "", "true"
			default:
				in["values"] = rapid.SliceOfN(rapid.StringMatching("[0-9]{1,5}"), 0, 3).Draw(t, "values")
				want[name] = strings.Join(in["values"].([]string), ",")
			}
			components = append(components, map[string]any{"type": 18, "id": 2, "component": in})
		}
		data, err := json.Marshal(map[string]any{"custom_id": "quiet:0:0:", "components": components})
		require.NoError(t, err)
		sent, err := Decode(data)
		require.NoError(t, err)
		require.Equal(t, Sent{"quiet:0:0:", want}, sent)
	})
}

func FuzzDecode(f *testing.F) {
	for _, data := range []string{
		`{"custom_id":"a","components":[{"type":18,"component":{"type":4,"custom_id":"b","value":"c"}}]}`,
		`{"components":[null,{"component":null},{"component":{"type":21,"custom_id":"b","value":null}}]}`,
		`{"components":[{"component":{"type":22,"custom_id":"b","values":["c","d"]}}]}`, `null`, `[]`,
	} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sent, err := Decode(data)
		if _, unnamed := sent.Values[""]; unnamed || sent.Values == nil {
			t.Fatalf("%q gives %v, %v", data, sent, err)
		}
	})
}
