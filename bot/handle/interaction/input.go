package interaction

import (
	"cmp"
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/text"
	"amytis/engine/table"
)

type Input struct {
	Interaction *discordgo.Interaction
	ID          table.InteractionID
	User        table.UserID
	Name        string // the user's display name
	Place       Place
	// Guild is that of [table.DirectGuild] in a direct channel, and 0 elsewhere.
	Guild   table.GuildID
	Channel table.ChannelID
	// Words are in the user's language.
	Words *text.Words
	// Options are a command's options by name, as text. Route fills them in.
	Options map[string]string
	// Forgotten says that a restored backup has forgotten the position that the pressed control
	// belongs to. LoadControl sets it.
	Forgotten bool
	// Focused is the option that autocomplete completes. Route sets it.
	Focused string
}

// read returns the input of an interaction. Where the place or the user is missing ok is false, and
// the input has only the interaction and the words.
func read(i *discordgo.Interaction) (in Input, ok bool) {
	in = Input{Interaction: i, Words: text.For(string(i.Locale)), Options: map[string]string{}}
	member := i.Member
	if member == nil {
		member = &discordgo.Member{User: i.User}
	}
	if member.User == nil {
		return in, false
	}
	in.ID = table.ParseID[table.InteractionID](i.ID)
	in.User = table.ParseID[table.UserID](member.User.ID)
	in.Name = DisplayName(member)
	in.Channel = table.ParseID[table.ChannelID](i.ChannelID)
	switch in.Place = placeOf(i); in.Place {
	case OnServer:
		in.Guild = table.ParseID[table.GuildID](i.GuildID)
	case Direct:
		in.Guild = table.DirectGuild(in.Channel)
	}
	return in, in.Channel != 0 && in.User != 0 && (in.Guild != 0 || in.Place == Elsewhere)
}

// DisplayName returns a member's name on the server: the first of nickname, global name and
// username in which there is something to read.
func DisplayName(m *discordgo.Member) string {
	return cmp.Or(text.Shown(m.Nick), text.Shown(m.User.GlobalName), text.Shown(m.User.Username))
}

// GuildLocale returns the server's locale, "" if Discord did not send it; without a server, the
// user's.
func (in *Input) GuildLocale() string {
	switch {
	case in.Place != OnServer:
		return string(in.Interaction.Locale)
	case in.Interaction.GuildLocale == nil:
		return ""
	}
	return string(*in.Interaction.GuildLocale)
}

// TimeControl returns the time control in the command's options, or otherwise if there is none. The
// option pace names one. A reserve needs a limit, and a typed limit has only a typed reserve.
func (in *Input) TimeControl(otherwise table.TimeControl) table.TimeControl {
	c := otherwise
	if given := in.Options["pace"]; given != "" {
		c = table.ParseTimeControl(given)
	}
	if given := in.Options["limit"]; given != "" {
		c = table.TimeControl{Limit: table.ParseLimit(given)}
	}
	if given := in.Options["reserve"]; given != "" && c.Limit != 0 {
		c.Reserve = table.ParseLimit(given)
	}
	return c
}

// Handler answers one interaction. The router answers its error by Answer.Fail.
type Handler func(ctx context.Context, r *Request) error

// Routes maps routes to their handlers. A command's route is "command subcommand" or "command group
// subcommand", its autocomplete's has a "?" before it. That of a command in the menu of a person or
// a message is "@" and its name. A control's is ":" and its action, a sent form's "=" and its
// action.
type Routes map[string]Handler

// Route returns the interaction's route, "" for an unknown kind. It also sets Options and Focused.
func (in *Input) Route() string {
	switch in.Interaction.Type {
	case discordgo.InteractionApplicationCommand:
		return in.commandRoute(in.Interaction.ApplicationCommandData())
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "?" + in.commandRoute(in.Interaction.ApplicationCommandData())
	case discordgo.InteractionMessageComponent:
		return ":" + in.Control().Action
	case discordgo.InteractionModalSubmit:
		in.Options = in.Interaction.Data.(form.Sent).Values
		return "=" + in.Control().Action
	}
	return ""
}

// commandRoute returns the route of a command and reads its options.
func (in *Input) commandRoute(data discordgo.ApplicationCommandInteractionData) string {
	switch data.CommandType {
	case discordgo.UserApplicationCommand:
		in.Options["player"] = data.TargetID
		return "@" + data.Name
	case discordgo.MessageApplicationCommand:
		return "@" + data.Name
	}
	route := data.Name
	options := data.Options
	for len(options) == 1 && options[0].Type <= discordgo.ApplicationCommandOptionSubCommandGroup {
		route += " " + options[0].Name
		options = options[0].Options
	}
	for _, o := range options {
		in.Options[o.Name] = optionText(o)
		if o.Focused {
			in.Focused = o.Name
		}
	}
	return route
}

// optionText returns an option's value as text: an integer, "true" or "false".
func optionText(o *discordgo.ApplicationCommandInteractionDataOption) string {
	switch v := o.Value.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.Itoa(int(v))
	}
	return ""
}

// gameOfCommand returns the ID of the game whose command this is, "" if it is no game's.
func (in *Input) gameOfCommand() string {
	if in.Interaction.Type != discordgo.InteractionApplicationCommand {
		return ""
	}
	name := in.Interaction.ApplicationCommandData().Name
	for _, g := range games.All {
		if g.Info().Command == name {
			return g.Info().ID
		}
	}
	return ""
}

// Control returns the pressed control or that of the sent form, the zero Control if there is none
// or it is unreadable.
func (in *Input) Control() control.Control {
	id := ""
	switch data := in.Interaction.Data.(type) {
	case discordgo.MessageComponentInteractionData:
		id = data.CustomID
	case form.Sent:
		id = data.ID
	}
	c, _ := control.Parse(id)
	return c
}

// Chosen returns the first value chosen in a menu, "" for a button.
func (in *Input) Chosen() string {
	if values := in.AllChosen(); len(values) > 0 {
		return values[0]
	}
	return ""
}

// AllChosen returns the values chosen in a menu, none for a button or a command.
func (in *Input) AllChosen() []string {
	if in.Interaction.Type != discordgo.InteractionMessageComponent {
		return nil
	}
	return in.Interaction.MessageComponentData().Values
}

// TargetUser returns the user whose menu the command is from, and their membership of the server,
// nil for none.
func (in *Input) TargetUser() (*discordgo.User, *discordgo.Member) {
	data := in.Interaction.ApplicationCommandData()
	if data.Resolved == nil || data.Resolved.Users[data.TargetID] == nil {
		return &discordgo.User{ID: data.TargetID}, nil
	}
	return data.Resolved.Users[data.TargetID], data.Resolved.Members[data.TargetID]
}

// TargetVersion returns the table that the message is about whose menu the command is from, and its
// version in the message: by a picture, or else by the controls. The table is 0 if neither tells.
func (in *Input) TargetVersion() (table.ID, table.Version) {
	data := in.Interaction.ApplicationCommandData()
	if data.Resolved == nil || data.Resolved.Messages[data.TargetID] == nil {
		return 0, 0
	}
	m := data.Resolved.Messages[data.TargetID]
	for _, a := range m.Attachments {
		if id, version, named := pictures.ParseFileName(a.Filename); named {
			return id, version
		}
	}
	for _, b := range m.Components[0].(discordgo.ActionsRow).Components {
		if c, parsed := control.Parse(b.(discordgo.Button).CustomID); parsed && c.Table != 0 {
			return c.Table, c.Version
		}
	}
	return 0, 0
}

// OfMessage reads the table that the message is about whose menu the command is from. It refuses a
// message that is of no game of the channel.
func (r *Request) OfMessage(ctx context.Context) (tables.Loaded, error) {
	id, _ := r.TargetVersion()
	return r.LoadHere(ctx, id, refusedNoGameMessage)
}
