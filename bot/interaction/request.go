// Package interaction is one command, press or autocomplete of a Discord user: who asks, where,
// with which options, and how to answer. What is done about it is decided by handlers in other
// packages.
package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/tables"
	"amytis/bot/text"
	"amytis/engine/table"
)

// Request is one interaction with what it says about who asks and where.
type Request struct {
	*Services
	Interaction *discordgo.Interaction
	ID          table.InteractionID
	User        table.UserID
	Name        string
	Guild       table.GuildID
	Channel     table.ChannelID
	// Words are in the language of who asks.
	Words *text.Words
	// Options are a command's, by name, as they were typed or chosen.
	Options map[string]string
	// Focused is the option that autocomplete asks for.
	Focused string
	// acted is whether a table was changed, which is announced in its channel.
	acted bool
}

// New reads an interaction; ok is false outside of a server.
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

// DisplayName is what people on the server call a member.
func DisplayName(m *discordgo.Member) string {
	switch {
	case m.Nick != "":
		return m.Nick
	case m.User.GlobalName != "":
		return m.User.GlobalName
	}
	return m.User.Username
}

// PublicWords are in the language of the server: the one set, else its own.
func (r *Request) PublicWords(ctx context.Context) *text.Words {
	return r.Languages.Words(ctx, r.Guild, r.GuildLocale())
}

// GuildLocale is the server's locale, "" if Discord did not tell it.
func (r *Request) GuildLocale() string {
	if r.Interaction.GuildLocale == nil {
		return ""
	}
	return string(*r.Interaction.GuildLocale)
}

// Act changes a table in the name of who asked.
func (r *Request) Act(
	ctx context.Context, id table.ID, p tables.Plan, meanwhile tables.Meanwhile,
) (before, after tables.Loaded, err error) {
	before, after, err = r.Tables.Act(ctx, id, r.ID, p, meanwhile)
	r.acted = r.acted || err == nil
	return before, after, About(before.Table, err)
}

// Open opens a table for who asked.
func (r *Request) Open(ctx context.Context, o tables.Opening) error {
	err := r.Tables.Open(ctx, o)
	r.acted = r.acted || err == nil
	return err
}
