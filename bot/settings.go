package bot

import (
	"context"
	"slices"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine/table"
)

// ownLanguage is the choice of the server's own language.
const ownLanguage = "server"

// settings is /settings: what is given is changed, and what holds is shown.
func (r *request) settings(ctx context.Context) {
	s, err := r.desk.store.Settings(ctx, r.guild)
	if err != nil {
		r.fail(ctx, games.Entry{}, nil, err)
		return
	}
	before := s
	switch chosen := r.options["language"]; {
	case chosen == ownLanguage:
		s.Language = ""
	case slices.Contains(text.Langs(), text.Lang(chosen)):
		s.Language = chosen
	}
	switch r.options["pings"] {
	case "true":
		s.Quiet = false
	case "false":
		s.Quiet = true
	}
	if s != before {
		if err := r.desk.store.SetSettings(ctx, r.guild, s); err != nil {
			r.fail(ctx, games.Entry{}, nil, err)
			return
		}
	}
	language := s.Language
	if language == "" {
		language = ownLanguage
	}
	pings := "on"
	if s.Quiet {
		pings = "off"
	}
	r.whisper(ctx, &session.Message{Content: r.say("bot.settings.now",
		"Language", r.say("bot.language."+language), "Pings", r.say("bot.settings.pings."+pings))})
}

// localeOf is the language of a server as Discord told it when it was seen
// last; "" if it was not.
func (b *Bot) localeOf(ctx context.Context, guild table.GuildID) string {
	locale, err := b.desk.store.Note(ctx, localeNote+guild.String())
	if err != nil {
		b.log.Error("reading a server's language", "guild", guild, "err", err)
	}
	return locale
}

const localeNote = "locale:"
