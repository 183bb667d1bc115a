package views

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"amytis/bot/control"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/engine/table"
	"amytis/store"
)

// mine is /game mine: the open games of who asked on this server. Those that wait for the asker
// come first, the longest-waiting before the others.
func mine(ctx context.Context, r *interaction.Request) error {
	all, err := playing(ctx, r)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		r.Whisper(ctx, &session.Message{Content: r.Words.Say("bot.mine.none")})
		return nil
	}
	slices.SortStableFunc(all, func(a, b tables.Loaded) int {
		return cmp.Or(
			cmp.Compare(urgency(r, a.Table), urgency(r, b.Table)),
			cmp.Compare(waitsSince(r, a.Table), waitsSince(r, b.Table)),
		)
	})
	r.Whisper(ctx, &session.Message{Content: mineText(r, all)})
	return nil
}

// playing reads the open tables of who asked. A game whose thread is just being opened is nowhere
// yet.
func playing(ctx context.Context, r *interaction.Request) ([]tables.Loaded, error) {
	ids, err := r.Store.Playing(ctx, r.Guild, r.User)
	if err != nil {
		return nil, err
	}
	var all []tables.Loaded
	for _, id := range ids {
		s, err := r.Tables.Load(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if s.Header.Channel != 0 {
			all = append(all, s)
		}
	}
	return all, nil
}

// urgency is lower for what comes first: a turn of who asked, then one of others, then a lobby.
func urgency(r *interaction.Request, t *table.Table) int {
	switch {
	case t.Status == table.Lobby:
		return 2
	case t.Turn().Has(t.Seat(r.User)):
		return 0
	}
	return 1
}

// waitsSince is when a table began to wait for who asked or else, the longest, for another player,
// in Unix ms; of a lobby, when it was opened.
func waitsSince(r *interaction.Request, t *table.Table) int64 {
	if t.Status == table.Lobby {
		return t.Opened
	}
	seats := t.Turn()
	if own := t.Seat(r.User); seats.Has(own) {
		return t.Waits[own].Since
	}
	since := int64(math.MaxInt64)
	for _, seat := range seats.Slice() {
		since = min(since, t.Waits[seat].Since)
	}
	return since
}

// mineText is a line for each table, as many as a message holds.
func mineText(r *interaction.Request, all []tables.Loaded) string {
	content := r.Words.Say("bot.mine.title")
	for i, s := range all {
		more := "\n" + r.Words.Say("bot.mine.more", "Count", len(all)-i)
		next := "\n" + mineLine(r, s)
		if len([]rune(content+next+more)) > control.MaxContent {
			return content + more
		}
		content += next
	}
	return content
}

// mineLine tells which players a table waits for and since when, and links to it.
func mineLine(r *interaction.Request, s tables.Loaded) string {
	t := s.Table
	key := []string{"bot.mine.yours", "bot.mine.theirs", "bot.mine.lobby"}[urgency(r, t)]
	line := r.Words.Say(key, "Game", r.Words.Say(t.Game.Info().ID+".name"),
		"Players", r.Words.List(telling.SeatNames(t, strings.TrimPrefix(t.Turn().Ref(), "#"))),
		"Since", telling.Moment(waitsSince(r, t)), "Joined", len(t.Players), "Max", t.Game.Info().MaxSeats)
	return "• " + line + telling.TimeLeft(r.Words, t) + " · " + telling.TableLink(s.Header)
}
