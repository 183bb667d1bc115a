package localdiscord

import (
	"fmt"
	"sort"
)

// Limits of modals. https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal
const (
	maxModalTitle       = 45
	maxModalFields      = 5
	maxInputLabel       = 45
	maxInputValue       = 4000
	maxInputPlaceholder = 100
	maxLabelDescription = 100
)

// Modal is the form that a user was shown.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Inputs are the fields of the form, in order.
func (m *Modal) Inputs() []Component {
	var inputs []Component
	walkComponents(m.Components, "", func(_ string, c *Component) {
		if c.Type == componentTextInput || c.isSelect() {
			inputs = append(inputs, *c)
		}
	})
	return inputs
}

func (m *Modal) check() *apiError {
	var t errorTree
	checkLength(&t, "data.custom_id", m.CustomID, 1, maxCustomID)
	checkLength(&t, "data.title", m.Title, 1, maxModalTitle)
	if n := len(m.Components); n < 1 || n > maxModalFields {
		t.add("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxModalFields)
	}
	for i := range m.Components {
		checkModalTop(&t, fmt.Sprintf("data.components.%d.", i), &m.Components[i])
	}
	checkUnique(&t, m.Components)
	return t.refusal()
}

func checkModalTop(t *errorTree, path string, c *Component) {
	switch c.Type {
	case componentRow:
		if len(c.Components) != 1 || c.Components[0].Type != componentTextInput {
			t.add(path+"components", "BASE_TYPE_BAD_LENGTH", "A row of a modal holds exactly one text input.")
			return
		}
		input := &c.Components[0]
		at := path + "components.0."
		checkLength(t, at+"label", input.Label, 1, maxInputLabel)
		checkInput(t, at, input)
	case componentText:
		checkLength(t, path+"content", c.Content, 1, maxTextV2)
	case componentLabel:
		checkLength(t, path+"label", c.Label, 1, maxInputLabel)
		if c.Description != nil {
			checkLength(t, path+"description", *c.Description, 1, maxLabelDescription)
		}
		checkLabelled(t, path+"component.", c.Component)
	default:
		t.add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 10, 18).")
	}
}

func checkLabelled(t *errorTree, path string, c *Component) {
	switch {
	case c == nil:
		t.add(path+"type", "BASE_TYPE_REQUIRED", "This field is required")
	case c.Type == componentTextInput:
		checkInput(t, path, c)
	case c.isSelect():
		checkSelect(t, path, c)
	default:
		t.add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (3, 4, 5, 6, 7, 8).")
	}
}

func checkInput(t *errorTree, path string, c *Component) {
	checkCustomID(t, path, c.CustomID)
	checkMax(t, path+"placeholder", c.Placeholder, maxInputPlaceholder)
	checkMax(t, path+"value", c.Value, maxInputValue)
	if c.Style != 1 && c.Style != 2 {
		t.add(path+"style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	low, high := c.lengthRange()
	if low < 0 || low > maxInputValue || high < 1 || high > maxInputValue || low > high {
		t.add(path+"max_length", "NUMBER_TYPE_MAX", "min_length and max_length must be in order and within %d.", maxInputValue)
	}
}

// lengthRange is how short and how long a text may be.
func (c *Component) lengthRange() (low, high int) {
	low, high = 0, maxInputValue
	if c.MinLength != nil {
		low = *c.MinLength
	}
	if c.MaxLength != nil {
		high = *c.MaxLength
	}
	return low, high
}

// required: text inputs and selects must be filled unless the form says otherwise.
func (c *Component) isRequired() bool { return c.Required == nil || *c.Required }

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
