package body

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"amytis/bot/localdiscord/wire"
)

// checkOptions checks one level. depth counts the subcommands above it.
func checkOptions(t *wire.Problems, path string, options []wire.CommandOption, depth int) {
	if len(options) > maxOptions {
		t.Add(path+"options", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxOptions)
	}
	names := map[string]bool{}
	optional := false
	for i := range options {
		o := &options[i]
		at := fmt.Sprintf("%soptions.%d.", path, i)
		checkName(t, at+"name", o.Name)
		t.Length(at+"description", o.Description, 1, maxDescription)
		checkLocalizations(t, at+"name_localizations", o.NameLocalizations, checkName)
		checkLocalizations(t, at+"description_localizations", o.DescriptionLocalizations, upTo(maxDescription))
		wire.Unique(t, names, o.Name, at+"name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name must be unique")
		if (o.Type <= wire.OptionSubcommandGroup) != (options[0].Type <= wire.OptionSubcommandGroup) {
			t.Add(at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
				"Sub-command and other options cannot be mixed")
		}
		if o.Required && optional {
			t.Add(at+"required", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		checkOption(t, at, o, depth)
	}
	checkLocalizedUnique(t, path, options)
}

// checkLocalizedUnique has a user tell the options apart in every language.
func checkLocalizedUnique(t *wire.Problems, path string, options []wire.CommandOption) {
	for _, locale := range slices.Sorted(maps.Keys(wire.Locales)) {
		names := map[string]bool{}
		for i := range options {
			at := fmt.Sprintf("%soptions.%d.name_localizations.%s", path, i, locale)
			wire.Unique(t, names, options[i].NameLocalizations[locale], at, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
				"Option name must be unique")
		}
	}
}

func checkOption(t *wire.Problems, at string, o *wire.CommandOption, depth int) {
	switch o.Type {
	case wire.OptionSubcommand, wire.OptionSubcommandGroup:
		if depth > 1 || o.Type == wire.OptionSubcommandGroup && depth > 0 {
			t.Add(at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands go two levels deep at most")
		}
		if o.Required || o.Autocomplete || len(o.Choices) > 0 {
			t.Add(at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A subcommand is neither required nor a value")
		}
		if o.Type == wire.OptionSubcommandGroup {
			for i := range o.Options {
				if o.Options[i].Type != wire.OptionSubcommand {
					t.Add(fmt.Sprintf("%soptions.%d.type", at, i), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
						"A group holds subcommands")
				}
			}
		}
		checkOptions(t, at, o.Options, depth+1)
		return
	case wire.OptionString, wire.OptionInteger:
	case wire.OptionBoolean, wire.OptionUser, wire.OptionChannel, wire.OptionRole:
		if o.Autocomplete || len(o.Choices) > 0 {
			t.Add(at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only text and numbers have choices")
		}
	default:
		t.Add(at+"type", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6, 7, 8) on this Discord.")
	}
	if len(o.Options) > 0 {
		t.Add(at+"options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only subcommands have options")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		t.Add(at+"autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
			"Autocomplete and choices exclude each other")
	}
	Choices(t, at, o.Choices, o.Type)
	checkChoiceNames(t, at, o.Choices)
	checkRanges(t, at, o)
}

func checkRanges(t *wire.Problems, at string, o *wire.CommandOption) {
	if (o.MinValue != nil || o.MaxValue != nil) && o.Type != wire.OptionInteger {
		t.Add(at+"min_value", "APPLICATION_COMMAND_OPTIONS_MIN_MAX", "Only numbers have a range")
	}
	if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
		t.Add(at+"min_value", "APPLICATION_COMMAND_OPTIONS_MIN_MAX", "min_value is greater than max_value")
	}
	if o.Type == wire.OptionInteger {
		for _, v := range []*float64{o.MinValue, o.MaxValue} {
			if v != nil && (*v != math.Trunc(*v) || math.Abs(*v) > MaxSafeInteger) {
				t.Add(at+"min_value", "NUMBER_TYPE_COERCE", "Value is not int.")
			}
		}
	}
	if (o.MinLength != nil || o.MaxLength != nil) && o.Type != wire.OptionString {
		t.Add(at+"min_length", "APPLICATION_COMMAND_OPTIONS_MIN_MAX", "Only text has a length")
	}
	if o.MinLength != nil && (*o.MinLength < 0 || *o.MinLength > MaxOptionText) ||
		o.MaxLength != nil && (*o.MaxLength < 1 || *o.MaxLength > MaxOptionText) {
		t.Add(at+"max_length", "NUMBER_TYPE_MAX", "Lengths are between 0 and %d.", MaxOptionText)
	}
}

const maxChoices = 25

func Choices(t *wire.Problems, path string, list []wire.Choice, option int) {
	if len(list) > maxChoices {
		t.Add(path+"choices", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxChoices)
	}
	for i, c := range list {
		at := fmt.Sprintf("%schoices.%d.", path, i)
		t.Length(at+"name", c.Name, 1, maxChoiceName)
		checkLocalizations(t, at+"name_localizations", c.NameLocalizations, upTo(maxChoiceName))
		if problem := choiceValueProblem(c.Value, option); problem != "" {
			t.Add(at+"value", "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_TYPE", "%s", problem)
		}
	}
}

func checkChoiceNames(t *wire.Problems, at string, choices []wire.Choice) {
	names := map[string]bool{}
	for i, c := range choices {
		wire.Unique(t, names, c.Name, fmt.Sprintf("%schoices.%d.name", at, i),
			"APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice names must be unique")
	}
}

func choiceValueProblem(value any, option int) string {
	switch v := value.(type) {
	case string:
		if option != wire.OptionString {
			return "Value must be a number."
		}
		if utf8.RuneCountInString(v) > maxChoiceText {
			return fmt.Sprintf("Must be %d or fewer in length.", maxChoiceText)
		}
		return ""
	case float64:
		switch {
		case option != wire.OptionInteger:
			return "Value must be text."
		case v != math.Trunc(v) || math.Abs(v) > MaxSafeInteger:
			return "Value is not int."
		}
		return ""
	}
	return "Value must be text or a number."
}
