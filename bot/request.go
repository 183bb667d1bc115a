package bot

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
)

// services are what handlers work with. One value serves all requests.
type services struct {
	client    *session.Client
	log       *slog.Logger
	store     store.Store
	desk      *desk
	studio    *studio
	languages *languages
	rankings  *rankings
	now       func() time.Time
}

// request is one interaction with what it says about who asks and where.
type request struct {
	*services
	i       *discordgo.Interaction
	id      table.InteractionID
	user    table.UserID
	name    string
	guild   table.GuildID
	channel table.ChannelID
	// words are in the language of who asks.
	words *text.Words
	// options are a command's, by name, as they were typed or chosen.
	options map[string]string
	// focused is the option that autocomplete asks for.
	focused string
	// acted is whether a table was changed, which is announced in its channel.
	acted bool
}

// newRequest reads an interaction; ok is false outside of a server.
func newRequest(s *services, i *discordgo.Interaction) (r *request, ok bool) {
	r = &request{services: s, i: i, words: text.For(string(i.Locale)), options: map[string]string{}}
	if i.Member == nil || i.Member.User == nil {
		return r, false
	}
	r.id = table.ParseID[table.InteractionID](i.ID)
	r.user = table.ParseID[table.UserID](i.Member.User.ID)
	r.name = displayName(i.Member)
	r.guild = table.ParseID[table.GuildID](i.GuildID)
	r.channel = table.ParseID[table.ChannelID](i.ChannelID)
	return r, r.guild != 0 && r.channel != 0 && r.user != 0
}

// displayName is what people on the server call a member.
func displayName(m *discordgo.Member) string {
	switch {
	case m.Nick != "":
		return m.Nick
	case m.User.GlobalName != "":
		return m.User.GlobalName
	}
	return m.User.Username
}

// may reports whether who asks has all of the permissions here.
func (r *request) may(permissions int64) bool {
	return r.i.Member.Permissions&permissions == permissions ||
		r.i.Member.Permissions&discordgo.PermissionAdministrator != 0
}

// moderator reports whether who asks may tidy up in this channel.
func (r *request) moderator() bool { return r.may(discordgo.PermissionManageMessages) }

// show answers with a message for everybody, or for who asked alone.
func (r *request) show(ctx context.Context, m *session.Message, share bool) {
	if share {
		r.respond(ctx, session.Say(m))
		return
	}
	r.whisper(ctx, m)
}

// publicWords are in the language of the server: the one set, else its own.
func (r *request) publicWords(ctx context.Context) *text.Words {
	return r.languages.words(ctx, r.guild, r.guildLocale())
}

// guildLocale is the server's locale, "" if Discord did not tell it.
func (r *request) guildLocale() string {
	if r.i.GuildLocale == nil {
		return ""
	}
	return string(*r.i.GuildLocale)
}

// act changes a table in the name of who asked.
func (r *request) act(ctx context.Context, id table.ID, p plan, meanwhile func(before, after *table.Table)) (before, after seen, err error) {
	before, after, err = r.desk.act(ctx, id, r.id, p, meanwhile)
	r.acted = r.acted || err == nil
	return before, after, about(before.table, err)
}

// open opens a table for who asked.
func (r *request) open(ctx context.Context, o opening) error {
	err := r.desk.open(ctx, o)
	r.acted = r.acted || err == nil
	return err
}

// respond gives the first answer.
func (r *request) respond(ctx context.Context, answer *session.Response) {
	_, err := r.client.Respond(ctx, r.i, answer)
	switch {
	case err == nil:
	case errors.Is(err, session.ErrAnswered):
		// The same interaction was delivered twice, and the other was quicker.
		r.log.Debug("already answered", "interaction", r.id)
	default:
		r.log.Warn("answering", "interaction", r.id, "err", err)
	}
}

// whisper answers with a message for who asked alone.
func (r *request) whisper(ctx context.Context, m *session.Message) {
	r.caution(ctx, m)
	r.respond(ctx, session.Whisper(m))
}

// fail answers what went wrong in a handler: a refusal in words; anything else with an
// apology, and the error in the log.
func (r *request) fail(ctx context.Context, err error) {
	if errors.Is(err, store.ErrDuplicate) {
		r.log.Debug("delivered twice", "interaction", r.id)
		return
	}
	var at failure
	if f := (*failure)(nil); errors.As(err, &f) {
		at = *f
	}
	r.whisper(ctx, &session.Message{Content: r.explain(at.game, at.table, err)})
}

// explain puts an error in words for who asked.
func (r *request) explain(g games.Entry, t *table.Table, err error) string {
	var refused *engine.RuleError
	if errors.As(err, &refused) {
		return "⛔ " + refusal(r.words, g, t, refused)
	}
	r.log.Error("handling", "interaction", r.id, "user", r.user, "channel", r.channel, "err", err)
	if errors.Is(err, store.ErrConflict) {
		return r.words.Say("bot.error.conflict")
	}
	return r.words.Say("bot.error.internal")
}

// refusal is a RuleError in words, with the rule that it cites.
func refusal(w *text.Words, g games.Entry, t *table.Table, refused *engine.RuleError) string {
	key := "table.refused." + refused.Code
	id := ""
	if g.Game != nil {
		id = g.Info().ID
		if own := id + ".refused." + refused.Code; w.Has(own) {
			key = own
		}
	}
	args := make(map[string]any, len(refused.Args))
	for name, value := range refused.Args {
		args[name] = fact(w, id, t, value)
	}
	words := w.T(key, args)
	if strings.Contains(refused.Rule, "-") {
		words += " (" + refused.Rule + ")"
	}
	return words
}

// fact is a value of Description.Facts or RuleError.Args in words.
func fact(w *text.Words, game string, t *table.Table, value string) string {
	switch {
	case strings.HasPrefix(value, "@"):
		var said []string
		for _, key := range strings.Fields(value) {
			said = append(said, w.T(game+"."+key[1:], nil))
		}
		return strings.Join(said, ", ")
	case strings.HasPrefix(value, "#"):
		return w.List(seatNames(t, value[1:]))
	}
	return value
}

// seatNames are the names of seats listed as "1,3".
func seatNames(t *table.Table, seats string) []string {
	var names []string
	for _, s := range strings.Split(seats, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || t == nil || n < 1 || n > len(t.Players) {
			names = append(names, s)
			continue
		}
		names = append(names, text.Plain(t.Players[n-1].Name))
	}
	return names
}
