package body

import (
	"fmt"

	"amytis/bot/localdiscord/wire"
)

// Limits of forms. https://discord.com/developers/docs/components/reference#label
const (
	maxTitle        = 45
	maxParts        = 5
	maxLabel        = 45
	maxHint         = 100
	maxInputHint    = 100
	maxGroupOptions = 10
	// MaxInput is how much a person can type into a form.
	MaxInput = 4000
)

// Modal checks a form.
func Modal(t *wire.Problems, path string, m *wire.Modal) {
	checkCustomID(t, path, m.CustomID)
	t.Length(path+"title", m.Title, 1, maxTitle)
	if n := len(m.Components); n < 1 || n > maxParts {
		t.Add(path+"components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxParts)
	}
	seen := map[string]bool{}
	for i := range m.Components {
		part := &m.Components[i]
		at := fmt.Sprintf("%scomponents.%d.", path, i)
		switch {
		case part.Type == wire.ComponentText:
			t.Length(at+"content", part.Content, 1, maxTextV2)
		case part.Type != wire.ComponentLabel:
			t.Add(at+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (10, 18) on this Discord.")
		case part.Component == nil:
			t.Required(at+"component", "")
		default:
			t.Length(at+"label", part.Label, 1, maxLabel)
			t.NotBlank(at+"label", part.Label)
			t.Max(at+"description", part.Description, maxHint)
			checkInput(t, at+"component.", part.Component)
			checkUniqueCustomID(t, seen, at+"component.", &part.Component.Component)
		}
	}
}

func checkInput(t *wire.Problems, path string, in *wire.Input) {
	if in.Disabled {
		t.Add(path+"disabled", "MODAL_COMPONENT_DISABLED", "Components in a modal cannot be disabled")
	}
	if in.MinValues != nil && *in.MinValues == 0 && !in.Optional() {
		t.Add(path+"min_values", "COMPONENT_REQUIRED_MIN_VALUES", "min_values must be at least 1 if required is true")
	}
	_, high := in.Range()
	if len(in.DefaultValues) > high {
		t.Add(path+"default_values", "SELECT_COMPONENT_DEFAULT_VALUES", "There are more default values than can be chosen")
	}
	switch {
	case in.IsSelect():
		checkSelect(t, path, &in.Component)
	case in.IsGroup():
		checkCustomID(t, path, in.CustomID)
		fewest := 1
		if in.Type == wire.ComponentRadioGroup {
			fewest = 2
		}
		checkSelectOptions(t, path, &in.Component, fewest, maxGroupOptions, high)
	case in.Type == wire.ComponentTextInput:
		checkText(t, path, in)
	case in.Type == wire.ComponentCheckbox:
		checkCustomID(t, path, in.CustomID)
	default:
		t.Add(path+"type", "UNION_TYPE_CHOICES",
			"Value of field \"type\" must be one of (3, 4, 5, 6, 8, 21, 22, 23) on this Discord.")
	}
}

func checkText(t *wire.Problems, path string, in *wire.Input) {
	checkCustomID(t, path, in.CustomID)
	if in.Style != 1 && in.Style != 2 {
		t.Add(path+"style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	if in.Label != "" {
		t.Add(path+"label", "COMPONENT_LABEL_IN_LABEL", "A text input in a label has no label")
	}
	most := MaxInput
	if in.MaxLength != nil {
		most = min(most, *in.MaxLength)
	}
	t.Max(path+"value", in.Value, most)
	t.Max(path+"placeholder", in.Placeholder, maxInputHint)
}
