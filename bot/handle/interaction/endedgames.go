package interaction

import (
	"context"
	"iter"
	"log/slog"
	"strings"
	"time"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

// earlier is the option for an ended game of the channel. Its value is the table's ID.
const earlier = "earlier"

// PastGame returns the table that the option earlier names, else the channel's last ended game. If
// it has none, PastGame returns the newest table.
func (r *Request) PastGame(ctx context.Context) (tables.Loaded, error) {
	asked := strings.TrimSpace(r.Options[earlier])
	if asked == "" {
		for id := range endedGames(ctx, r) {
			return r.Tables.Load(ctx, id)
		}
		return r.LastInChannel(ctx)
	}
	return r.LoadHere(ctx, table.ParseID[table.ID](asked), refusedNoPastGame)
}

// newestTables is how many of the channel's newest tables endedGames reads.
const newestTables = 50

// endedGames yields the channel's ended games, the newest first.
func endedGames(ctx context.Context, r *Request) iter.Seq[table.ID] {
	return func(yield func(table.ID) bool) {
		ids, err := r.Store.ChannelTables(ctx, r.Channel, newestTables)
		if err != nil && ctx.Err() == nil {
			r.Log.Error("reading the tables of a channel", slog.Any("channel", r.Channel), slog.Any("err", err))
		}
		for _, id := range ids {
			header, err := r.Store.Header(ctx, id)
			if err == nil && header.Status == store.Ended && header.Guild == r.Guild && !yield(id) {
				return
			}
		}
	}
}

// SuggestPastGames completes the option earlier with the channel's ended games, the newest first.
func SuggestPastGames(ctx context.Context, r *Request, o *Offer) {
	for id := range endedGames(ctx, r) {
		if o.Full() {
			break
		}
		if s, err := r.Tables.Load(ctx, id); err == nil {
			o.Add(pastGame(r, s.Table), id.String())
		}
	}
}

// pastGame returns the text of an ended game in a list, where Discord formats nothing: when it was
// opened, the game, and the players with their points.
func pastGame(r *Request, t *table.Table) string {
	players := make([]string, len(t.Players))
	for i, score := range t.State.Scores() {
		players[i] = sentences.PlainName(r.Words, t.Players[i]) + " " + sentences.Points(score.Total())
	}
	return r.Words.Say("bot.past.game", "Date", time.UnixMilli(t.Opened).UTC().Format(time.DateOnly),
		"Game", r.Words.Say(games.Of(t).Info().ID+".name"), "Players", strings.Join(players, ", "))
}
