package body

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"amytis/bot/localdiscord/wire"
)

// Limits of commands. https://discord.com/developers/docs/interactions/application-commands
const (
	maxCommands    = 100
	maxMenu        = 15 // in each kind of menu, since 3 March 2026
	maxMenuName    = 32
	maxOptions     = 25
	maxDescription = 100
	maxChoiceName  = 100
	maxChoiceText  = 100
	maxCommandSum  = 8000

	// MaxSafeInteger is the largest integer that an option can have, either sign.
	MaxSafeInteger = 1<<53 - 1
	// MaxOptionText is how many characters a text option can have.
	MaxOptionText = 6000
)

// commandName is Discord's pattern, with \p{sc=Deva} and \p{sc=Thai} in Go's spelling.
var commandName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
})

// Command checks a command. path is where the body has it, "" or "3.".
func Command(t *wire.Problems, path string, c *wire.Command) {
	name, fewest, most := checkName, 1, maxDescription
	switch c.Type {
	case wire.CommandChat:
	case wire.CommandUser, wire.CommandMessage:
		name, fewest, most = upTo(maxMenuName), 0, 0
		if len(c.Options) > 0 {
			t.Add(path+"options", "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands have no options")
		}
	default:
		t.Add(path+"type", "LOCAL_NOT_SUPPORTED", "This Discord has slash commands and context menus only")
	}
	name(t, path+"name", c.Name)
	t.Length(path+"description", c.Description, fewest, most)
	checkLocalizations(t, path+"name_localizations", c.NameLocalizations, name)
	checkLocalizations(t, path+"description_localizations", c.DescriptionLocalizations, upTo(maxDescription))
	if p := c.DefaultMemberPermissions; p != nil && *p != "0" && !wire.IsSnowflake(*p) {
		t.Add(path+"default_member_permissions", "NUMBER_TYPE_COERCE", "Value %q is not a permission set.", *p)
	}
	checkOptions(t, path, c.Options, 0)
	if size := sum(c); size > maxCommandSum {
		t.Add(strings.TrimSuffix(path, "."), "APPLICATION_COMMAND_TOO_LARGE",
			"Command exceeds maximum size (%d), it has %d", maxCommandSum, size)
	}
}

func checkName(t *wire.Problems, path, name string) {
	if !commandName().MatchString(name) || strings.ToLower(name) != name {
		t.Add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: %q", name)
	}
}

// upTo returns a check that a text has 1 to n characters.
func upTo(n int) func(t *wire.Problems, at, text string) {
	return func(t *wire.Problems, at, text string) { t.Length(at, text, 1, n) }
}

// checkLocalizations checks a text's translations, each of them with check.
func checkLocalizations(t *wire.Problems, path string, texts map[string]string,
	check func(t *wire.Problems, at, text string)) {
	for _, locale := range slices.Sorted(maps.Keys(texts)) {
		at := path + "." + locale
		if !wire.Locales[locale] {
			t.Add(at, "DICT_TYPE_KEY", "%q is no locale of Discord", locale)
		}
		check(t, at, texts[locale])
	}
}

// CommandCount refuses more commands than one application may have in one place.
func CommandCount(commands []*wire.Command) *wire.Refusal {
	most := map[int]int{wire.CommandChat: maxCommands, wire.CommandUser: maxMenu, wire.CommandMessage: maxMenu,
		wire.CommandEntryPoint: 1}
	left := maps.Clone(most)
	for _, c := range commands {
		if left[c.Type]--; left[c.Type] < 0 {
			return wire.Refuse(http.StatusBadRequest, wire.CodeTooManyCommands,
				fmt.Sprintf("Maximum number of application commands reached (%d).", most[c.Type]))
		}
	}
	return nil
}

// sum counts the characters of names, descriptions and values. Of translations only the longest
// counts.
func sum(c *wire.Command) int {
	return longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations) +
		sumOptions(c.Options)
}

func sumOptions(options []wire.CommandOption) int {
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
