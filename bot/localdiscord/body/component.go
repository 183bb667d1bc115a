package body

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"amytis/bot/localdiscord/wire"
)

// Limits of components. https://discord.com/developers/docs/components/reference
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
	// MaxAltText is also the limit of an attachment's description.
	MaxAltText = 1024
)

// Components checks the components of a message. v2 says that the message consists of components
// only.
func Components(t *wire.Problems, list []wire.Component, v2 bool) {
	if !v2 && len(list) > maxRows {
		t.Add("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRows)
	}
	for i := range list {
		checkTop(t, fmt.Sprintf("components.%d.", i), &list[i], v2)
	}
	checkUnique(t, list)
	if v2 {
		checkV2Sums(t, list)
	}
}

func checkTop(t *wire.Problems, path string, c *wire.Component, v2 bool) {
	switch {
	case c.Type == wire.ComponentRow:
		checkRow(t, path, c)
	case !v2:
		t.Add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
	case c.Type == wire.ComponentText:
		t.Length(path+"content", c.Content, 1, maxTextV2)
		t.NotBlank(path+"content", c.Content)
	case c.Type == wire.ComponentGallery:
		if n := len(c.Items); n < 1 || n > maxGalleryItems {
			t.Add(path+"items", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxGalleryItems)
		}
		for i, item := range c.Items {
			at := fmt.Sprintf("%sitems.%d.", path, i)
			t.Required(at+"media.url", item.Media.URL)
			if alt := item.Description; alt != nil {
				t.Length(at+"description", *alt, 1, MaxAltText)
			}
		}
	default:
		t.Add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 10, 12) on this Discord.")
	}
}

// checkRow checks a row, which holds up to five buttons or one menu.
func checkRow(t *wire.Problems, path string, row *wire.Component) {
	if n := len(row.Components); n < 1 || n > maxRowButtons {
		t.Add(path+"components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRowButtons)
	}
	for i := range row.Components {
		c := &row.Components[i]
		at := fmt.Sprintf("%scomponents.%d.", path, i)
		switch {
		case c.Type == wire.ComponentButton:
			checkButton(t, at, c)
		case c.IsSelect():
			if len(row.Components) > 1 {
				t.Add(path+"components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
					"The specified component exceeds the maximum width")
			}
			checkSelect(t, at, c)
		default:
			t.Add(at+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3, 5, 6, 8) on this Discord.")
		}
	}
}

func checkButton(t *wire.Problems, path string, b *wire.Component) {
	t.Max(path+"label", b.Label, maxButtonLabel)
	checkEmoji(t, path, b.Emoji)
	switch {
	case b.Style >= 1 && b.Style < wire.ButtonLink:
		checkCustomID(t, path, b.CustomID)
		if b.URL != "" {
			t.Add(path+"url", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A url cannot be set on a button that is no link")
		}
	case b.Style == wire.ButtonLink:
		t.Required(path+"url", b.URL)
		if b.CustomID != "" {
			t.Add(path+"custom_id", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
				"A custom id and url cannot both be specified")
		}
	default:
		t.Add(path+"style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	}
	if strings.TrimSpace(b.Label) == "" && b.Emoji == nil {
		t.Add(path+"label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "Either label or emoji must be set")
	}
}

func checkCustomID(t *wire.Problems, path, id string) {
	t.Required(path+"custom_id", id)
	t.Max(path+"custom_id", id, maxCustomID)
}

func checkUnique(t *wire.Problems, list []wire.Component) {
	customIDs := map[string]bool{}
	ids := map[int]bool{}
	wire.WalkComponents(list, "", func(path string, c *wire.Component) {
		checkUniqueCustomID(t, customIDs, path, c)
		wire.Unique(t, ids, c.ID, path+"id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	})
}

func checkUniqueCustomID(t *wire.Problems, seen map[string]bool, path string, c *wire.Component) {
	wire.Unique(t, seen, c.CustomID, path+"custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED",
		"Component custom id cannot be duplicated")
}

func checkV2Sums(t *wire.Problems, list []wire.Component) {
	var count, text int
	wire.WalkComponents(list, "", func(_ string, c *wire.Component) {
		count++
		if c.Type == wire.ComponentText {
			text += utf8.RuneCountInString(c.Content)
		}
	})
	if count > maxComponentsV2 {
		t.Add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
			"The total number of components cannot exceed %d", maxComponentsV2)
	}
	if text > maxTextV2 {
		t.Add("components", "COMPONENT_MAX_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The total displayable text size cannot exceed %d characters", maxTextV2)
	}
}
