package bot

import (
	"context"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// rematch is /game rematch: the players of the channel's last game get a table
// for the next.
func (r *request) rematch(ctx context.Context) error {
	s, err := r.desk.lastInChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	return r.openRematch(ctx, s)
}

// pressRematch does so from the message that tells the end of a game.
func (r *request) pressRematch(ctx context.Context) error {
	s, err := r.desk.load(ctx, r.control().Table)
	if err != nil {
		return err
	}
	return r.openRematch(ctx, s)
}

// openRematch opens a table with the players of the last game.
func (r *request) openRematch(ctx context.Context, s seen) error {
	if err := r.mayRematch(s.table); err != nil {
		return about(s.table, err)
	}
	return r.openTable(ctx, gameOf(s.table), opening{
		game: s.table.Game, guild: r.guild, channel: r.channel, newThread: r.wantsThread(ctx), by: r.id,
		events: s.table.Rematch(r.user, r.now().UnixMilli()),
	}, "bot.rematch.opened")
}

func (r *request) mayRematch(last *table.Table) error {
	switch {
	case last.Status == table.Lobby || last.Status == table.Running:
		return engine.Refuse(refusedChannelTaken, "")
	case last.Status != table.Ended:
		return engine.Refuse(refusedNoRematch, "")
	case last.Seat(r.user) == 0:
		return engine.Refuse(refusedNotPlayer, "")
	}
	return nil
}

// invite adds to the message of a rematch's lobby that its players have a seat already, and
// pings them if wanted. The host has asked for it and is left out.
func invite(w *text.Words, m *session.Message, t *table.Table, pings bool) {
	var players []string
	for _, p := range t.Players {
		if p.User != t.Host {
			players = append(players, mention(m, p, pings))
		}
	}
	if len(players) > 0 {
		m.Content = w.Say("bot.rematch.invite", "Host", text.Plain(hostName(t)), "Players", w.List(players))
	}
}
