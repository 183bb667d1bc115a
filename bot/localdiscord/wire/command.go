package wire

import (
	"cmp"
	"slices"
	"strconv"
)

// Command is a registered application command.
// https://discord.com/developers/docs/interactions/application-commands#application-command-object
type Command struct {
	ID                       string            `json:"id"`
	ApplicationID            string            `json:"application_id"`
	Version                  string            `json:"version"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations" limit:"1-100"`
	Options                  []CommandOption   `json:"options,omitempty" limit:"-25"`
	DefaultMemberPermissions *string           `json:"default_member_permissions"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types"`
	NSFW                     bool              `json:"nsfw"`
	Handler                  int               `json:"handler,omitempty"` // of an entry point
}

type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name" limit:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty" limit:"name"`
	Description              string            `json:"description" limit:"1-100"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty" limit:"1-100"`
	Required                 bool              `json:"required,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty" limit:"-25"`
	ChannelTypes             []int             `json:"channel_types,omitempty"` // which discordgo always sends
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty" limit:"-25"`
}

const (
	OptionSubcommand      = 1
	OptionSubcommandGroup = 2
	OptionString          = 3
	OptionInteger         = 4
	OptionBoolean         = 5
	OptionUser            = 6
	OptionChannel         = 7
	OptionRole            = 8
)

// Types of commands: typed ones, and those in the menu of a person or a message. Discord adds the
// entry point when an application's Activities are switched on.
const (
	CommandChat       = 1
	CommandUser       = 2
	CommandMessage    = 3
	CommandEntryPoint = 4
)

// Choice is a value that an autocomplete suggests, or a fixed value of an option.
type Choice struct {
	Name              string            `json:"name" limit:"1-100"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty" limit:"1-100"`
	Value             any               `json:"value"`
}

// Permits reports whether a member with these permissions can use the command.
func (c *Command) Permits(mine Permissions) bool {
	if c.DefaultMemberPermissions == nil || mine.Has(Administrator) {
		return true
	}
	if *c.DefaultMemberPermissions == "0" {
		return false
	}
	need, err := strconv.ParseUint(*c.DefaultMemberPermissions, 10, 64)
	return err == nil && mine.Has(Permissions(need))
}

// UsableIn reports whether the command has the context (0 for guilds, 1 for direct messages) and
// the integration type of an installation.
// https://discord.com/developers/docs/resources/application#application-object
func (c *Command) UsableIn(dm bool, installed map[string]string) bool {
	if !slices.ContainsFunc(c.IntegrationTypes, func(kind int) bool { return installed[strconv.Itoa(kind)] != "" }) {
		return false
	}
	context := 0
	if dm {
		context = 1
	}
	return len(c.Contexts) == 0 || slices.Contains(c.Contexts, context)
}

// Leaf is a command without subcommands, or a subcommand, in the user's language.
type Leaf struct {
	Path        string       `json:"path"`  // "garden dig"
	DefaultPath string       `json:"plain"` // in the names that the bot receives
	Description string       `json:"description"`
	Options     []LeafOption `json:"options"`
}

type LeafOption struct {
	Name         string   `json:"name"`
	DefaultName  string   `json:"plain"`
	Description  string   `json:"description"`
	Type         int      `json:"type"`
	Required     bool     `json:"required"`
	Autocomplete bool     `json:"autocomplete"`
	Choices      []Choice `json:"choices"`
}

func (c *Command) Leaves(locale string) []Leaf {
	all := CommandOption{Name: c.Name, NameLocalizations: c.NameLocalizations, Description: c.Description,
		DescriptionLocalizations: c.DescriptionLocalizations, Options: c.Options}
	return all.leaves(locale, "", "")
}

// leaves begins names with the names of the groups above the option.
func (o *CommandOption) leaves(locale, shown, plain string) (leaves []Leaf) {
	shown += Localized(o.NameLocalizations, locale, o.Name)
	plain += o.Name
	options := make([]LeafOption, 0, len(o.Options))
	for i := range o.Options {
		in := &o.Options[i]
		if in.isCommand() {
			leaves = append(leaves, in.leaves(locale, shown+" ", plain+" ")...)
			continue
		}
		options = append(options, LeafOption{Name: Localized(in.NameLocalizations, locale, in.Name),
			DefaultName: in.Name, Type: in.Type, Required: in.Required, Autocomplete: in.Autocomplete,
			Description: Localized(in.DescriptionLocalizations, locale, in.Description),
			Choices:     ShownChoices(in.Choices, locale)})
	}
	if leaves != nil {
		return leaves
	}
	return []Leaf{{Path: shown, DefaultPath: plain, Options: options,
		Description: Localized(o.DescriptionLocalizations, locale, o.Description)}}
}

// ShownChoices returns choices with the names that a user of the locale reads.
func ShownChoices(choices []Choice, locale string) []Choice {
	shown := make([]Choice, 0, len(choices))
	for _, c := range choices {
		shown = append(shown, Choice{Name: Localized(c.NameLocalizations, locale, c.Name), Value: c.Value})
	}
	return shown
}

// Locales has the languages of Discord's clients.
// https://discord.com/developers/docs/reference#Locales
var Locales = map[string]bool{"id": true, "da": true, "de": true, "en-GB": true, "en-US": true, "es-ES": true,
	"es-419": true, "fr": true, "hr": true, "it": true, "lt": true, "hu": true, "nl": true, "no": true, "pl": true,
	"pt-BR": true, "ro": true, "fi": true, "sv-SE": true, "vi": true, "tr": true, "cs": true, "el": true, "bg": true,
	"ru": true, "uk": true, "hi": true, "th": true, "zh-CN": true, "ja": true, "zh-TW": true, "ko": true}

// localeFallback is the language shown to users of a language without a text.
// https://discord.com/developers/docs/interactions/application-commands#localization
var localeFallback = map[string]string{"es-419": "es-ES", "en-GB": "en-US", "en-US": "en-GB"}

func Localized(texts map[string]string, locale, otherwise string) string {
	return cmp.Or(texts[locale], texts[localeFallback[locale]], otherwise)
}
