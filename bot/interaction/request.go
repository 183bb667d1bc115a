// Package interaction reads and answers one Discord interaction: a command, a pressed control or an
// autocomplete. A Request has the user, the channel, the options, and the methods to answer. The
// handlers, which decide what an interaction does, are in other packages.
package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/tables"
	"amytis/bot/text"
	"amytis/engine/table"
)

// Request is one interaction of a user on a server. It belongs to a single handler.
type Request struct {
	*Services
	Interaction *discordgo.Interaction
	ID          table.InteractionID
	User        table.UserID
	Name        string // the user's display name
	Guild       table.GuildID
	Channel     table.ChannelID
	// Words are in the user's language.
	Words *text.Words
	// Options are a command's options by name, as text. Route fills them in.
	Options map[string]string
	// Focused is the name of the option that autocomplete completes. Route sets it.
	Focused string
	// acted says that the request changed a table, which is announced in its channel.
	acted bool
}

// New returns the request of an interaction. Outside of a server ok is false, and the request can only
// be answered.
func New(s *Services, i *discordgo.Interaction) (r *Request, ok bool) {
	r = &Request{Services: s, Interaction: i, Words: text.For(string(i.Locale)), Options: map[string]string{}}
	if i.Member == nil || i.Member.User == nil {
		return r, false
	}
	r.ID = table.ParseID[table.InteractionID](i.ID)
	r.User = table.ParseID[table.UserID](i.Member.User.ID)
	r.Name = DisplayName(i.Member)
	r.Guild = table.ParseID[table.GuildID](i.GuildID)
	r.Channel = table.ParseID[table.ChannelID](i.ChannelID)
	return r, r.Guild != 0 && r.Channel != 0 && r.User != 0
}

// DisplayName returns a member's name on the server: nickname, else global name, else username.
func DisplayName(m *discordgo.Member) string {
	switch {
	case m.Nick != "":
		return m.Nick
	case m.User.GlobalName != "":
		return m.User.GlobalName
	}
	return m.User.Username
}

// PublicWords returns the words for public messages: in the language of the server's settings, else
// in its locale.
func (r *Request) PublicWords(ctx context.Context) *text.Words {
	return r.Languages.Words(ctx, r.Guild, r.GuildLocale())
}

// GuildLocale returns the server's locale, "" if Discord did not send it.
func (r *Request) GuildLocale() string {
	if r.Interaction.GuildLocale == nil {
		return ""
	}
	return string(*r.Interaction.GuildLocale)
}

// Act changes a table by a plan of events for the user; see tables.Tables.Act. It returns the table
// before and after. A refusal leaves the table unchanged.
func (r *Request) Act(
	ctx context.Context, id table.ID, p tables.Plan, meanwhile tables.Meanwhile,
) (before, after tables.Loaded, err error) {
	before, after, err = r.Tables.Act(ctx, id, r.ID, p, meanwhile)
	r.acted = r.acted || err == nil
	return before, after, About(before.Table, err)
}

// Open opens a table for the user; see tables.Tables.Open.
func (r *Request) Open(ctx context.Context, o tables.Opening) error {
	err := r.Tables.Open(ctx, o)
	r.acted = r.acted || err == nil
	return err
}
