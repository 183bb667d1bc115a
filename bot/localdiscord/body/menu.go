package body

import (
	"fmt"

	"amytis/bot/localdiscord/wire"
)

func checkSelect(t *wire.Problems, path string, c *wire.Component) {
	checkCustomID(t, path, c.CustomID)
	t.Max(path+"placeholder", c.Placeholder, maxPlaceholder)
	high := checkValueRange(t, path, c, maxSelectOptions)
	if c.Type != wire.ComponentStringSelect {
		if len(c.Options) > 0 {
			t.Add(path+"options", "COMPONENT_OPTIONS_NOT_ALLOWED", "Only string selects have options")
		}
		return
	}
	checkSelectOptions(t, path, c, max(1, high), maxSelectOptions, high)
}

// checkValueRange returns how many values can be chosen or uploaded, which should be most or fewer.
func checkValueRange(t *wire.Problems, path string, c *wire.Component, most int) (high int) {
	low, high := c.ValueRange()
	if low < 0 || low > most {
		t.Add(path+"min_values", "NUMBER_TYPE_MAX", "int value should be between 0 and %d.", most)
	}
	if high < 1 || high > most {
		t.Add(path+"max_values", "NUMBER_TYPE_MAX", "int value should be between 1 and %d.", most)
	}
	if low > high {
		t.Add(path+"min_values", "COMPONENT_SELECT_MIN_EXCEEDS_MAX", "min_values is greater than max_values")
	}
	return high
}

// checkSelectOptions checks from fewest to most options, of which at most high can be chosen.
func checkSelectOptions(t *wire.Problems, path string, c *wire.Component, fewest, most, high int) {
	if n := len(c.Options); n < fewest || n > most {
		t.Add(path+"options", "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", fewest, most)
	}
	seen := make(map[string]bool, len(c.Options))
	defaults := 0
	for i, o := range c.Options {
		at := fmt.Sprintf("%soptions.%d.", path, i)
		t.Length(at+"label", o.Label, 1, maxOptionText)
		t.NotBlank(at+"label", o.Label)
		checkEmoji(t, at, o.Emoji)
		t.Length(at+"value", o.Value, 1, maxOptionText)
		t.Max(at+"description", o.Description, maxOptionText)
		wire.Unique(t, seen, o.Value, at+"value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
			"The specified option value is already used")
		if o.Default {
			defaults++
		}
	}
	if defaults > high {
		t.Add(path+"options", "SELECT_COMPONENT_OPTION_DEFAULT_COUNT",
			"More options are set as default than can be chosen")
	}
}
