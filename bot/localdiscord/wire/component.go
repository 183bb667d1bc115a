package wire

import (
	"fmt"
	"slices"
	"strconv"
)

// Types of components that the bot uses. https://discord.com/developers/docs/components/reference
const (
	ComponentRow           = 1
	ComponentButton        = 2
	ComponentStringSelect  = 3
	ComponentUserSelect    = 5
	ComponentChannelSelect = 8
	ComponentText          = 10
	ComponentGallery       = 12
)

// ButtonLink is the style of buttons without a custom id.
const ButtonLink = 5

// Component has the fields of all types.
type Component struct {
	Type     int    `json:"type"`
	ID       int    `json:"id,omitempty"`
	CustomID string `json:"custom_id,omitempty" limit:"-100"`
	Disabled bool   `json:"disabled,omitempty"`

	Style int    `json:"style,omitempty"`
	Label string `json:"label,omitempty" limit:"-80"`
	URL   string `json:"url,omitempty"`
	Emoji *Emoji `json:"emoji,omitempty"`

	Placeholder   string         `json:"placeholder,omitempty" limit:"-150"`
	MinValues     *int           `json:"min_values,omitempty"`
	MaxValues     *int           `json:"max_values,omitempty"`
	Options       []SelectOption `json:"options,omitempty"`
	DefaultValues []DefaultValue `json:"default_values,omitempty"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`

	Content string        `json:"content,omitempty"`
	Items   []GalleryItem `json:"items,omitempty"`

	Components []Component `json:"components,omitempty"`
}

// Words returns what is read on a button: the label, or the emoji of one without a label.
func (c *Component) Words() string {
	if c.Label == "" && c.Emoji != nil {
		return c.Emoji.Name
	}
	return c.Label
}

type SelectOption struct {
	Label       string `json:"label" limit:"1-100 solid"`
	Value       string `json:"value" limit:"1-100"`
	Description string `json:"description,omitempty" limit:"-100"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is what a user, role or channel menu starts with.
type DefaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

type Media struct {
	ID           string `json:"id,omitempty"`
	URL          string `json:"url" limit:"need"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID string `json:"attachment_id,omitempty"`
}

// GalleryItem is a picture of a gallery. Description is its alt text.
type GalleryItem struct {
	Media       Media   `json:"media"`
	Description *string `json:"description" limit:"1-1024"`
	Spoiler     bool    `json:"spoiler"`
}

func (c *Component) IsSelect() bool {
	return slices.Contains(
		[]int{ComponentStringSelect, ComponentUserSelect, ComponentRoleSelect, ComponentChannelSelect}, c.Type)
}

// Interactive reports whether c is a menu or a button that the bot is told about.
func (c *Component) Interactive() bool {
	return c.IsSelect() || c.Type == ComponentButton && c.Style != ButtonLink
}

// ValueRange returns how many values may be chosen, one by default.
func (c *Component) ValueRange() (low, high int) {
	low, high = 1, 1
	if c.MinValues != nil {
		low = *c.MinValues
	}
	if c.MaxValues != nil {
		high = *c.MaxValues
	}
	return low, high
}

// WalkComponents visits every component, outer ones first, with its path, such as "components.0.".
func WalkComponents(list []Component, path string, visit func(path string, c *Component)) {
	for i := range list {
		at := fmt.Sprintf("%scomponents.%d.", path, i)
		visit(at, &list[i])
		WalkComponents(list[i].Components, at, visit)
	}
}

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
