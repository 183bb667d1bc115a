package wire

import "strconv"

// Types of components that only forms have.
// https://discord.com/developers/docs/components/reference#component-object-component-types
const (
	ComponentTextInput     = 4
	ComponentRoleSelect    = 6
	ComponentLabel         = 18
	ComponentRadioGroup    = 21
	ComponentCheckboxGroup = 22
	ComponentCheckbox      = 23
)

// Modal is a form that answers an interaction.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal
type Modal struct {
	CustomID   string  `json:"custom_id" limit:"need -100"`
	Title      string  `json:"title" limit:"1-45"`
	Components []Label `json:"components" limit:"1-5"`
}

// Label is a part of a form: a text, or a label with what is filled in below it.
type Label struct {
	Type        int    `json:"type"`
	ID          int    `json:"id,omitempty"`
	Label       string `json:"label,omitempty"`
	Description string `json:"description,omitempty" limit:"-100"`
	Content     string `json:"content,omitempty"`
	Component   *Input `json:"component,omitempty"`
}

// Input is what is filled in below a label.
type Input struct {
	Component
	Required  *bool  `json:"required,omitempty"`
	Value     string `json:"value,omitempty"`
	MinLength *int   `json:"min_length,omitempty"`
	MaxLength *int   `json:"max_length,omitempty"`
	Checked   bool   `json:"default,omitempty"`
}

// Optional reports whether the input may stay empty.
func (in *Input) Optional() bool { return in.Required != nil && !*in.Required }

// HasText reports whether the input has a value of its own, no list of values.
func (in *Input) HasText() bool { return in.Type == ComponentTextInput || in.Type == ComponentCheckbox }

// Range returns how many values may be chosen.
func (in *Input) Range() (low, high int) {
	low, high = in.ValueRange()
	if in.Type == ComponentCheckboxGroup && in.MaxValues == nil {
		high = len(in.Options)
	}
	if in.Optional() {
		low = 0
	}
	return low, high
}

// Preset returns the values that the form opens with.
func (in *Input) Preset() []string {
	values := []string{}
	switch in.Type {
	case ComponentTextInput:
		return []string{in.Value}
	case ComponentCheckbox:
		return []string{strconv.FormatBool(in.Checked)}
	}
	for _, o := range in.Options {
		if o.Default {
			values = append(values, o.Value)
		}
	}
	for _, d := range in.DefaultValues {
		values = append(values, d.ID)
	}
	return values
}

// Sent returns the input with values, as Discord sends it to the bot.
func (in *Input) Sent(id int, values []string) map[string]any {
	sent := map[string]any{"type": in.Type, "id": id, "custom_id": in.CustomID}
	switch in.Type {
	case ComponentTextInput:
		sent["value"] = values[0]
	case ComponentCheckbox:
		sent["value"] = values[0] == "true"
	case ComponentRadioGroup:
		sent["value"] = nil
		if len(values) > 0 {
			sent["value"] = values[0]
		}
	default:
		sent["values"] = values
	}
	return sent
}

// ModalData is what a user has filled in.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-modal-submit-data-structure
type ModalData struct {
	CustomID   string                    `json:"custom_id"`
	Components []any                     `json:"components"`
	Resolved   map[string]map[string]any `json:"resolved,omitempty"`
}
