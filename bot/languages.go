package bot

import (
	"context"
	"log/slog"

	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// languages finds the language of a server's public messages: the one that its settings name,
// else the server's own.
type languages struct {
	store store.Store
	log   *slog.Logger
}

func newLanguages(s store.Store, log *slog.Logger) *languages { return &languages{store: s, log: log} }

// words are in the language of a server. Its locale may be given as an interaction tells it; ""
// is the one that was noted.
func (l *languages) words(ctx context.Context, guild table.GuildID, locale string) *text.Words {
	settings, err := l.store.Settings(ctx, guild)
	if err != nil {
		l.log.Error("reading settings", "guild", guild, "err", err)
	}
	return l.wordsBy(ctx, settings, guild, locale)
}

// wordsBy is words for settings that were read already.
func (l *languages) wordsBy(ctx context.Context, settings store.Settings, guild table.GuildID, locale string) *text.Words {
	if settings.Language != "" {
		locale = settings.Language
	} else if locale == "" {
		locale = l.locale(ctx, guild)
	}
	return text.For(locale)
}

// localeNote begins the name of the store's note of a server's locale.
const localeNote = "locale:"

// locale is the one that was noted of a server, "" if none was.
func (l *languages) locale(ctx context.Context, guild table.GuildID) string {
	locale, err := l.store.Note(ctx, localeNote+guild.String())
	if err != nil {
		l.log.Error("reading a server's language", "guild", guild, "err", err)
	}
	return locale
}

// note remembers the locale of a server. Interactions tell it as well as the gateway, and may be
// the first to do so.
func (l *languages) note(ctx context.Context, guild table.GuildID, locale string) {
	note := localeNote + guild.String()
	known, err := l.store.Note(ctx, note)
	if err == nil && known != locale {
		err = l.store.SetNote(ctx, note, locale)
	}
	if err != nil {
		l.log.Error("noting a server's language", "guild", guild, "err", err)
	}
}
