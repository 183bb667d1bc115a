package world

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"unicode/utf8"

	"amytis/bot/localdiscord/wire"
)

// Args has the options that a user fills in, by name. Text is a string, numbers are int or float64,
// flags are bool, both may be text as one types them, and entities are *User, *Channel, *Role or
// their ids. A fixed choice is given by its value or by the name the user reads.
type Args map[string]any

// Slash sends a slash command such as "garden dig", in default names or the user's language.
// [Interaction.Wait] returns what comes of it.
func (u *User) Slash(ctx context.Context, c *Channel, command string, args Args) (*Interaction, error) {
	return u.act(ctx, "use /"+command, func(a *attempt) error {
		t, err := a.typeCommand(c, command)
		if err != nil {
			return err
		}
		values, err := t.fill(args, "")
		t.send(Cause{Kind: wire.InteractionCommand}, values, "")
		return err
	})
}

// Autocomplete types into an option and returns the suggestions in the user's language.
func (u *User) Autocomplete(ctx context.Context, c *Channel, command string, args Args,
	focused, text string) ([]wire.Choice, error) {
	what := "complete " + focused + " of /" + command
	in, err := u.act(ctx, what, func(a *attempt) error {
		t, err := a.typeCommand(c, command)
		if err != nil {
			return err
		}
		o := t.option(focused)
		if o == nil || !o.Autocomplete {
			return a.refused("%q has no such option with autocomplete", t.name())
		}
		values, err := t.fill(args, o.Name)
		values = append(values, wire.OptionData{Name: o.Name, Type: o.Type, Value: text, Focused: true})
		t.send(Cause{Kind: wire.InteractionAutocomplete, OptionType: o.Type}, values, "")
		return err
	})
	if err != nil {
		return nil, err
	}
	outcome, err := in.Wait(ctx)
	if err != nil {
		return nil, err
	}
	if outcome.Kind != Suggested {
		return nil, u.refused(what, "loading options failed")
	}
	return wire.ShownChoices(outcome.Choices, u.Locale), nil
}

// typed is a command as the user has typed it so far.
type typed struct {
	*attempt
	command *wire.Command
	path    []string // subcommands, in default names
	options []wire.CommandOption
	locale  string
}

func (t *typed) name() string { return strings.Join(append([]string{t.command.Name}, t.path...), " ") }

// send fills in the action, with the values nested in the subcommands.
func (t *typed) send(cause Cause, values []wire.OptionData, target string) {
	for i := len(t.path) - 1; i >= 0; i-- {
		kind := wire.OptionSubcommand
		if i < len(t.path)-1 {
			kind = wire.OptionSubcommandGroup
		}
		values = []wire.OptionData{{Name: t.path[i], Type: kind, Options: values}}
	}
	cause.Name = t.name()
	t.Cause, t.Data = cause, wire.CommandData{ID: t.command.ID, Name: t.command.Name, Type: t.command.Type,
		TargetID: target, Options: values, Resolved: t.resolved}
}

func (a *attempt) typeCommand(c *Channel, text string) (*typed, error) {
	words := strings.Fields(strings.TrimPrefix(text, "/"))
	if len(words) == 0 {
		return nil, a.refused("nothing was typed")
	}
	t, err := a.findCommand(c, wire.CommandChat, words[0])
	if err != nil {
		return nil, err
	}
	for _, word := range words[1:] {
		next := t.option(word)
		if next == nil || next.Type > wire.OptionSubcommandGroup {
			return nil, a.refused("there is no subcommand %q", word)
		}
		t.path = append(t.path, next.Name)
		t.options = next.Options
	}
	if len(t.options) > 0 && t.options[0].Type <= wire.OptionSubcommandGroup {
		return nil, a.refused("a subcommand is missing")
	}
	return t, nil
}

// findCommand returns a command that the channel offers to the user.
func (a *attempt) findCommand(c *Channel, kind int, name string) (*typed, error) {
	if err := a.enter(c.ID); err != nil {
		return nil, err
	}
	if a.Channel.Thread.Archived {
		return nil, a.refused("the thread is archived")
	}
	if len(a.user.installations(a.Channel)) == 0 {
		return nil, a.refused("the bot is not in this server")
	}
	locale := a.user.Locale
	for _, command := range a.user.commands(a.Channel, kind) {
		if name == command.Name || name == wire.Localized(command.NameLocalizations, locale, "") {
			return &typed{attempt: a, command: command, options: command.Options, locale: locale}, nil
		}
	}
	return nil, a.refused("no such command is shown here")
}

// option returns an option or subcommand by its default name or the one the user reads, or nil.
func (t *typed) option(name string) *wire.CommandOption {
	for i := range t.options {
		o := &t.options[i]
		if o.Name == name || wire.Localized(o.NameLocalizations, t.locale, "") == name {
			return o
		}
	}
	return nil
}

// fill checks the arguments and returns them in declared order. While one option is typed, required
// ones may be missing.
func (t *typed) fill(args Args, focused string) (values []wire.OptionData, err error) {
	given := map[string]any{}
	for name, value := range args {
		o := t.option(name)
		if o == nil {
			return nil, t.refused("there is no option %q", name)
		}
		given[o.Name] = value
	}
	for i := range t.options {
		o := &t.options[i]
		value, is := given[o.Name]
		switch {
		case o.Name == focused:
			continue
		case !is && o.Required && focused == "":
			return nil, t.refused("the option %q is required", o.Name)
		case !is:
			continue
		}
		checked, why := t.value(o, value)
		if why != "" {
			return nil, t.refused("option %s: %v %s", o.Name, value, why)
		}
		values = append(values, wire.OptionData{Name: o.Name, Type: o.Type, Value: checked})
	}
	return values, nil
}

// value returns what the user gives for an option as Discord sends it, or why it is refused.
func (t *typed) value(o *wire.CommandOption, given any) (value any, why string) {
	value = given
	if n, is := given.(int); is {
		value = float64(n)
	}
	if len(o.Choices) > 0 {
		for _, c := range o.Choices {
			if c.Value == value || c.Name == value || wire.Localized(c.NameLocalizations, t.locale, c.Name) == value {
				return c.Value, ""
			}
		}
		return nil, "is not among the choices"
	}
	if text, is := value.(string); is && (o.Type == wire.OptionInteger || o.Type == wire.OptionBoolean) {
		_ = json.Unmarshal([]byte(text), &value) // what cannot be read is refused below
	}
	switch o.Type {
	case wire.OptionString:
		text, is := value.(string)
		n := utf8.RuneCountInString(text)
		switch {
		case !is:
			return nil, "is not text"
		case n == 0, n > wire.MaxOptionText, !within(n, o.MinLength, o.MaxLength):
			return nil, "is too short or too long"
		}
	case wire.OptionInteger:
		n, is := value.(float64)
		if !is || n != math.Trunc(n) || math.Abs(n) > wire.MaxSafeInteger {
			return nil, "is not such a number"
		}
		if !within(n, o.MinValue, o.MaxValue) {
			return nil, "is out of range"
		}
	case wire.OptionBoolean:
		if _, is := value.(bool); !is {
			return nil, "is neither true nor false"
		}
	default:
		value = entityID(given)
		if !t.choose(o.Type, entityID(given), o.ChannelTypes) {
			return nil, "cannot be chosen"
		}
	}
	return value, ""
}

// MenuItem is a command in the menus of a channel's people or messages.
type MenuItem struct {
	Type int    `json:"type"` // wire.CommandUser or wire.CommandMessage
	Name string `json:"name"`
}

func (u *User) MenuItems(c *Channel) []MenuItem {
	defer u.world.lock()()
	items := []MenuItem{}
	for _, kind := range []int{wire.CommandUser, wire.CommandMessage} {
		for _, command := range u.commands(c, kind) {
			items = append(items, MenuItem{kind, wire.Localized(command.NameLocalizations, u.Locale, command.Name)})
		}
	}
	return items
}

// ChooseItem chooses a command from the menu of a person, the bot or a message.
func (u *User) ChooseItem(ctx context.Context, c *Channel, kind int, command, targetID string) (*Interaction, error) {
	return u.act(ctx, "choose "+command, func(a *attempt) error {
		t, err := a.findCommand(c, kind, command)
		if err != nil {
			return err
		}
		if kind == wire.CommandUser {
			if !c.May(u.ID, c.Sending()) || !a.choose(wire.OptionUser, targetID, nil) {
				return a.refused("there is no such person, or no permission to write here")
			}
		} else {
			message, ch := u.see(targetID)
			if message == nil || message.Ephemeral() || ch != c {
				return a.refused("there is no such message for all to see")
			}
			a.resolve("messages", targetID, *message)
		}
		t.send(Cause{Kind: wire.InteractionCommand, Menu: true}, nil, targetID)
		return nil
	})
}
