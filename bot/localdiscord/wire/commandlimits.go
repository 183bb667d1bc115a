package wire

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Limits of commands. https://discord.com/developers/docs/interactions/application-commands
const (
	maxCommands   = 100
	maxMenu       = 15 // in each kind of menu, since 3 March 2026
	maxCommandSum = 8000

	// MaxSafeInteger is the largest integer that an option can have, either sign.
	MaxSafeInteger = 1<<53 - 1
	// MaxOptionText is how many characters a text option can have.
	MaxOptionText = 6000
)

// commandName is Discord's pattern, with \p{sc=Deva} and \p{sc=Thai} in Go's spelling.
var commandName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
})

func (t *Problems) commandName(path, name string) {
	t.AddIf(!commandName().MatchString(name) || strings.ToLower(name) != name,
		path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: %q", name)
}

func (c *Command) Check(t *Problems, path string) {
	name, description := "name", "1-100"
	switch c.Type {
	case CommandChat:
	case CommandUser, CommandMessage:
		name, description = "1-32", "0-0"
		t.AddIf(len(c.Options) > 0,
			path+"options", "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands have no options")
	default:
		t.Add(path+"type", "LOCAL_NOT_SUPPORTED", "This Discord has slash commands and context menus only")
	}
	t.Text(path+"name", c.Name, name)
	t.Translations(path+"name_localizations", c.NameLocalizations, name)
	t.Text(path+"description", c.Description, description)
	if p := c.DefaultMemberPermissions; p != nil && *p != "0" && !IsSnowflake(*p) {
		t.Add(path+"default_member_permissions", "NUMBER_TYPE_COERCE", "Value %q is not a permission set.", *p)
	}
	checkOptions(t, path, c.Options, 0)
	size := longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations) +
		sumOptions(c.Options)
	if size > maxCommandSum {
		t.Add(strings.TrimSuffix(path, "."), "APPLICATION_COMMAND_TOO_LARGE",
			"Command exceeds maximum size (%d), it has %d", maxCommandSum, size)
	}
}

// CommandCount refuses more commands than one application may have in one place.
func CommandCount(commands []*Command) *Refusal {
	most := map[int]int{CommandChat: maxCommands, CommandUser: maxMenu, CommandMessage: maxMenu, CommandEntryPoint: 1}
	left := maps.Clone(most)
	for _, c := range commands {
		if left[c.Type]--; left[c.Type] < 0 {
			return Refuse(http.StatusBadRequest, CodeTooManyCommands,
				fmt.Sprintf("Maximum number of application commands reached (%d).", most[c.Type]))
		}
	}
	return nil
}

// sumOptions counts characters. Of translations only the longest counts.
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

// checkOptions checks how options go together. depth counts the subcommands above them.
func checkOptions(t *Problems, path string, options []CommandOption, depth int) {
	names := map[string]bool{}
	optional := false
	for i := range options {
		o := &options[i]
		at := fmt.Sprintf("%soptions.%d.", path, i)
		Unique(t, names, o.Name, at+"name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name must be unique")
		t.AddIf(o.isCommand() != options[0].isCommand(),
			at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and other options cannot be mixed")
		t.AddIf(o.Required && optional, at+"required", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
			"Required options must be placed before non-required options")
		optional = optional || !o.Required
		if o.isCommand() {
			t.AddIf(depth > 1 || o.Type == OptionSubcommandGroup && depth > 0,
				at+"type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands go two levels deep at most")
			checkOptions(t, at, o.Options, depth+1)
		}
	}
	// A user has to tell the options apart in every language.
	for _, locale := range slices.Sorted(maps.Keys(Locales)) {
		names := map[string]bool{}
		for i := range options {
			at := fmt.Sprintf("%soptions.%d.name_localizations.%s", path, i, locale)
			Unique(t, names, options[i].NameLocalizations[locale], at, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
				"Option name must be unique")
		}
	}
}

// isCommand reports whether the option is a subcommand or a group of them.
func (o *CommandOption) isCommand() bool { return o.Type <= OptionSubcommandGroup }

func (o *CommandOption) Check(t *Problems, path string) {
	wrong := func(field, code, why string, is bool) { t.AddIf(is, path+field, code, "%s", why) }
	const wrongType = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
	const wrongRange = "APPLICATION_COMMAND_OPTIONS_MIN_MAX"
	chosen := o.Autocomplete || len(o.Choices) > 0
	if o.Type == OptionSubcommand || o.Type == OptionSubcommandGroup {
		wrong("type", wrongType, "A subcommand is neither required nor a value", o.Required || chosen)
		for i := 0; i < len(o.Options) && o.Type == OptionSubcommandGroup; i++ {
			wrong(fmt.Sprintf("options.%d.type", i), wrongType, "A group holds subcommands",
				o.Options[i].Type != OptionSubcommand)
		}
		return
	}
	number := o.Type == OptionInteger
	text := o.Type == OptionString
	wrong("type", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6, 7, 8) on this Discord.",
		o.Type < 1 || o.Type > OptionRole)
	wrong("type", wrongType, "Only text and numbers have choices", chosen && !text && !number)
	wrong("options", wrongType, "Only subcommands have options", len(o.Options) > 0)
	wrong("autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
		"Autocomplete and choices exclude each other", o.Autocomplete && len(o.Choices) > 0)
	t.ChoiceValues(path, o.Choices, o.Type)
	names := map[string]bool{}
	for i, c := range o.Choices {
		Unique(t, names, c.Name, fmt.Sprintf("%schoices.%d.name", path, i),
			"APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice names must be unique")
	}
	wrong("min_value", wrongRange, "Only numbers have a range", (o.MinValue != nil || o.MaxValue != nil) && !number)
	wrong("min_value", wrongRange, "min_value is greater than max_value",
		o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue)
	for _, v := range []*float64{o.MinValue, o.MaxValue} {
		wrong("min_value", "NUMBER_TYPE_COERCE", "Value is not int.", number && v != nil && !isInt(*v))
	}
	wrong("min_length", wrongRange, "Only text has a length", (o.MinLength != nil || o.MaxLength != nil) && !text)
	wrong("max_length", "NUMBER_TYPE_MAX", fmt.Sprintf("Lengths are between 0 and %d.", MaxOptionText),
		o.MinLength != nil && (*o.MinLength < 0 || *o.MinLength > MaxOptionText) ||
			o.MaxLength != nil && (*o.MaxLength < 1 || *o.MaxLength > MaxOptionText))
}

func isInt(v float64) bool { return v == math.Trunc(v) && math.Abs(v) <= MaxSafeInteger }

// ChoiceValues checks the values of choices for an option of a type.
func (t *Problems) ChoiceValues(path string, list []Choice, option int) {
	for i, c := range list {
		problem := ""
		switch v := c.Value.(type) {
		case string:
			if option != OptionString {
				problem = "Value must be a number."
			} else if utf8.RuneCountInString(v) > 100 {
				problem = "Must be 100 or fewer in length."
			}
		case float64:
			if option != OptionInteger {
				problem = "Value must be text."
			} else if !isInt(v) {
				problem = "Value is not int."
			}
		default:
			problem = "Value must be text or a number."
		}
		t.AddIf(problem != "",
			fmt.Sprintf("%schoices.%d.value", path, i), "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_TYPE", "%s", problem)
	}
}
