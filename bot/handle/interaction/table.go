package interaction

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// loadControl reads the table of the pressed control, if it has one; see Table. It refuses a table
// that is gone or in another channel, which only a restored backup can cause. If the backup lacks
// only the position, the pressed message loses its controls, unless it is the newest and stays.
func (r *Request) loadControl(ctx context.Context) error {
	c := r.Control
	if c.Tableless() {
		return nil
	}
	s, err := r.Tables.Load(ctx, r.Pressed())
	switch {
	case errors.Is(err, store.ErrNotFound):
		return engine.Refuse("foreign_control", "")
	case err != nil:
		return err
	case r.Place == Elsewhere && s.Header.Guild.Direct() && s.Table.Seat(r.User) != 0:
		r.Guild, r.Channel = s.Header.Guild, s.Header.Channel // the user's own direct channel
	case s.Header.Guild != r.Guild || s.Header.Channel != r.Channel:
		return engine.Refuse("foreign_control", "")
	}
	if s, err = r.resumed(ctx, s, nil); err != nil {
		return err
	}
	r.At = s
	r.Forgotten = c.Table == s.ID && c.Forgotten(s.Table)
	if r.Forgotten && r.Interaction.Message != nil && r.Interaction.Message.ID != s.Header.LastMessage.String() {
		r.Answer.retire(ctx)
	}
	return nil
}

// Table returns the interaction's table as the request first read it: the table of the pressed
// control, else the channel's open one. If there is none, the error is the refusal no_table.
func (r *Request) Table(ctx context.Context) (s tables.Loaded, err error) {
	if r.At.Table == nil {
		r.At, err = r.InChannel(ctx)
	}
	return r.At, err
}

// resumed has a suspended table go on if the bot sees its channel. It refuses another server's.
func (r *Request) resumed(ctx context.Context, s tables.Loaded, err error) (tables.Loaded, error) {
	if err == nil && s.Header.Guild != r.Guild {
		return tables.Loaded{}, engine.Refuse(tables.RefusedNoTable, "")
	}
	const sees = discordgo.PermissionViewChannel | discordgo.PermissionAdministrator
	if err != nil || !s.Table.Suspended() || r.Interaction.AppPermissions&sees == 0 || r.lockedOut(ctx) ||
		r.CheckSeen(ctx) != nil {
		return s, err
	}
	if err := tables.Resume(ctx, r.Tables, s); err != nil {
		return s, err
	}
	return r.Tables.Load(ctx, s.ID)
}

// NoteLook notes that the user looks at a table, which spares a ping, and returns that after it.
func (r *Request) NoteLook(ctx context.Context, s tables.Loaded) tables.Loaded {
	seat := s.Table.Seat(r.User)
	if seat == 0 || r.Trial != nil {
		return s
	}
	after, err := r.Tables.Alerts().NoteLook(ctx, s, seat)
	if err != nil {
		r.Log.Error("noting a look at a table", slog.Any("table", s.ID), slog.Any("err", err))
		return s
	}
	return after
}

// InChannel reads the open table of the channel; see tables.Tables.InChannel.
func (r *Request) InChannel(ctx context.Context) (tables.Loaded, error) {
	s, err := r.Tables.InChannel(ctx, r.Channel)
	return r.resumed(ctx, s, err)
}

// LastInChannel reads the newest table of the channel; see tables.Tables.LastInChannel.
func (r *Request) LastInChannel(ctx context.Context) (tables.Loaded, error) {
	s, err := r.Tables.LastInChannel(ctx, r.Channel)
	return r.resumed(ctx, s, err)
}

// LoadHere reads a table of the channel. It refuses one that is gone or elsewhere with these codes.
func (r *Request) LoadHere(ctx context.Context, id table.ID, gone, elsewhere string) (tables.Loaded, error) {
	s, err := r.Tables.Load(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return tables.Loaded{}, engine.Refuse(gone, "")
	case err == nil && (s.Header.Guild != r.Guild || s.Header.Channel != r.Channel):
		return tables.Loaded{}, engine.Refuse(elsewhere, "")
	}
	return s, err
}

// LastGame returns the game of the channel's newest table, or the first of all games and false.
func (r *Request) LastGame(ctx context.Context) (g games.Entry, played bool) {
	id, err := tables.LastTable(ctx, r.Store, r.Channel)
	if err == nil {
		if header, err := r.Store.Header(ctx, id); err == nil && header.Guild == r.Guild {
			if g, played = games.Find(header.Game); played {
				return g, true
			}
		}
	}
	return games.All[0], false
}

// ChosenGame returns the game in the options, else LastGame.
func (r *Request) ChosenGame(ctx context.Context) games.Entry {
	g, found := games.Find(r.Options["game"])
	if !found {
		g, _ = r.LastGame(ctx)
	}
	return g
}

// PastGame returns the game of the option earlier, else the last that ended here, else the newest.
func (r *Request) PastGame(ctx context.Context) (tables.Loaded, error) {
	asked := strings.TrimSpace(r.Options["earlier"])
	if asked == "" {
		for id := range endedGames(ctx, r) {
			return r.Tables.Load(ctx, id)
		}
		return r.LastInChannel(ctx)
	}
	return r.LoadHere(ctx, table.ParseID[table.ID](asked), "no_past_game", "no_past_game")
}

// endedGames yields the ended games among the channel's 50 newest tables, the newest first.
func endedGames(ctx context.Context, r *Request) iter.Seq[table.ID] {
	return func(yield func(table.ID) bool) {
		ids, err := r.Store.ChannelTables(ctx, r.Channel, 50)
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

// pastGame tells an ended game in a list: its date, and the players with their points.
func pastGame(r *Request, t *table.Table) string {
	players := make([]string, len(t.Players))
	for i, score := range t.State.Scores() {
		players[i] = sentences.PlainName(r.Words, t.Players[i]) + " " + sentences.Points(score.Total())
	}
	return r.Words.Say("bot.past.game", "Date", time.UnixMilli(t.Opened).UTC().Format(time.DateOnly),
		"Game", r.Words.Say(games.Of(t).Info().ID+".name"), "Players", strings.Join(players, ", "))
}

// SeatAt returns the user's seat. It refuses a lobby, and a user without a seat.
func (in *Input) SeatAt(t *table.Table) (engine.Seat, error) {
	seat := t.Seat(in.User)
	switch {
	case t.Status == table.Lobby:
		return 0, engine.Refuse(table.RefusedNotStarted, "")
	case seat == 0:
		return 0, engine.Refuse(RefusedNotPlayer, "")
	}
	return seat, nil
}

// MayPlayOn refuses copies of a game that is not over, which would show what is hidden, of one that
// was stopped, and of one that began under other rules.
func MayPlayOn(t *table.Table) error {
	switch {
	case t.Status == table.Abandoned:
		return engine.Refuse("play_on_stopped", "")
	case t.Status != table.Ended:
		return engine.Refuse("play_on_running", "")
	case t.Rules != t.Game.Info().RulesVersion:
		return engine.Refuse("play_on_rules", "")
	}
	return nil
}
