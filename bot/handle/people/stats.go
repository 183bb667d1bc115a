package people

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

const (
	week        = 7 * 24 * time.Hour
	shownWeeks  = 8
	activeWeeks = 4 // within which an active player has ended a game
)

type statistics struct {
	weeks [shownWeeks]int // the games that ended in each of the last weeks, the last week first
	// ended counts the games that ended, players their people, active the people of activeWeeks.
	ended, players, active int
	// lobbies and running count open tables, idle those without an event for a week.
	lobbies, running, idle, aborted int
}

func stats(ctx context.Context, r *interaction.Request) error {
	if !r.Moderator() {
		return engine.Refuse("moderators_only", "")
	}
	var s statistics
	results, err := r.Results(ctx, r.Guild)
	if err != nil {
		return err
	}
	s.addResults(results, r.Now())
	if err := s.addTables(ctx, r); err != nil {
		return err
	}
	r.Answer.Whisper(ctx, &message.Message{Embeds: []*discordgo.MessageEmbed{{
		Title: r.Words.Say("bot.stats.title"), Description: s.text(r.Words, r.Now()), Color: control.EmbedColor,
	}}})
	return nil
}

func (s *statistics) addResults(results []store.Result, now time.Time) {
	players := map[table.UserID]bool{} // whether they are active
	for _, result := range results {
		age := max(0, int(now.Sub(time.UnixMilli(result.At))/week))
		if age < shownWeeks {
			s.weeks[age]++
		}
		for _, p := range result.People() {
			if !p.User.IsFormer() {
				players[p.User] = players[p.User] || age < activeWeeks
			}
		}
	}
	s.ended, s.players = len(results), len(players)
	for _, active := range players {
		if active {
			s.active++
		}
	}
}

func (s *statistics) addTables(ctx context.Context, r *interaction.Request) error {
	var open []table.ID
	err := r.Store.Headers(ctx, r.Guild, func(id table.ID, h store.Header) {
		switch h.Status {
		case store.Lobby:
			s.lobbies++
			open = append(open, id)
		case store.Running:
			s.running++
			open = append(open, id)
		case store.Aborted:
			s.aborted++
		}
	})
	if store.NotDamage(err) != nil {
		return err
	}
	for _, id := range open {
		_, log, err := r.Store.Table(ctx, id)
		if errors.Is(err, store.ErrDamaged) {
			continue
		}
		if err != nil {
			return err
		}
		if last := time.UnixMilli(log[len(log)-1].At); r.Now().Sub(last) > week {
			s.idle++
		}
	}
	return nil
}

// text leaves out what there is none of, but for the games that ended.
func (s *statistics) text(w *text.Words, now time.Time) string {
	lines := []string{w.Say("bot.stats.ended", "Count", s.ended)}
	if s.weeks != [shownWeeks]int{} {
		lines = append(lines, w.Say("bot.stats.weeks"))
	}
	for age, games := range s.weeks {
		if games > 0 {
			lines = append(lines, fmt.Sprintf("<t:%d:d> · %d", now.Add(-time.Duration(age+1)*week).Unix(), games))
		}
	}
	if s.players > 0 {
		lines = append(lines, w.Say("bot.stats.players", "Active", s.active, "Count", s.players))
	}
	if s.running+s.lobbies > 0 {
		lines = append(lines, w.Say("bot.stats.open", "Running", s.running, "Lobbies", s.lobbies, "Idle", s.idle))
	}
	if s.aborted > 0 {
		lines = append(lines, w.Say("bot.stats.aborted", "Count", s.aborted))
	}
	return strings.Join(lines, "\n")
}
