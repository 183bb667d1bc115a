package interaction

import (
	"cmp"
	"context"
	"strconv"
	"strings"

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
	Guild       table.GuildID // [table.DirectGuild]'s in a direct channel, 0 elsewhere
	Channel     table.ChannelID
	Words       *text.Words       // in the user's language
	Route       string            // the interaction's key in Routes
	Options     map[string]string // the values of a command's options, or of a sent form, by name
	Focused     string            // the option that autocomplete completes
	Control     control.Control   // the pressed control or the sent form's, zero if it is unreadable
	AllChosen   []string          // the values chosen in a menu
	Forgotten   bool              // a restored backup lacks the control's position; loadControl sets it
}

// read returns the input of an interaction. Without the place or the user ok is false.
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
	in.readData()
	return in, in.Channel != 0 && in.User != 0 && (in.Guild != 0 || in.Place == Elsewhere)
}

func (in *Input) readData() {
	switch data := in.Interaction.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		in.readCommand(data)
	case discordgo.MessageComponentInteractionData:
		in.Control, _ = control.Parse(data.CustomID)
		in.AllChosen = data.Values
		in.Route = ":" + in.Control.Action
	case form.Sent:
		in.Control, _ = control.Parse(data.ID)
		in.Options = data.Values
		in.Route = "=" + in.Control.Action
	}
}

func (in *Input) readCommand(data discordgo.ApplicationCommandInteractionData) {
	in.Route = data.Name
	switch {
	case in.Interaction.Type == discordgo.InteractionApplicationCommandAutocomplete:
		in.Route = "?" + data.Name
	case data.CommandType == discordgo.UserApplicationCommand:
		in.Options["player"] = data.TargetID
		in.Route = "@" + data.Name
	case data.CommandType == discordgo.MessageApplicationCommand:
		in.Route = "@" + data.Name
	}
	options := data.Options
	for len(options) == 1 && options[0].Type <= discordgo.ApplicationCommandOptionSubCommandGroup {
		in.Route += " " + options[0].Name
		options = options[0].Options
	}
	for _, o := range options {
		in.Options[o.Name] = optionText(o)
		if o.Focused {
			in.Focused = o.Name
		}
	}
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

// Chosen returns the first value chosen in a menu, "" for a button.
func (in *Input) Chosen() string { return append(in.AllChosen, "")[0] }

// gameOfCommand returns the ID of the game whose command this is, "" if it is no game's.
func (in *Input) gameOfCommand() string {
	command, _, _ := strings.Cut(in.Route, " ")
	for _, g := range games.All {
		if g.Info().Command == command {
			return g.Info().ID
		}
	}
	return ""
}

// DisplayName returns a member's nickname, global name or username: the first that can be read.
func DisplayName(m *discordgo.Member) string {
	return cmp.Or(text.Shown(m.Nick), text.Shown(m.User.GlobalName), text.Shown(m.User.Username))
}

// GuildLocale returns the server's locale, "" if it is unknown; without a server, the user's.
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

// TargetUser returns the user whose menu the command is from, and the member, nil for none.
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

// OfMessage reads the table of the message whose menu the command is from, or refuses it.
func (r *Request) OfMessage(ctx context.Context) (tables.Loaded, error) {
	id, _ := r.TargetVersion()
	return r.LoadHere(ctx, id, "no_game_message", "no_game_message")
}
