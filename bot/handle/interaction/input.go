package interaction

import (
	"cmp"

	"github.com/bwmarrin/discordgo"

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
