package retention

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"amytis/bot/discord/rest"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// walk goes once through all tables, in steps with pauses, and deletes or strips those whose time
// is over.
type walk struct {
	worker *Worker
	// leaving are the servers to forget, each with its last table.
	leaving map[table.GuildID]table.ID
	// namesBefore is when a game must have ended to lose its names, in Unix milliseconds, 0 for
	// never.
	namesBefore int64

	deleted  map[table.GuildID]int
	stripped int
	// directs are the direct channels seen, each with whether a table stays there.
	directs map[table.GuildID]bool
}

func (w *walk) run(ctx context.Context) error {
	worker := w.worker
	var damage []error
	for after := table.ID(0); ; {
		if !worker.Mine(ctx) {
			return errNotMine
		}
		began := time.Now()
		last, err := worker.Store.Retire(ctx, after, step, w.fate)
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
	emptied := slices.Collect(maps.Keys(w.leaving))
	for guild, stays := range w.directs {
		if !stays && w.deleted[guild] > 0 {
			emptied = append(emptied, guild)
		}
	}
	err := worker.Store.Retired(ctx, emptied)
	if store.NotDamage(err) != nil {
		return err
	}
	for guild := range w.leaving {
		worker.Log.Info("a server that the bot left is forgotten",
			slog.Any("guild", guild), slog.Int("games", w.deleted[guild]))
	}
	if w.stripped > 0 {
		worker.Log.Info("the names in old games are removed", slog.Int("games", w.stripped))
	}
	return errors.Join(append(damage, err)...)
}

func (w *walk) fate(id table.ID, h store.Header, last int64) store.Fate {
	old := last < w.namesBefore && !h.Status.Open()
	if h.Guild.Direct() {
		w.directs[h.Guild] = w.directs[h.Guild] || !old
	}
	switch upto, leaving := w.leaving[h.Guild]; {
	case h.Guild.Direct() && old: // without its player, it is nobody's
		w.deleted[h.Guild]++
		return store.Fate{Delete: true}
	case leaving && id <= upto:
		w.deleted[h.Guild]++
		return store.Fate{Delete: true}
	case last < w.namesBefore && h.Strippable():
		counted := false
		return store.Fate{Name: func(n int) string {
			if !counted {
				w.stripped++
				counted = true
			}
			return playerName(n)
		}}
	}
	return store.Fate{}
}

// playerName returns the name of an anonymous player in a log. Discord's users see it in their
// language.
func playerName(n int) string { return text.For("en").Say("bot.anonymous", "Number", n) }
