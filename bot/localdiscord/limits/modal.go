package limits

import (
	"fmt"

	"amytis/bot/localdiscord/wire"
)

// Limits of modals.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal
const (
	maxModalTitle       = 45
	maxModalFields      = 5
	maxInputLabel       = 45
	maxInputPlaceholder = 100
	maxLabelDescription = 100
)

// Modal checks a modal, with paths inside a callback's data.
func Modal(m *wire.Modal) *wire.Refusal {
	var t wire.Problems
	t.Length("data.custom_id", m.CustomID, 1, maxCustomID)
	t.Length("data.title", m.Title, 1, maxModalTitle)
	t.NotBlank("data.title", m.Title)
	if n := len(m.Components); n < 1 || n > maxModalFields {
		t.Add("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxModalFields)
	}
	for i := range m.Components {
		checkModalTop(&t, fmt.Sprintf("data.components.%d.", i), &m.Components[i])
	}
	checkUnique(&t, m.Components)
	return t.Refusal()
}

func checkModalTop(t *wire.Problems, path string, c *wire.Component) {
	switch c.Type {
	case wire.ComponentRow:
		if len(c.Components) != 1 || c.Components[0].Type != wire.ComponentTextInput {
			t.Add(path+"components", "BASE_TYPE_BAD_LENGTH", "A row of a modal holds exactly one text input.")
			return
		}
		input := &c.Components[0]
		at := path + "components.0."
		t.Length(at+"label", input.Label, 1, maxInputLabel)
		t.NotBlank(at+"label", input.Label)
		checkInput(t, at, input)
	case wire.ComponentText:
		t.Length(path+"content", c.Content, 1, maxTextV2)
	case wire.ComponentLabel:
		t.Length(path+"label", c.Label, 1, maxInputLabel)
		t.NotBlank(path+"label", c.Label)
		if c.Description != nil {
			t.Length(path+"description", *c.Description, 1, maxLabelDescription)
		}
		checkLabelled(t, path+"component.", c.Component)
	default:
		t.Add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 10, 18).")
	}
}

func checkLabelled(t *wire.Problems, path string, c *wire.Component) {
	switch {
	case c == nil:
		t.Add(path+"type", "BASE_TYPE_REQUIRED", "This field is required")
	case c.Type == wire.ComponentTextInput:
		checkInput(t, path, c)
	case c.IsSelect():
		checkSelect(t, path, c)
	default:
		t.Add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (3, 4, 5, 6, 7, 8).")
	}
}

func checkInput(t *wire.Problems, path string, c *wire.Component) {
	checkCustomID(t, path, c.CustomID)
	t.Max(path+"placeholder", c.Placeholder, maxInputPlaceholder)
	t.Max(path+"value", c.Value, wire.MaxInputValue)
	if c.Style != 1 && c.Style != 2 {
		t.Add(path+"style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	low, high := c.LengthRange()
	if low < 0 || low > wire.MaxInputValue || high < 1 || high > wire.MaxInputValue || low > high {
		t.Add(path+"max_length", "NUMBER_TYPE_MAX",
			"min_length and max_length must be in order and within %d.", wire.MaxInputValue)
	}
}
