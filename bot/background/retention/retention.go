// Package retention removes what need not be kept: the names in games that ended long ago, and the
// games of servers that the bot left long ago. It works in small steps in the background.
package retention

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"amytis/bot/discord/rest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

const (
	namesEvery = 24 * time.Hour
	lookEvery  = time.Minute
	step       = 64 // the number of tables in one transaction
	share      = 9  // how many times as long as a step took the next one waits, up to maxPause
	maxPause   = time.Second
)

// Worker removes old data while Run runs. All exported fields but KeepNames and Every are required.
type Worker struct {
	Store     store.Store
	Languages *sentences.Languages
	// OnGuild asks Discord whether the bot is on a server.
	OnGuild func(ctx context.Context, guild string) (bool, error)
	// Mine reports whether this process works for all that share the store.
	Mine      func(ctx context.Context) bool
	Log       *slog.Logger
	Now       func() time.Time
	KeepNames time.Duration // how long names stay in games after their end; 0 is for ever
	Every     time.Duration // the pause between two looks; 0 is the usual one

	named time.Time // when the last search for names ended; only Run uses it
}

// Run works until the context ends. The next start goes on with what it interrupts.
func (w *Worker) Run(ctx context.Context) {
	for {
		if w.Mine(ctx) {
			if err := w.DeleteDue(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, errNotMine) {
				w.Log.Error("cannot remove old data", slog.Any("err", err))
			}
		}
		if rest.Sleep(ctx, cmp.Or(w.Every, lookEvery)) != nil {
			return
		}
	}
}

var errNotMine = errors.New("retention: another process does the work")

// DeleteDue does what there is to do now.
func (w *Worker) DeleteDue(ctx context.Context) error {
	leaving, err := w.leaving(ctx)
	if err != nil {
		return err
	}
	now := w.Now()
	names := w.KeepNames > 0 && now.Sub(w.named) >= namesEvery
	if len(leaving) == 0 && !names {
		return nil
	}
	namesBefore := int64(0)
	if w.KeepNames > 0 {
		namesBefore = now.Add(-w.KeepNames).UnixMilli()
	}
	err = w.walkTables(ctx, leaving, namesBefore)
	if w.KeepNames > 0 && store.NotDamage(err) == nil {
		w.named = now
	}
	return err
}

// walkTables goes once through all tables, in steps with pauses, and deletes or strips those whose
// time is over. leaving are the servers to forget, each with its last table. A game that ended
// before namesBefore, in Unix milliseconds, loses its names.
func (w *Worker) walkTables(ctx context.Context, leaving map[table.GuildID]table.ID, namesBefore int64) error {
	deleted, stripped := map[table.GuildID]int{}, 0
	stays := map[table.GuildID]bool{} // for each direct channel whether a table stays there
	fate := func(id table.ID, h store.Header, last int64) store.Fate {
		old := last < namesBefore && !h.Status.Open()
		if h.Guild.Direct() {
			stays[h.Guild] = stays[h.Guild] || !old
		}
		upto, leaves := leaving[h.Guild]
		switch {
		case h.Guild.Direct() && old, leaves && id <= upto: // without its player, a direct game is nobody's
			deleted[h.Guild]++
			return store.Fate{Delete: true}
		case last < namesBefore && h.Strippable():
			count := sync.OnceFunc(func() { stripped++ })
			return store.Fate{Name: func(n int) string { // Discord's users see it in their language
				count()
				return text.For("en").Say("bot.anonymous", "Number", n)
			}}
		}
		return store.Fate{}
	}
	var damage []error
	for after := table.ID(0); ; {
		if !w.Mine(ctx) {
			return errNotMine
		}
		began := time.Now()
		last, err := w.Store.Retire(ctx, after, step, fate)
		if store.NotDamage(err) != nil {
			return err
		}
		damage = append(damage, err)
		if last == 0 {
			break
		}
		after = last
		if err := rest.Sleep(ctx, min(share*time.Since(began), maxPause)); err != nil {
			return err
		}
	}
	emptied := slices.Collect(maps.Keys(leaving))
	for guild, kept := range stays {
		if !kept && deleted[guild] > 0 {
			emptied = append(emptied, guild)
		}
	}
	err := w.Store.Retired(ctx, emptied)
	if store.NotDamage(err) != nil {
		return err
	}
	for guild := range leaving {
		w.Log.Info("a server that the bot left is forgotten",
			slog.Any("guild", guild), slog.Int("games", deleted[guild]))
	}
	if stripped > 0 {
		w.Log.Info("the names in old games are removed", slog.Int("games", stripped))
	}
	return errors.Join(append(damage, err)...)
}

// leaving returns the servers to forget, each with its last table.
func (w *Worker) leaving(ctx context.Context) (map[table.GuildID]table.ID, error) {
	notes, err := w.Store.Notes(ctx, store.GoneNote(0))
	if err != nil {
		return nil, err
	}
	leaving := map[table.GuildID]table.ID{}
	for name, note := range notes {
		guild := store.GoneGuild(name)
		gone, ok := store.ParseGone(note)
		if guild == 0 || !ok {
			continue
		}
		if gone.Upto == 0 {
			if w.Now().Sub(time.UnixMilli(gone.Since)) < store.KeepGone {
				continue
			}
			if gone.Upto, err = w.beginForgetting(ctx, guild); err != nil {
				return nil, err
			}
		}
		if gone.Upto != 0 {
			leaving[guild] = gone.Upto
		}
	}
	return leaving, nil
}

// beginForgetting begins to forget a server that the bot is not on. upto is its last table, or 0.
func (w *Worker) beginForgetting(ctx context.Context, guild table.GuildID) (upto table.ID, err error) {
	member, err := w.OnGuild(ctx, guild.String())
	switch {
	case err != nil:
		w.Log.Warn("asking whether the bot is on a server", slog.Any("guild", guild), slog.Any("err", err))
		return 0, nil // the next look asks again
	case member:
		return 0, w.Store.SetNote(ctx, store.GoneNote(guild), "")
	}
	upto, err = w.Store.NewTable(ctx) // above all of the server
	if err != nil {
		return 0, err
	}
	begun := false
	err = w.Store.ChangeNote(ctx, store.GoneNote(guild), func(old string) (string, error) {
		gone, ok := store.ParseGone(old)
		begun = ok
		if !ok {
			return old, nil // it has returned meanwhile
		}
		gone.Upto = upto
		return gone.String(), nil
	})
	if err != nil || !begun {
		return 0, err
	}
	return upto, w.Languages.Forget(ctx, guild)
}
