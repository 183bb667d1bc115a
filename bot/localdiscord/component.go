package localdiscord

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Component types. https://discord.com/developers/docs/components/reference
const (
	componentRow               = 1
	componentButton            = 2
	componentStringSelect      = 3
	componentTextInput         = 4
	componentUserSelect        = 5
	componentRoleSelect        = 6
	componentMentionableSelect = 7
	componentChannelSelect     = 8
	componentSection           = 9
	componentText              = 10
	componentThumbnail         = 11
	componentGallery           = 12
	componentFile              = 13
	componentSeparator         = 14
	componentContainer         = 17
	componentLabel             = 18
)

// Component is any of Discord's components; Type says which, and so which fields mean something.
type Component struct {
	Type     int    `json:"type"`
	ID       int    `json:"id,omitempty"`
	CustomID string `json:"custom_id,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`

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

// Emoji stands on a button or an option.
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
	Description *string `json:"description,omitempty"`
	Spoiler     bool    `json:"spoiler,omitempty"`
}

func (c *Component) isSelect() bool {
	return c.Type == componentStringSelect || c.Type >= componentUserSelect && c.Type <= componentChannelSelect
}

// interactive components can be pressed or chosen from.
func (c *Component) interactive() bool {
	return c.isSelect() || c.Type == componentButton && c.Style != buttonLink && c.Style != buttonPremium
}

// walkComponents visits every component, outer ones first, with the path of each in the body.
func walkComponents(list []Component, path string, visit func(path string, c *Component)) {
	for i := range list {
		walkComponent(&list[i], fmt.Sprintf("%scomponents.%d.", path, i), visit)
	}
}

func walkComponent(c *Component, path string, visit func(path string, c *Component)) {
	visit(path, c)
	walkComponents(c.Components, path, visit)
	if c.Accessory != nil {
		walkComponent(c.Accessory, path+"accessory.", visit)
	}
	if c.Component != nil {
		walkComponent(c.Component, path+"component.", visit)
	}
}

// Limits of components.
const (
	maxRows          = 5
	maxRowButtons    = 5
	maxComponentsV2  = 40
	maxTextV2        = 4000
	maxCustomID      = 100
	maxButtonLabel   = 80
	maxSelectOptions = 25
	maxOptionText    = 100
	maxPlaceholder   = 150
	maxGalleryItems  = 10
	maxAltText       = 1024
)

// Button styles.
const (
	buttonLink    = 5
	buttonPremium = 6
)

// checkComponents checks the components of a message.
func checkComponents(t *errorTree, list []Component, v2 bool) {
	if !v2 && len(list) > maxRows {
		t.add("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRows)
	}
	for i := range list {
		checkTop(t, fmt.Sprintf("components.%d.", i), &list[i], v2)
	}
	checkUnique(t, list)
	if v2 {
		checkV2Sums(t, list)
	}
}

func checkTop(t *errorTree, path string, c *Component, v2 bool) {
	if c.Type != componentRow && !v2 {
		t.add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
		return
	}
	switch c.Type {
	case componentRow:
		checkRow(t, path, c)
	case componentContainer:
		if len(c.Components) == 0 {
			t.add(path+"components", "BASE_TYPE_REQUIRED", "This field is required")
		}
		for i := range c.Components {
			inner := fmt.Sprintf("%scomponents.%d.", path, i)
			if c.Components[i].Type == componentContainer {
				t.add(inner+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 9, 10, 12, 13, 14).")
				continue
			}
			checkTop(t, inner, &c.Components[i], true)
		}
	default:
		checkContent(t, path, c)
	}
}

func checkContent(t *errorTree, path string, c *Component) {
	switch c.Type {
	case componentText:
		checkLength(t, path+"content", c.Content, 1, maxTextV2)
	case componentSection:
		if n := len(c.Components); n < 1 || n > 3 {
			t.add(path+"components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 3 in length.")
		}
		for i := range c.Components {
			inner := fmt.Sprintf("%scomponents.%d.", path, i)
			if c.Components[i].Type != componentText {
				t.add(inner+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (10,).")
				continue
			}
			checkContent(t, inner, &c.Components[i])
		}
		checkAccessory(t, path, c.Accessory)
	case componentGallery:
		if n := len(c.Items); n < 1 || n > maxGalleryItems {
			t.add(path+"items", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxGalleryItems)
		}
		for i, item := range c.Items {
			at := fmt.Sprintf("%sitems.%d.", path, i)
			checkRequired(t, at+"media.url", item.Media.URL)
			checkAlt(t, at, item.Description)
		}
	case componentFile:
		if c.File == nil || !strings.HasPrefix(c.File.URL, attachmentScheme) {
			t.add(path+"file.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
				"Only attachment:// is supported for file components.")
		}
	case componentSeparator:
		if c.Spacing != nil && *c.Spacing != 1 && *c.Spacing != 2 {
			t.add(path+"spacing", "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
		}
	default:
		t.add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 9, 10, 12, 13, 14, 17).")
	}
}

func checkAccessory(t *errorTree, path string, a *Component) {
	at := path + "accessory."
	switch {
	case a == nil:
		t.add(path+"accessory", "BASE_TYPE_REQUIRED", "This field is required")
	case a.Type == componentButton:
		checkButton(t, at, a)
	case a.Type == componentThumbnail:
		if a.Media == nil {
			t.add(at+"media", "BASE_TYPE_REQUIRED", "This field is required")
		}
		checkAlt(t, at, a.Description)
	default:
		t.add(at+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 11).")
	}
}

func checkAlt(t *errorTree, path string, alt *string) {
	if alt != nil {
		checkLength(t, path+"description", *alt, 1, maxAltText)
	}
}

// checkRow: five buttons or one menu, nothing else.
func checkRow(t *errorTree, path string, row *Component) {
	if n := len(row.Components); n < 1 || n > maxRowButtons {
		t.add(path+"components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRowButtons)
	}
	for i := range row.Components {
		c := &row.Components[i]
		at := fmt.Sprintf("%scomponents.%d.", path, i)
		switch {
		case c.Type == componentButton:
			checkButton(t, at, c)
		case c.isSelect():
			if len(row.Components) > 1 {
				t.add(path+"components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
					"The specified component exceeds the maximum width")
			}
			checkSelect(t, at, c)
		default:
			t.add(at+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).")
		}
	}
}

func checkButton(t *errorTree, path string, b *Component) {
	checkMax(t, path+"label", b.Label, maxButtonLabel)
	switch {
	case b.Style >= 1 && b.Style < buttonLink:
		checkCustomID(t, path, b.CustomID)
		if b.URL != "" {
			t.add(path+"url", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A url cannot be set on a button that is no link")
		}
	case b.Style == buttonLink:
		checkRequired(t, path+"url", b.URL)
		if b.CustomID != "" {
			t.add(path+"custom_id", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
	case b.Style == buttonPremium:
		checkRequired(t, path+"sku_id", b.SKUID)
	default:
		t.add(path+"style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
	}
	if b.Label == "" && b.Emoji == nil && b.Style != buttonPremium {
		t.add(path+"label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "Either label or emoji must be set")
	}
}

func checkCustomID(t *errorTree, path, id string) {
	checkRequired(t, path+"custom_id", id)
	checkMax(t, path+"custom_id", id, maxCustomID)
}

func checkSelect(t *errorTree, path string, c *Component) {
	checkCustomID(t, path, c.CustomID)
	checkMax(t, path+"placeholder", c.Placeholder, maxPlaceholder)
	low, high := c.valueRange()
	if low < 0 || low > maxSelectOptions {
		t.add(path+"min_values", "NUMBER_TYPE_MAX", "int value should be between 0 and %d.", maxSelectOptions)
	}
	if high < 1 || high > maxSelectOptions {
		t.add(path+"max_values", "NUMBER_TYPE_MAX", "int value should be between 1 and %d.", maxSelectOptions)
	}
	if low > high {
		t.add(path+"min_values", "COMPONENT_SELECT_MIN_EXCEEDS_MAX", "min_values is greater than max_values")
	}
	if c.Type != componentStringSelect {
		if len(c.Options) > 0 {
			t.add(path+"options", "COMPONENT_OPTIONS_NOT_ALLOWED", "Only string selects have options")
		}
		return
	}
	checkSelectOptions(t, path, c, high)
}

func checkSelectOptions(t *errorTree, path string, c *Component, high int) {
	if n := len(c.Options); n < max(1, high) || n > maxSelectOptions {
		t.add(path+"options", "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", max(1, high), maxSelectOptions)
	}
	seen := make(map[string]bool, len(c.Options))
	defaults := 0
	for i, o := range c.Options {
		at := fmt.Sprintf("%soptions.%d.", path, i)
		checkLength(t, at+"label", o.Label, 1, maxOptionText)
		checkLength(t, at+"value", o.Value, 1, maxOptionText)
		checkMax(t, at+"description", o.Description, maxOptionText)
		if seen[o.Value] {
			t.add(at+"value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > high {
		t.add(path+"options", "SELECT_COMPONENT_OPTION_DEFAULT_COUNT", "More options are set as default than can be chosen")
	}
}

// valueRange is how few and how many values may be chosen; one if nothing is said.
func (c *Component) valueRange() (low, high int) {
	low, high = 1, 1
	if c.MinValues != nil {
		low = *c.MinValues
	}
	if c.MaxValues != nil {
		high = *c.MaxValues
	}
	return low, high
}

func checkUnique(t *errorTree, list []Component) {
	customIDs, ids := map[string]bool{}, map[int]bool{}
	walkComponents(list, "", func(path string, c *Component) {
		if c.CustomID != "" && customIDs[c.CustomID] {
			t.add(path+"custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		if c.ID != 0 && ids[c.ID] {
			t.add(path+"id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		customIDs[c.CustomID], ids[c.ID] = true, true
	})
}

func checkV2Sums(t *errorTree, list []Component) {
	count, text := 0, 0
	walkComponents(list, "", func(_ string, c *Component) {
		count++
		if c.Type == componentText {
			text += utf8.RuneCountInString(c.Content)
		}
	})
	if count > maxComponentsV2 {
		t.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
			"The total number of components cannot exceed %d", maxComponentsV2)
	}
	if text > maxTextV2 {
		t.add("components", "COMPONENT_MAX_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The total displayable text size cannot exceed %d characters", maxTextV2)
	}
}
