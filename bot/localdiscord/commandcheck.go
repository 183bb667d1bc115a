package localdiscord

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Limits of commands. https://discord.com/developers/docs/interactions/application-commands
const (
	maxCommands        = 100
	maxContextCommands = 5
	maxOptions         = 25
	maxDescription     = 100
	maxChoiceName      = 100
	maxChoiceText      = 100
	maxCommandSum      = 8000
	maxSafeInteger     = 1<<53 - 1
	maxOptionString    = 6000
)

// commandName is Discord's pattern; \p{sc=Deva} and \p{sc=Thai} in Go's spelling.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// check holds a command against the limits. The path is that of the command in the body, "" or "3.".
func (c *Command) check(t *errorTree, path string) {
	switch c.Type {
	case commandChat:
		checkName(t, path+"name", c.Name)
		checkLength(t, path+"description", c.Description, 1, maxDescription)
		checkLocalizations(t, path+"name_localizations", c.NameLocalizations, 1, 32, checkName)
	case commandUser, commandMessage:
		checkLength(t, path+"name", c.Name, 1, 32)
		checkLocalizations(t, path+"name_localizations", c.NameLocalizations, 1, 32, nil)
		if c.Description != "" || len(c.Options) > 0 {
			t.add(path+"description", "APPLICATION_COMMAND_TYPE_NO_DESCRIPTION",
				"Context menu commands have neither description nor options")
		}
	default:
		t.add(path+"type", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
	}
	checkLocalizations(t, path+"description_localizations", c.DescriptionLocalizations, 1, maxDescription, nil)
	if p := c.DefaultMemberPermissions; p != nil && *p != "0" && !isSnowflake(*p) {
		t.add(path+"default_member_permissions", "NUMBER_TYPE_COERCE", "Value %q is not a permission set.", *p)
	}
	checkOptions(t, path, c.Options, 0)
	if sum := c.sum(); sum > maxCommandSum {
		t.add(strings.TrimSuffix(path, "."), "APPLICATION_COMMAND_TOO_LARGE",
			"Command exceeds maximum size (%d), it has %d", maxCommandSum, sum)
	}
}

func checkName(t *errorTree, path, name string) {
	if !commandName.MatchString(name) || strings.ToLower(name) != name {
		t.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: %q", name)
	}
}

func checkLocalizations(t *errorTree, path string, texts map[string]string, low, high int,
	name func(*errorTree, string, string)) {
	for _, locale := range sortedKeys(texts) {
		at := path + "." + locale
		if !locales[locale] {
			t.add(at, "DICT_TYPE_KEY", "%q is no locale of Discord", locale)
		}
		if name != nil {
			name(t, at, texts[locale])
			continue
		}
		checkLength(t, at, texts[locale], low, high)
	}
}

// checkOptions checks one level of options; depth counts the subcommands above.
func checkOptions(t *errorTree, path string, options []CommandOption, depth int) {
	if len(options) > maxOptions {
		t.add(path+"options", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxOptions)
	}
	names := map[string]bool{}
	optional := false
	for i := range options {
		o := &options[i]
		at := fmt.Sprintf("%soptions.%d.", path, i)
		checkName(t, at+"name", o.Name)
		checkLength(t, at+"description", o.Description, 1, maxDescription)
		checkLocalizations(t, at+"name_localizations", o.NameLocalizations, 1, 32, checkName)
		checkLocalizations(t, at+"description_localizations", o.DescriptionLocalizations, 1, maxDescription, nil)
		if names[o.Name] {
			t.add(at+"name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name must be unique: %q", o.Name)
		}
		names[o.Name] = true
		if (o.Type <= OptionSubcommandGroup) != (options[0].Type <= OptionSubcommandGroup) {
			t.add(at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and other options cannot be mixed")
		}
		if o.Required && optional {
			t.add(at+"required", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		checkOption(t, at, o, depth)
	}
	checkLocalizedUnique(t, path, options)
}

// checkLocalizedUnique: a user must be able to tell options apart in every language.
func checkLocalizedUnique(t *errorTree, path string, options []CommandOption) {
	for _, locale := range sortedKeys(locales) {
		names := map[string]bool{}
		for i := range options {
			name := options[i].NameLocalizations[locale]
			if name != "" && names[name] {
				t.add(fmt.Sprintf("%soptions.%d.name_localizations.%s", path, i, locale),
					"APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name must be unique: %q", name)
			}
			names[name] = true
		}
	}
}

func checkOption(t *errorTree, at string, o *CommandOption, depth int) {
	switch o.Type {
	case OptionSubcommand, OptionSubcommandGroup:
		if depth > 1 || o.Type == OptionSubcommandGroup && depth > 0 {
			t.add(at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands go two levels deep at most")
		}
		if o.Required || o.Autocomplete || len(o.Choices) > 0 {
			t.add(at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A subcommand is neither required nor a value")
		}
		if o.Type == OptionSubcommandGroup {
			for i := range o.Options {
				if o.Options[i].Type != OptionSubcommand {
					t.add(fmt.Sprintf("%soptions.%d.type", at, i), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
						"A group holds subcommands")
				}
			}
		}
		checkOptions(t, at, o.Options, depth+1)
		return
	case OptionString, OptionInteger, OptionNumber:
	case OptionBoolean, OptionUser, OptionChannel, OptionRole, OptionMentionable, OptionAttachment:
		if o.Autocomplete || len(o.Choices) > 0 {
			t.add(at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only text and numbers have choices")
		}
	default:
		t.add(at+"type", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).")
	}
	if len(o.Options) > 0 {
		t.add(at+"options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only subcommands have options")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		t.add(at+"autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
			"Autocomplete and choices exclude each other")
	}
	checkChoices(t, at, o.Choices, o.Type)
	checkChoiceNames(t, at, o.Choices)
	checkRanges(t, at, o)
}

func checkChoiceNames(t *errorTree, at string, choices []Choice) {
	names := map[string]bool{}
	for i, c := range choices {
		if names[c.Name] {
			t.add(fmt.Sprintf("%schoices.%d.name", at, i), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
				"Option choice names must be unique")
		}
		names[c.Name] = true
	}
}

func checkRanges(t *errorTree, at string, o *CommandOption) {
	number := o.Type == OptionInteger || o.Type == OptionNumber
	if (o.MinValue != nil || o.MaxValue != nil) && !number {
		t.add(at+"min_value", "APPLICATION_COMMAND_OPTIONS_MIN_MAX", "Only numbers have a range")
	}
	if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
		t.add(at+"min_value", "APPLICATION_COMMAND_OPTIONS_MIN_MAX", "min_value is greater than max_value")
	}
	if o.Type == OptionInteger {
		for _, v := range []*float64{o.MinValue, o.MaxValue} {
			if v != nil && (*v != math.Trunc(*v) || math.Abs(*v) > maxSafeInteger) {
				t.add(at+"min_value", "NUMBER_TYPE_COERCE", "Value is not int.")
			}
		}
	}
	if (o.MinLength != nil || o.MaxLength != nil) && o.Type != OptionString {
		t.add(at+"min_length", "APPLICATION_COMMAND_OPTIONS_MIN_MAX", "Only text has a length")
	}
	if o.MinLength != nil && (*o.MinLength < 0 || *o.MinLength > maxOptionString) ||
		o.MaxLength != nil && (*o.MaxLength < 1 || *o.MaxLength > maxOptionString) {
		t.add(at+"max_length", "NUMBER_TYPE_MAX", "Lengths are between 0 and %d.", maxOptionString)
	}
}

// choiceValueProblem says what is wrong with the value of a choice; "" if nothing.
func choiceValueProblem(value any, option int) string {
	switch v := value.(type) {
	case string:
		if option != OptionString {
			return "Value must be a number."
		}
		if utf8.RuneCountInString(v) > maxChoiceText {
			return fmt.Sprintf("Must be %d or fewer in length.", maxChoiceText)
		}
		return ""
	case float64:
		switch {
		case option == OptionNumber:
			return ""
		case option != OptionInteger:
			return "Value must be text."
		case v != math.Trunc(v) || math.Abs(v) > maxSafeInteger:
			return "Value is not int."
		}
		return ""
	}
	return "Value must be text or a number."
}

// sum counts the characters of names, descriptions and values, of translations the longest.
func (c *Command) sum() int {
	return longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations) + sumOptions(c.Options)
}

func sumOptions(options []CommandOption) int {
	sum := 0
	for i := range options {
		o := &options[i]
		sum += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
		for _, c := range o.Choices {
			sum += longest(c.Name, c.NameLocalizations)
			if text, ok := c.Value.(string); ok {
				sum += utf8.RuneCountInString(text)
			}
		}
		sum += sumOptions(o.Options)
	}
	return sum
}

func longest(text string, translations map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, t := range translations {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}
