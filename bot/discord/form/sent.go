package form

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Sent is a form that somebody has filled in.
type Sent struct {
	ID string
	// Values are what the fields hold, by name, as options of a command: several are joined with a
	// comma. [Checks] hold nothing, and each of their options that is on is "true" by its value.
	Values map[string]string
}

// Type makes it the data of an interaction.
func (Sent) Type() discordgo.InteractionType { return discordgo.InteractionModalSubmit }

// Decode reads the data of a form that was sent. It leaves out what it does not know.
func Decode(data []byte) (Sent, error) {
	var raw struct {
		ID     string `json:"custom_id"`
		Fields []struct {
			Input struct {
				Type   int      `json:"type"`
				Name   string   `json:"custom_id"`
				Value  any      `json:"value"`
				Values []string `json:"values"`
			} `json:"component"`
		} `json:"components"`
	}
	err := json.Unmarshal(data, &raw)
	sent := Sent{ID: raw.ID, Values: map[string]string{}}
	for _, f := range raw.Fields {
		switch in := f.Input; in.Type {
		case textType, radioType, checkboxType:
			switch value := in.Value.(type) {
			case string:
				sent.Values[in.Name] = strings.TrimSpace(value)
			case bool:
				sent.Values[in.Name] = strconv.FormatBool(value)
			}
		case checksType:
			sent.Values[in.Name] = ""
			for _, on := range in.Values {
				sent.Values[on] = strconv.FormatBool(true)
			}
		default:
			sent.Values[in.Name] = strings.Join(in.Values, ",")
		}
	}
	delete(sent.Values, "") // of labels without an input
	return sent, err
}
