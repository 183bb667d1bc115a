// Package form makes the forms that people fill in, and reads what they send. discordgo knows
// neither labels in forms nor most of what stands below them.
// https://discord.com/developers/docs/components/reference#label
package form

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Form has at most MaxFields. The texts have at most 45 characters, hints 100.
type Form struct {
	ID     string  `json:"custom_id"`
	Title  string  `json:"title"`
	Fields []Field `json:"components"`
}

// Field is something to fill in, with a label and perhaps a hint above it. Its input's name is that
// of an option of a command.
type Field struct {
	Type  int    `json:"type"`
	Label string `json:"label"`
	Hint  string `json:"description,omitempty"`
	Input input  `json:"component"`
}

type input struct {
	Type         int                                `json:"type"`
	Name         string                             `json:"custom_id"`
	Style        int                                `json:"style,omitempty"`
	Value        string                             `json:"value,omitempty"`
	MaxLength    int                                `json:"max_length,omitempty"`
	Options      []Option                           `json:"options,omitempty"`
	Defaults     []discordgo.SelectMenuDefaultValue `json:"default_values,omitempty"`
	ChannelTypes []discordgo.ChannelType            `json:"channel_types,omitempty"`
	MinValues    *int                               `json:"min_values,omitempty"`
	MaxValues    int                                `json:"max_values,omitempty"`
	Required     *bool                              `json:"required,omitempty"`
}

// Option is one of a few to choose from.
type Option struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	Default bool   `json:"default,omitempty"`
}

// MaxFields is the number of fields that Discord allows in a form.
const MaxFields = 5

// The types of Discord's components.
const (
	selectType   = 3
	textType     = 4
	roleType     = 6
	channelType  = 8
	labelType    = 18
	radioType    = 21
	checksType   = 22
	checkboxType = 23
)

// MaxText is the longest text that a field takes, in characters. It fits a custom_id.
const MaxText = 40

// maxRadio is how many options are all shown. More are in a menu, which takes less of a phone.
const maxRadio = 3

// Options returns an option for each value. The one that fmt.Sprint writes as now is preset.
func Options[T any](values []T, label func(T) string, now string) []Option {
	var all []Option
	for _, v := range values {
		all = append(all, Option{Label: label(v), Value: fmt.Sprint(v), Default: fmt.Sprint(v) == now})
	}
	return all
}

func Numbers(first, last int) (all []int) {
	for n := first; n <= last; n++ {
		all = append(all, n)
	}
	return all
}

// Text returns a field for a line of text, preset with value.
func Text(name, label, hint, value string) Field {
	return Field{labelType, label, hint, input{Type: textType, Name: name, Style: 1, Value: value, MaxLength: MaxText}}
}

func Choice(name, label, hint string, options []Option) Field {
	kind := selectType
	if n := len(options); n > 1 && n <= maxRadio {
		kind = radioType
	}
	return Field{labelType, label, hint, input{Type: kind, Name: name, Options: options}}
}

// Checks returns a field for options that are on or off. One that is on is "true" by its value.
func Checks(name, label, hint string, options []Option) Field {
	return Field{labelType, label, hint, optional(input{Type: checksType, Name: name, Options: options})}
}

// Role and Channels return fields for a role and for up to most channels, or none. now are presets.
func Role[T fmt.Stringer](name, label, hint string, now []T) Field {
	in := input{Type: roleType, Name: name, MaxValues: 1, Defaults: presets(discordgo.SelectMenuDefaultValueRole, now)}
	return Field{labelType, label, hint, optional(in)}
}

func Channels[T fmt.Stringer](name, label, hint string, most int, types []discordgo.ChannelType, now []T) Field {
	in := input{Type: channelType, Name: name, MaxValues: most, ChannelTypes: types,
		Defaults: presets(discordgo.SelectMenuDefaultValueChannel, now)}
	return Field{labelType, label, hint, optional(in)}
}

func presets[T fmt.Stringer](
	kind discordgo.SelectMenuDefaultValueType, ids []T,
) (all []discordgo.SelectMenuDefaultValue) {
	for _, id := range ids {
		all = append(all, discordgo.SelectMenuDefaultValue{ID: id.String(), Type: kind})
	}
	return all
}

// Optional returns a field that may stay empty.
func (f Field) Optional() Field {
	f.Input = optional(f.Input)
	return f
}

func optional(in input) input {
	in.Required = new(false)
	if in.Type != textType && in.Type != radioType {
		in.MinValues = new(0)
	}
	return in
}

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
