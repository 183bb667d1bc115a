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

// invite tells those whom a rematch has given a seat unasked, when its lobby is
// posted; what is edited later leaves the invitation as it is.
func (a *announcer) invite(ctx context.Context, m *session.Message, s seen) error {
	settings, err := a.bot.desk.store.Settings(ctx, s.header.Guild)
	if err != nil {
		return err
	}
	t, w := s.table, a.bot.publicWords(ctx, s.header.Guild, "")
	var players []string
	for _, p := range t.Players {
		switch {
		case p.User == t.Host:
		case settings.Quiet:
			players = append(players, "**"+text.Plain(p.Name)+"**")
		default:
			players = append(players, "<@"+p.User.String()+">")
			m.Mentions = append(m.Mentions, p.User.String())
		}
	}
	if len(players) > 0 {
		m.Content = w.Say("bot.rematch.invite", "Host", text.Plain(hostName(t)), "Players", w.List(players))
	}
	return nil
}
