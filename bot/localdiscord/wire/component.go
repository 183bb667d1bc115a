package wire

import (
	"encoding/json"
	"fmt"
)

// Types of components. https://discord.com/developers/docs/components/reference
const (
	ComponentRow               = 1
	ComponentButton            = 2
	ComponentStringSelect      = 3
	ComponentTextInput         = 4
	ComponentUserSelect        = 5
	ComponentRoleSelect        = 6
	ComponentMentionableSelect = 7
	ComponentChannelSelect     = 8
	ComponentSection           = 9
	ComponentText              = 10
	ComponentThumbnail         = 11
	ComponentGallery           = 12
	ComponentFile              = 13
	ComponentSeparator         = 14
	ComponentContainer         = 17
	ComponentLabel             = 18
)

// Styles of buttons without a custom id.
const (
	ButtonLink    = 5
	ButtonPremium = 6
)

// Component is any of Discord's components. Its Type decides which fields matter.
type Component struct {
	Type     int    `json:"type"`
	ID       int    `json:"id,omitempty"`
	CustomID string `json:"custom_id,omitempty"`
	// Name and Size are those of a file. Discord fills them in.
	Name string `json:"name,omitempty"`
	Size int    `json:"size,omitempty"`

	Disabled bool `json:"disabled,omitempty"`

	Style int    `json:"style,omitempty"`
	Label string `json:"label,omitempty"`
	URL   string `json:"url,omitempty"`
	SKUID string `json:"sku_id,omitempty"`
	Emoji *Emoji `json:"emoji,omitempty"`

	Placeholder   string         `json:"placeholder,omitempty"`
	MinValues     *int           `json:"min_values,omitempty"`
	MaxValues     *int           `json:"max_values,omitempty"`
	Options       []SelectOption `json:"options,omitempty"`
	DefaultValues []DefaultValue `json:"default_values,omitempty"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`

	Value     string `json:"value,omitempty"`
	Required  *bool  `json:"required,omitempty"`
	MinLength *int   `json:"min_length,omitempty"`
	MaxLength *int   `json:"max_length,omitempty"`

	Content     string        `json:"content,omitempty"`
	Description *string       `json:"description,omitempty"`
	Spoiler     bool          `json:"spoiler,omitempty"`
	Media       *Media        `json:"media,omitempty"`
	File        *Media        `json:"file,omitempty"`
	Items       []GalleryItem `json:"items,omitempty"`
	Divider     *bool         `json:"divider,omitempty"`
	Spacing     *int          `json:"spacing,omitempty"`
	AccentColor *int          `json:"accent_color,omitempty"`

	Components []Component `json:"components,omitempty"`
	Accessory  *Component  `json:"accessory,omitempty"`
	Component  *Component  `json:"component,omitempty"`
}

// MarshalJSON writes what Discord sends, which for some types includes nulls and false.
func (c Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case ComponentContainer:
		return json.Marshal(struct {
			plain
			AccentColor *int `json:"accent_color"`
			Spoiler     bool `json:"spoiler"`
		}{plain(c), c.AccentColor, c.Spoiler})
	case ComponentThumbnail:
		return json.Marshal(struct {
			plain
			Description *string `json:"description"`
			Spoiler     bool    `json:"spoiler"`
		}{plain(c), c.Description, c.Spoiler})
	case ComponentFile:
		return json.Marshal(struct {
			plain
			Name    string `json:"name"`
			Size    int    `json:"size"`
			Spoiler bool   `json:"spoiler"`
		}{plain(c), c.Name, c.Size, c.Spoiler})
	}
	return json.Marshal(plain(c))
}

// Emoji is shown on a button or an option.
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// SelectOption is one line of a menu.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is what a user, role or channel menu starts with.
type DefaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Media is a picture or file in a component.
type Media struct {
	ID          string `json:"id,omitempty"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url,omitempty"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	// AttachmentID is set when the media is an uploaded file.
	AttachmentID string `json:"attachment_id,omitempty"`
}

// GalleryItem is a picture of a gallery. Description is its alt text.
type GalleryItem struct {
	Media       Media   `json:"media"`
	Description *string `json:"description"`
	Spoiler     bool    `json:"spoiler"`
}

// IsSelect reports whether c is a menu.
func (c *Component) IsSelect() bool {
	return c.Type == ComponentStringSelect || c.Type >= ComponentUserSelect && c.Type <= ComponentChannelSelect
}

// Interactive reports whether c is a menu or a button that the bot is told about.
func (c *Component) Interactive() bool {
	return c.IsSelect() || c.Type == ComponentButton && c.Style != ButtonLink && c.Style != ButtonPremium
}

// ValueRange returns how many values may be chosen, at least and at most. The default is one.
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

// LengthRange returns how many characters a text input takes, at least and at most.
func (c *Component) LengthRange() (low, high int) {
	low, high = 0, MaxInputValue
	if c.MinLength != nil {
		low = *c.MinLength
	}
	if c.MaxLength != nil {
		high = *c.MaxLength
	}
	return low, high
}

// IsRequired reports whether a field of a modal must be filled, which is the default.
func (c *Component) IsRequired() bool { return c.Required == nil || *c.Required }

// MaxInputValue is how many characters a text input holds.
const MaxInputValue = 4000

// WalkComponents visits every component, outer ones first, with its path in the body, such as
// "components.0.".
func WalkComponents(list []Component, path string, visit func(path string, c *Component)) {
	for i := range list {
		walkComponent(&list[i], fmt.Sprintf("%scomponents.%d.", path, i), visit)
	}
}

func walkComponent(c *Component, path string, visit func(path string, c *Component)) {
	visit(path, c)
	WalkComponents(c.Components, path, visit)
	if c.Accessory != nil {
		walkComponent(c.Accessory, path+"accessory.", visit)
	}
	if c.Component != nil {
		walkComponent(c.Component, path+"component.", visit)
	}
}
