package driver

import (
	"context"
	"strings"

	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Args has the options that a user fills in, by name. Text is a string, numbers are int or float64,
// flags are bool, both may be text as one types them, and entities are *User, *Channel, *Role or
// their ids. A fixed choice is given by its value or by the name the user reads.
type Args map[string]any

// Slash sends a slash command such as "garden dig", in default names or the user's language. It
// returns when the bot has been told. [interaction.Interaction.Wait] returns what comes of it.
func (u *User) Slash(ctx context.Context, c *Channel, command string,
	args Args) (*interaction.Interaction, error) {
	return u.act(ctx, func(w *world.World) (a interaction.Action, err error) {
		t, err := u.typeCommand(w, c, command)
		if err != nil {
			return a, err
		}
		values, err := t.fill(args, "")
		if err != nil {
			return a, err
		}
		return t.action(interaction.Cause{Kind: wire.InteractionCommand}, t.data(values)), nil
	})
}

// Autocomplete types into an option and returns what is suggested, in the names that the user
// reads.
func (u *User) Autocomplete(ctx context.Context, c *Channel, command string, args Args,
	focused, text string) ([]wire.Choice, error) {
	locale := ""
	in, err := u.act(ctx, func(w *world.World) (a interaction.Action, err error) {
		t, err := u.typeCommand(w, c, command)
		if err != nil {
			return a, err
		}
		o := t.option(focused)
		if o == nil || !o.Autocomplete {
			return a, u.refused("complete "+focused, "%q has no such option with autocomplete", t.name())
		}
		values, err := t.fill(args, o.Name)
		if err != nil {
			return a, err
		}
		locale = t.locale
		values = append(values, wire.OptionData{Name: o.Name, Type: o.Type, Value: text, Focused: true})
		return t.action(interaction.Cause{Kind: wire.InteractionAutocomplete, OptionType: o.Type}, t.data(values)), nil
	})
	if err != nil {
		return nil, err
	}
	outcome, err := in.Wait(ctx)
	if err != nil {
		return nil, err
	}
	if outcome.Kind != interaction.Suggested {
		return nil, u.refused("complete "+focused, "loading options failed")
	}
	return wire.ShownChoices(outcome.Choices, locale), nil
}

// typed is a command as the user has typed it so far.
type typed struct {
	user     *User
	world    *world.World
	ch       *world.Channel
	command  *wire.Command
	path     []string // subcommands, in default names
	options  []wire.CommandOption
	locale   string
	resolved resolved
}

func (t *typed) name() string { return strings.Join(append([]string{t.command.Name}, t.path...), " ") }

func (t *typed) action(cause interaction.Cause, data wire.CommandData) interaction.Action {
	cause.Name = t.name()
	return interaction.Action{Cause: cause, Channel: t.ch, Data: data}
}

// typeCommand returns what the user typed, if it is offered in the channel.
func (u *User) typeCommand(w *world.World, c *Channel, text string) (*typed, error) {
	what := "use /" + text
	words := strings.Fields(strings.TrimPrefix(text, "/"))
	if len(words) == 0 {
		return nil, u.refused(what, "nothing was typed")
	}
	t, err := typedCommand(u, w, c, wire.CommandChat, words[0], what)
	if err != nil {
		return nil, err
	}
	return t, t.descend(words[1:], what)
}

// typedCommand returns a command of a type by its name, if it is offered to the user in the
// channel.
func typedCommand(u *User, w *world.World, c *Channel, kind int, name, what string) (*typed, error) {
	ch := w.Channel(c.ID)
	if ch == nil || !ch.SeenBy(u.ID) {
		return nil, u.refused(what, "the channel is not there")
	}
	if ch.Thread.Archived {
		return nil, u.refused(what, "the thread is archived")
	}
	if len(ch.Installed(u.ID)) == 0 {
		return nil, u.refused(what, "the bot is not in this server")
	}
	locale := w.User(u.ID).Locale
	for _, command := range ch.Commands(kind, u.ID) {
		if name != command.Name && name != wire.Localized(command.NameLocalizations, locale, "") {
			continue
		}
		return &typed{user: u, world: w, ch: ch, command: command, options: command.Options, locale: locale,
			resolved: resolved{}}, nil
	}
	return nil, u.refused(what, "no such command is shown here")
}

func (t *typed) descend(words []string, what string) error {
	for _, word := range words {
		next := t.option(word)
		if next == nil || next.Type > wire.OptionSubcommandGroup {
			return t.user.refused(what, "there is no subcommand %q", word)
		}
		t.path = append(t.path, next.Name)
		t.options = next.Options
	}
	if len(t.options) > 0 && t.options[0].Type <= wire.OptionSubcommandGroup {
		return t.user.refused(what, "a subcommand is missing")
	}
	return nil
}

// option returns an option or subcommand by its default name or the one the user reads, nil if
// there is none.
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
func (t *typed) fill(args Args, focused string) ([]wire.OptionData, error) {
	what := "use /" + t.name()
	given := map[string]any{}
	for name, value := range args {
		o := t.option(name)
		if o == nil {
			return nil, t.user.refused(what, "there is no option %q", name)
		}
		given[o.Name] = value
	}
	var values []wire.OptionData
	for i := range t.options {
		o := &t.options[i]
		value, is := given[o.Name]
		switch {
		case o.Name == focused:
			continue
		case !is && o.Required && focused == "":
			return nil, t.user.refused(what, "the option %q is required", o.Name)
		case !is:
			continue
		}
		checked, err := t.value(o, value)
		if err != nil {
			return nil, err
		}
		values = append(values, wire.OptionData{Name: o.Name, Type: o.Type, Value: checked})
	}
	return values, nil
}

// data returns the data of the event, with the values nested in the subcommands.
func (t *typed) data(values []wire.OptionData) wire.CommandData {
	for i := len(t.path) - 1; i >= 0; i-- {
		kind := wire.OptionSubcommand
		if i < len(t.path)-1 {
			kind = wire.OptionSubcommandGroup
		}
		values = []wire.OptionData{{Name: t.path[i], Type: kind, Options: values}}
	}
	return wire.CommandData{ID: t.command.ID, Name: t.command.Name, Type: t.command.Type, Options: values,
		Resolved: t.resolved}
}
