package bot

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// mine is /game mine: the open games of who asked on this server. Those that
// wait for the asker come first, the longest-waiting before the others.
func (r *request) mine(ctx context.Context) error {
	all, err := r.playing(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		r.whisper(ctx, &session.Message{Content: r.words.Say("bot.mine.none")})
		return nil
	}
	slices.SortStableFunc(all, func(a, b seen) int {
		return cmp.Or(cmp.Compare(r.urgency(a.table), r.urgency(b.table)), cmp.Compare(r.waitsSince(a.table), r.waitsSince(b.table)))
	})
	r.whisper(ctx, &session.Message{Content: r.mineText(all)})
	return nil
}

// playing reads the open tables of who asked. A game whose thread is just being
// opened is nowhere yet.
func (r *request) playing(ctx context.Context) ([]seen, error) {
	ids, err := r.store.Playing(ctx, r.guild, r.user)
	if err != nil {
		return nil, err
	}
	var all []seen
	for _, id := range ids {
		s, err := r.desk.load(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if s.header.Channel != 0 {
			all = append(all, s)
		}
	}
	return all, nil
}

// urgency is lower for what comes first: a turn of who asked, then one of
// others, then a lobby.
func (r *request) urgency(t *table.Table) int {
	switch {
	case t.Status == table.Lobby:
		return 2
	case t.Turn().Has(t.Seat(r.user)):
		return 0
	}
	return 1
}

// waitsSince is when a table began to wait for who asked or else, the longest, for
// another player, in Unix ms; of a lobby, when it was opened.
func (r *request) waitsSince(t *table.Table) int64 {
	if t.Status == table.Lobby {
		return t.Opened
	}
	seats := t.Turn()
	if own := t.Seat(r.user); seats.Has(own) {
		return t.Waits[own].Since
	}
	since := int64(math.MaxInt64)
	for _, seat := range seats.Slice() {
		since = min(since, t.Waits[seat].Since)
	}
	return since
}

// timeLeft tells until when those whose turn it is must have acted, "" where
// there is no limit.
func timeLeft(w *text.Words, t *table.Table) string {
	for _, d := range t.Demands(table.Always) {
		if !d.Kind.Tells() {
			return " · " + w.Say("bot.mine.left", "When", countdown(d.At))
		}
	}
	return ""
}

// mineText is a line for each table, as many as a message holds.
func (r *request) mineText(all []seen) string {
	content := r.words.Say("bot.mine.title")
	for i, s := range all {
		more := "\n" + r.words.Say("bot.mine.more", "Count", len(all)-i)
		next := "\n" + r.mineLine(s)
		if len([]rune(content+next+more)) > maxContent {
			return content + more
		}
		content += next
	}
	return content
}

// mineLine tells whom a table waits for and since when, and links to it.
func (r *request) mineLine(s seen) string {
	t := s.table
	key := []string{"bot.mine.yours", "bot.mine.theirs", "bot.mine.lobby"}[r.urgency(t)]
	line := r.words.Say(key, "Game", r.words.Say(t.Game.Info().ID+".name"),
		"Players", r.words.List(seatNames(t, strings.TrimPrefix(t.Turn().Ref(), "#"))),
		"Since", moment(r.waitsSince(t)), "Joined", len(t.Players), "Max", t.Game.Info().MaxSeats)
	return "• " + line + timeLeft(r.words, t) + " · " + tableLink(s.header)
}

// moment is a time, in Unix ms, that Discord shows as "5 minutes ago".
func moment(at int64) string { return "<t:" + strconv.FormatInt(at/1000, 10) + ":R>" }

// tableLink leads to a table's last message, or to its channel.
func tableLink(h store.Header) string {
	if h.LastMessage != 0 {
		return messageLink(h)
	}
	return "<#" + h.Channel.String() + ">"
}
