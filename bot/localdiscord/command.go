package localdiscord

import (
	"encoding/json"
	"strings"
)

// Command is an application command as registered.
// https://discord.com/developers/docs/interactions/application-commands#application-command-object
type Command struct {
	ID                       string            `json:"id"`
	ApplicationID            string            `json:"application_id"`
	GuildID                  string            `json:"guild_id,omitempty"`
	Version                  string            `json:"version"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []CommandOption   `json:"options,omitempty"`
	DefaultMemberPermissions *string           `json:"default_member_permissions"`
	DMPermission             *bool             `json:"dm_permission,omitempty"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types"`
	NSFW                     bool              `json:"nsfw"`
}

// CommandOption is an option, subcommand or group of subcommands.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
}

// Types of options.
const (
	OptionSubcommand      = 1
	OptionSubcommandGroup = 2
	OptionString          = 3
	OptionInteger         = 4
	OptionBoolean         = 5
	OptionUser            = 6
	OptionChannel         = 7
	OptionRole            = 8
	OptionMentionable     = 9
	OptionNumber          = 10
	OptionAttachment      = 11
)

// commandChat is a slash command; the other two types are in context menus.
const (
	commandChat    = 1
	commandUser    = 2
	commandMessage = 3
)

// commandBody is the body of every request about commands. Absent fields keep their value in an edit.
type commandBody struct {
	ID                       opt[string]            `json:"id"`
	ApplicationID            opt[string]            `json:"application_id"`
	GuildID                  opt[string]            `json:"guild_id"`
	Version                  opt[string]            `json:"version"`
	Type                     opt[int]               `json:"type"`
	Name                     opt[string]            `json:"name"`
	NameLocalizations        opt[map[string]string] `json:"name_localizations"`
	Description              opt[string]            `json:"description"`
	DescriptionLocalizations opt[map[string]string] `json:"description_localizations"`
	Options                  opt[[]CommandOption]   `json:"options"`
	DefaultMemberPermissions opt[json.RawMessage]   `json:"default_member_permissions"`
	DefaultPermission        opt[bool]              `json:"default_permission"`
	DMPermission             opt[bool]              `json:"dm_permission"`
	Contexts                 opt[[]int]             `json:"contexts"`
	IntegrationTypes         opt[[]int]             `json:"integration_types"`
	NSFW                     opt[bool]              `json:"nsfw"`
	Handler                  opt[int]               `json:"handler"`
}

// onto gives the command that the body makes of another, or of nothing.
func (b *commandBody) onto(before *Command) *Command {
	c := &Command{Type: commandChat, ApplicationID: botID, IntegrationTypes: []int{0}}
	if before != nil {
		next := *before
		c = &next
	}
	take(b.Type, &c.Type)
	take(b.Name, &c.Name)
	take(b.NameLocalizations, &c.NameLocalizations)
	take(b.Description, &c.Description)
	take(b.DescriptionLocalizations, &c.DescriptionLocalizations)
	take(b.Options, &c.Options)
	take(b.Contexts, &c.Contexts)
	take(b.IntegrationTypes, &c.IntegrationTypes)
	take(b.NSFW, &c.NSFW)
	if b.DMPermission.set {
		c.DMPermission = nil
		if !b.DMPermission.null {
			allowed := b.DMPermission.v
			c.DMPermission = &allowed
		}
	}
	if b.DefaultMemberPermissions.set {
		c.DefaultMemberPermissions = nil
		if !b.DefaultMemberPermissions.null {
			text := strings.Trim(string(b.DefaultMemberPermissions.v), `"`)
			c.DefaultMemberPermissions = &text
		}
	}
	return c
}

func take[T any](from opt[T], to *T) {
	if from.set {
		*to = from.v
	}
}

// subcommands tells whether the command is only a name for its subcommands.
func (c *Command) subcommands() bool {
	return len(c.Options) > 0 && c.Options[0].Type <= OptionSubcommandGroup
}

// Leaf is one thing that can be typed: a command without subcommands, or a subcommand. Names are those that the user
// sees, in the user's language.
type Leaf struct {
	Path        string // "garden dig"
	Description string
	Options     []LeafOption
	// DefaultPath is Path in the names that the bot gets.
	DefaultPath string
}

// LeafOption is an option as a user sees it.
type LeafOption struct {
	Name         string
	DefaultName  string
	Description  string
	Type         int
	Required     bool
	Autocomplete bool
	Choices      []Choice
}

// leaves are all that can be typed of a command.
func (c *Command) leaves(locale string) []Leaf {
	name := localized(c.NameLocalizations, locale, c.Name)
	if !c.subcommands() {
		return []Leaf{{Path: name, DefaultPath: c.Name, Options: leafOptions(c.Options, locale),
			Description: localized(c.DescriptionLocalizations, locale, c.Description)}}
	}
	var leaves []Leaf
	var walk func(options []CommandOption, shown, plain string)
	walk = func(options []CommandOption, shown, plain string) {
		for i := range options {
			o := &options[i]
			shown := shown + " " + localized(o.NameLocalizations, locale, o.Name)
			plain := plain + " " + o.Name
			if o.Type == OptionSubcommandGroup {
				walk(o.Options, shown, plain)
				continue
			}
			leaves = append(leaves, Leaf{Path: shown, DefaultPath: plain, Options: leafOptions(o.Options, locale),
				Description: localized(o.DescriptionLocalizations, locale, o.Description)})
		}
	}
	walk(c.Options, name, c.Name)
	return leaves
}

func leafOptions(options []CommandOption, locale string) []LeafOption {
	leaves := make([]LeafOption, 0, len(options))
	for i := range options {
		o := &options[i]
		leaf := LeafOption{Name: localized(o.NameLocalizations, locale, o.Name), DefaultName: o.Name, Type: o.Type,
			Description: localized(o.DescriptionLocalizations, locale, o.Description), Required: o.Required,
			Autocomplete: o.Autocomplete}
		leaf.Choices = shownChoices(o.Choices, locale)
		leaves = append(leaves, leaf)
	}
	return leaves
}

// shownChoices have the names that the user reads.
func shownChoices(choices []Choice, locale string) []Choice {
	shown := make([]Choice, 0, len(choices))
	for _, c := range choices {
		shown = append(shown, Choice{Name: localized(c.NameLocalizations, locale, c.Name), Value: c.Value})
	}
	return shown
}
