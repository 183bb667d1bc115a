package wire

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of components. https://discord.com/developers/docs/components/reference
const (
	maxRows          = 5
	maxComponentsV2  = 40
	maxTextV2        = 4000
	maxSelectOptions = 25
	maxGroupOptions  = 10
)

// Check checks what does not depend on where the component is.
func (c *Component) Check(t *Problems, path string) {
	switch {
	case c.Type == ComponentText:
		t.Text(path+"content", c.Content, "1-4000 solid")
	case c.Type == ComponentGallery:
		t.length(path+"items", len(c.Items), "1-10")
	case c.Type == ComponentButton:
		c.checkButton(t, path)
	case c.IsSelect():
		t.Required(path+"custom_id", c.CustomID)
		high := c.checkValueRange(t, path)
		if c.Type == ComponentStringSelect {
			c.checkOptions(t, path, max(1, high), maxSelectOptions, high)
		} else if len(c.Options) > 0 {
			t.Add(path+"options", "COMPONENT_OPTIONS_NOT_ALLOWED", "Only string selects have options")
		}
	}
}

func (c *Component) checkButton(t *Problems, path string) {
	switch {
	case c.Style >= 1 && c.Style < ButtonLink:
		t.Required(path+"custom_id", c.CustomID)
		t.AddIf(c.URL != "",
			path+"url", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A url cannot be set on a button that is no link")
	case c.Style == ButtonLink:
		t.Required(path+"url", c.URL)
		t.AddIf(c.CustomID != "",
			path+"custom_id", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
	default:
		t.Add(path+"style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	}
	t.AddIf(strings.TrimSpace(c.Label) == "" && c.Emoji == nil,
		path+"label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "Either label or emoji must be set")
}

// checkValueRange returns how many values can be chosen.
func (c *Component) checkValueRange(t *Problems, path string) (high int) {
	low, high := c.ValueRange()
	t.AddIf(low < 0 || low > maxSelectOptions,
		path+"min_values", "NUMBER_TYPE_MAX", "int value should be between 0 and %d.", maxSelectOptions)
	t.AddIf(high < 1 || high > maxSelectOptions,
		path+"max_values", "NUMBER_TYPE_MAX", "int value should be between 1 and %d.", maxSelectOptions)
	t.AddIf(low > high,
		path+"min_values", "COMPONENT_SELECT_MIN_EXCEEDS_MAX", "min_values is greater than max_values")
	return high
}

// checkOptions checks from fewest to most options, of which at most high can be chosen.
func (c *Component) checkOptions(t *Problems, path string, fewest, most, high int) {
	t.length(path+"options", len(c.Options), fmt.Sprintf("%d-%d", fewest, most))
	seen := make(map[string]bool, len(c.Options))
	defaults := 0
	for i, o := range c.Options {
		Unique(t, seen, o.Value, fmt.Sprintf("%soptions.%d.value", path, i), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
			"The specified option value is already used")
		if o.Default {
			defaults++
		}
	}
	t.AddIf(defaults > high,
		path+"options", "SELECT_COMPONENT_OPTION_DEFAULT_COUNT", "More options are set as default than can be chosen")
}

// CheckLayout checks which components a message has where. A v2 message has nothing else.
func (t *Problems) CheckLayout(list []Component, v2 bool) {
	t.AddIf(!v2 && len(list) > maxRows,
		"components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRows)
	for i := range list {
		path := fmt.Sprintf("components.%d.", i)
		switch c := &list[i]; {
		case c.Type == ComponentRow:
			c.checkRow(t, path)
		case !v2:
			t.Add(path+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
		case c.Type != ComponentText && c.Type != ComponentGallery:
			t.Add(path+"type", "UNION_TYPE_CHOICES",
				"Value of field \"type\" must be one of (1, 10, 12) on this Discord.")
		}
	}
	customIDs := map[string]bool{}
	ids := map[int]bool{}
	count, text := 0, 0
	WalkComponents(list, "", func(path string, c *Component) {
		c.checkUnique(t, customIDs, path)
		Unique(t, ids, c.ID, path+"id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		count++
		if c.Type == ComponentText {
			text += utf8.RuneCountInString(c.Content)
		}
	})
	t.AddIf(v2 && count > maxComponentsV2, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
		"The total number of components cannot exceed %d", maxComponentsV2)
	t.AddIf(v2 && text > maxTextV2, "components", "COMPONENT_MAX_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
		"The total displayable text size cannot exceed %d characters", maxTextV2)
}

// checkRow checks a row, which holds up to five buttons or one menu.
func (c *Component) checkRow(t *Problems, path string) {
	t.length(path+"components", len(c.Components), "1-5")
	for i := range c.Components {
		switch in := &c.Components[i]; {
		case in.IsSelect() && len(c.Components) > 1:
			t.Add(path+"components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
				"The specified component exceeds the maximum width")
		case !in.IsSelect() && in.Type != ComponentButton:
			t.Add(fmt.Sprintf("%scomponents.%d.type", path, i), "UNION_TYPE_CHOICES",
				"Value of field \"type\" must be one of (2, 3, 5, 6, 8) on this Discord.")
		}
	}
}

func (c *Component) checkUnique(t *Problems, seen map[string]bool, path string) {
	Unique(t, seen, c.CustomID, path+"custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED",
		"Component custom id cannot be duplicated")
}

func (m *Modal) Check(t *Problems, path string) {
	seen := map[string]bool{}
	for i := range m.Components {
		part := &m.Components[i]
		at := fmt.Sprintf("%scomponents.%d.", path, i)
		switch {
		case part.Type == ComponentText:
			t.Text(at+"content", part.Content, "1-4000")
		case part.Type != ComponentLabel:
			t.Add(at+"type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (10, 18) on this Discord.")
		case part.Component == nil:
			t.Required(at+"component", "")
		default:
			t.Text(at+"label", part.Label, "1-45 solid")
			part.Component.checkUnique(t, seen, at+"component.")
		}
	}
}

func (in *Input) Check(t *Problems, path string) {
	t.AddIf(in.Disabled, path+"disabled", "MODAL_COMPONENT_DISABLED", "Components in a modal cannot be disabled")
	t.AddIf(in.MinValues != nil && *in.MinValues == 0 && !in.Optional(),
		path+"min_values", "COMPONENT_REQUIRED_MIN_VALUES", "min_values must be at least 1 if required is true")
	_, high := in.Range()
	t.AddIf(len(in.DefaultValues) > high,
		path+"default_values", "SELECT_COMPONENT_DEFAULT_VALUES", "There are more default values than can be chosen")
	switch {
	case in.IsSelect():
		in.Component.Check(t, path)
		return
	case in.Type == ComponentRadioGroup:
		in.checkOptions(t, path, 2, maxGroupOptions, high)
	case in.Type == ComponentCheckboxGroup:
		in.checkOptions(t, path, 1, maxGroupOptions, high)
	case in.Type == ComponentTextInput:
		in.checkText(t, path)
	case in.Type != ComponentCheckbox:
		t.Add(path+"type", "UNION_TYPE_CHOICES",
			"Value of field \"type\" must be one of (3, 4, 5, 6, 8, 21, 22, 23) on this Discord.")
		return
	}
	t.Required(path+"custom_id", in.CustomID)
}

// MaxInput is how many characters a person can type into a form.
const MaxInput = 4000

func (in *Input) checkText(t *Problems, path string) {
	t.AddIf(in.Style != 1 && in.Style != 2, path+"style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	t.AddIf(in.Label != "", path+"label", "COMPONENT_LABEL_IN_LABEL", "A text input in a label has no label")
	most := MaxInput
	if in.MaxLength != nil {
		most = min(most, *in.MaxLength)
	}
	t.Text(path+"value", in.Value, fmt.Sprint("-", most))
	t.Text(path+"placeholder", in.Placeholder, "-100")
}
