package wire

import (
	"fmt"
	"slices"
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

// Component is any of these components. Its Type decides which fields matter.
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

// Words returns what is read of a button: the label, or the emoji of one without a label.
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

// WalkComponents visits every component, outer ones first, with its path in the body, such as
// "components.0.".
func WalkComponents(list []Component, path string, visit func(path string, c *Component)) {
	for i := range list {
		at := fmt.Sprintf("%scomponents.%d.", path, i)
		visit(at, &list[i])
		WalkComponents(list[i].Components, at, visit)
	}
}
