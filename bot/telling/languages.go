package telling

import (
	"context"
	"log/slog"

	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// Languages finds the language of a server's public messages: the one that its settings name, else
// the server's own.
type Languages struct {
	store store.Store
	log   *slog.Logger
}

// NewLanguages finds languages in the settings and notes of a store.
func NewLanguages(s store.Store, log *slog.Logger) *Languages { return &Languages{store: s, log: log} }

// Words are in the language of a server. Its locale may be given as an interaction tells it; "" is
// the one that was noted.
func (l *Languages) Words(ctx context.Context, guild table.GuildID, locale string) *text.Words {
	settings, err := l.store.Settings(ctx, guild)
	if err != nil {
		l.log.Error("reading settings", slog.Any("guild", guild), slog.Any("err", err))
	}
	return l.WordsBy(ctx, settings, guild, locale)
}

// WordsBy is words for settings that were read already.
func (l *Languages) WordsBy(
	ctx context.Context, settings store.Settings, guild table.GuildID, locale string,
) *text.Words {
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
func (l *Languages) locale(ctx context.Context, guild table.GuildID) string {
	locale, err := l.store.Note(ctx, localeNote+guild.String())
	if err != nil {
		l.log.Error("reading a server's language", slog.Any("guild", guild), slog.Any("err", err))
	}
	return locale
}

// Note remembers the locale of a server. Interactions tell it as well as the gateway, and may be
// the first to do so.
func (l *Languages) Note(ctx context.Context, guild table.GuildID, locale string) {
	note := localeNote + guild.String()
	known, err := l.store.Note(ctx, note)
	if err == nil && known != locale {
		err = l.store.SetNote(ctx, note, locale)
	}
	if err != nil {
		l.log.Error("noting a server's language", slog.Any("guild", guild), slog.Any("err", err))
	}
}
