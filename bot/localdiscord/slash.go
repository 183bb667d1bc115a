package localdiscord

import (
	"context"
	"strings"
)

// Args are the options a user fills in, by name. The values are text for text, int or float64 for numbers, bool, and
// *User, *Channel or their ids. A fixed choice can be given by its value or by the name the user reads.
type Args map[string]any

// CallOption changes how an interaction is delivered to the bot.
type CallOption func(*delivery)

type delivery struct{ times int }

// Twice delivers the interaction twice, which Discord does now and then.
func Twice() CallOption { return func(d *delivery) { d.times = 2 } }

func deliveryOf(options []CallOption) delivery {
	d := delivery{times: 1}
	for _, option := range options {
		option(&d)
	}
	return d
}

// commandData is the data of a command or autocomplete interaction.
type commandData struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Type     int            `json:"type"`
	GuildID  string         `json:"guild_id,omitempty"`
	Options  []optionData   `json:"options,omitempty"`
	Resolved map[string]any `json:"resolved,omitempty"`
}

type optionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Focused bool         `json:"focused,omitempty"`
	Options []optionData `json:"options,omitempty"`
}

// typed is a command as the user has typed it so far.
type typed struct {
	user     *User
	ch       *channelState
	command  *Command
	path     []string // subcommands, in default names
	options  []CommandOption
	locale   string
	resolved map[string]any
}

// name in default names: "garden dig".
func (t *typed) name() string { return strings.Join(append([]string{t.command.Name}, t.path...), " ") }

// Slash sends a slash command such as "garden dig", in default names or the user's language. It returns when the bot
// has been told; [Interaction.Wait] gives what comes of it.
func (u *User) Slash(ctx context.Context, c *Channel, command string, args Args, options ...CallOption) (*Interaction, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := u.server
	s.mu.Lock()
	t, err := u.typeCommand(c, command)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	values, err := t.fill(args, "")
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	in := &Interaction{kind: kindCommand, user: u.state(), name: t.name()}
	wire := s.begin(in, t.ch, t.data(values), nil)
	s.mu.Unlock()
	return in, s.deliver(in, wire, deliveryOf(options).times)
}

// Autocomplete types into an option and gives what is suggested, in the names the user reads.
func (u *User) Autocomplete(ctx context.Context, c *Channel, command string, args Args, focused, text string) ([]Choice, error) {
	s := u.server
	s.mu.Lock()
	t, err := u.typeCommand(c, command)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	o := t.option(focused)
	if o == nil || !o.Autocomplete {
		s.mu.Unlock()
		return nil, u.refused("complete "+focused, "it is no option with autocomplete of %q", t.name())
	}
	values, err := t.fill(args, o.Name)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	values = append(values, optionData{Name: o.Name, Type: o.Type, Value: text, Focused: true})
	in := &Interaction{kind: kindAutocomplete, user: u.state(), name: t.name(), option: o.Type}
	locale := t.locale
	wire := s.begin(in, t.ch, t.data(values), nil)
	s.mu.Unlock()
	if err := s.deliver(in, wire, 1); err != nil {
		return nil, err
	}
	outcome, err := in.Wait(ctx)
	if err != nil {
		return nil, err
	}
	if outcome.Kind != Suggested {
		return nil, u.refused("complete "+focused, "loading options failed")
	}
	return shownChoices(outcome.Choices, locale), nil
}

// typeCommand finds what the user typed among the commands offered in the channel. The lock is held.
func (u *User) typeCommand(c *Channel, text string) (*typed, error) {
	what := "use /" + text
	w := &u.server.world
	ch := w.channels[c.ID]
	if ch == nil || !w.visible(u.ID, ch) {
		return nil, u.refused(what, "the channel is not there")
	}
	if ch.archived {
		return nil, u.refused(what, "the thread is archived")
	}
	if g := w.guilds[ch.guildID]; ch.guildID != "" && (g == nil || !g.botIsIn) {
		return nil, u.refused(what, "the bot is not in this server")
	}
	words := strings.Fields(strings.TrimPrefix(text, "/"))
	if len(words) == 0 {
		return nil, u.refused(what, "nothing was typed")
	}
	locale := u.state().locale
	mine := w.permissionsIn(u.ID, ch)
	for _, command := range w.commandsIn(ch) {
		if words[0] != command.Name && words[0] != localized(command.NameLocalizations, locale, "") {
			continue
		}
		if !mine.Has(UseApplicationCommands) || !command.permits(mine) {
			return nil, u.refused(what, "no permission")
		}
		t := &typed{user: u, ch: ch, command: command, options: command.Options, locale: locale,
			resolved: map[string]any{}}
		return t, t.descend(words[1:], what)
	}
	return nil, u.refused(what, "no such command is registered here")
}

// permits tells whether default_member_permissions let somebody with these permissions see the command.
func (c *Command) permits(mine Permissions) bool {
	if c.DefaultMemberPermissions == nil || mine.Has(Administrator) {
		return true
	}
	if *c.DefaultMemberPermissions == "0" {
		return false
	}
	var need Permissions
	for _, digit := range *c.DefaultMemberPermissions {
		need = need*10 + Permissions(digit-'0')
	}
	return mine.Has(need)
}

// descend walks into subcommands.
func (t *typed) descend(words []string, what string) error {
	for _, word := range words {
		var next *CommandOption
		for i := range t.options {
			o := &t.options[i]
			if o.Type <= OptionSubcommandGroup && (o.Name == word || localized(o.NameLocalizations, t.locale, "") == word) {
				next = o
			}
		}
		if next == nil {
			return t.user.refused(what, "there is no subcommand %q", word)
		}
		t.path = append(t.path, next.Name)
		t.options = next.Options
	}
	if len(t.options) > 0 && t.options[0].Type <= OptionSubcommandGroup {
		return t.user.refused(what, "a subcommand is missing")
	}
	return nil
}

// option finds an option by its default name or the one the user reads.
func (t *typed) option(name string) *CommandOption {
	for i := range t.options {
		o := &t.options[i]
		if o.Name == name || localized(o.NameLocalizations, t.locale, "") == name {
			return o
		}
	}
	return nil
}

// fill checks the arguments and gives them in declared order. While an option is being typed, it and required ones may
// be missing.
func (t *typed) fill(args Args, focused string) ([]optionData, error) {
	what := "use /" + t.name()
	given := map[string]any{}
	for name, value := range args {
		o := t.option(name)
		if o == nil {
			return nil, t.user.refused(what, "there is no option %q", name)
		}
		given[o.Name] = value
	}
	var values []optionData
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
		values = append(values, optionData{Name: o.Name, Type: o.Type, Value: checked})
	}
	return values, nil
}

// data nests the values into the subcommands.
func (t *typed) data(values []optionData) commandData {
	for i := len(t.path) - 1; i >= 0; i-- {
		kind := OptionSubcommand
		if i < len(t.path)-1 {
			kind = OptionSubcommandGroup
		}
		values = []optionData{{Name: t.path[i], Type: kind, Options: values}}
	}
	return commandData{ID: t.command.ID, Name: t.command.Name, Type: commandChat, GuildID: t.command.GuildID,
		Options: values, Resolved: t.resolved}
}

// Commands are what the user is offered in a channel, in the user's language.
func (u *User) Commands(c *Channel) []Leaf {
	s := u.server
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.world.channels[c.ID]
	if ch == nil {
		return nil
	}
	mine := s.world.permissionsIn(u.ID, ch)
	if !mine.Has(ViewChannel | UseApplicationCommands) {
		return nil
	}
	var leaves []Leaf
	for _, command := range s.world.commandsIn(ch) {
		if command.permits(mine) {
			leaves = append(leaves, command.leaves(u.state().locale)...)
		}
	}
	return leaves
}
