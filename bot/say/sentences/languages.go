package sentences

import (
	"context"
	"log/slog"
	"strings"

	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// Languages finds the language of a server's messages: the one in its settings, else its locale's.
type Languages struct {
	store store.Store
	log   *slog.Logger
}

func NewLanguages(s store.Store, log *slog.Logger) *Languages {
	return &Languages{store: s, log: log}
}

// Words returns the texts in a server's language. locale is from an interaction; for "" it uses the
// noted one. A failed read is logged and counts as nothing set.
func (l *Languages) Words(ctx context.Context, guild table.GuildID, locale string) *text.Words {
	settings, err := l.store.Settings(ctx, guild)
	if err != nil {
		l.log.Error("cannot read a server's settings", slog.Any("guild", guild), slog.Any("err", err))
	}
	return l.WordsBy(ctx, settings, guild, locale)
}

// WordsBy is Words with settings that the caller has already read.
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

const localeNote = "locale:"

func (l *Languages) locale(ctx context.Context, guild table.GuildID) string {
	locale, err := l.store.Note(ctx, localeNote+guild.String())
	if err != nil {
		l.log.Error("cannot read a server's locale", slog.Any("guild", guild), slog.Any("err", err))
	}
	return locale
}

// Keep notes the locale of the place of a new game, unless it is "". A direct channel keeps it in
// its settings, which nobody else changes.
func (l *Languages) Keep(ctx context.Context, guild table.GuildID, locale string) error {
	switch {
	case guild.Direct():
		return l.store.ChangeSettings(ctx, guild, func(s *store.Settings) error {
			s.Language = string(text.For(locale).Lang())
			return nil
		})
	case locale != "":
		l.Note(ctx, guild, locale)
	}
	return nil
}

// Known returns the servers whose locale is noted: all that the bot has been on and not forgotten.
func (l *Languages) Known(ctx context.Context) ([]table.GuildID, error) {
	notes, err := l.store.Notes(ctx, localeNote)
	var known []table.GuildID
	for name := range notes {
		known = append(known, table.ParseID[table.GuildID](strings.TrimPrefix(name, localeNote)))
	}
	return known, err
}

func (l *Languages) Forget(ctx context.Context, guild table.GuildID) error {
	return l.store.SetNote(ctx, localeNote+guild.String(), "")
}

// Note stores a server's locale, from an event or an interaction. A failure is only logged.
func (l *Languages) Note(ctx context.Context, guild table.GuildID, locale string) {
	note := localeNote + guild.String() // it is read first, since it is nearly always the same
	known, err := l.store.Note(ctx, note)
	if err == nil && known != locale {
		err = l.store.SetNote(ctx, note, locale)
	}
	if err != nil {
		l.log.Error("cannot store a server's locale", slog.Any("guild", guild), slog.Any("err", err))
	}
}
