package seats

import (
	"context"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// rematch returns the handler of /game rematch and its button; last reads the game that has ended.
// A user who is alone against computers waits for nobody: that game starts at once.
func rematch(last func(*interaction.Request, context.Context) (tables.Loaded, error)) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		s, err := last(r, ctx)
		if err != nil {
			return err
		}
		if stronger := s.Table.Stronger(); r.Control().Arg == control.Stronger && stronger != nil {
			s.Table = stronger
		}
		if err := checkMayRematch(ctx, r, s.Table); err != nil {
			return interaction.About(s.Table, err)
		}
		g, events := games.Of(s.Table), s.Table.Rematch(r.User, r.Now().UnixMilli())
		if s.Table.Solo() {
			return startAlone(ctx, r, g, events)
		}
		return openTable(ctx, r, g, tables.Opening{
			Game: g.Game, Guild: r.Guild, Channel: r.Channel, NewThread: wantsThread(ctx, r), By: r.ID, Events: events,
		}, "bot.rematch.opened")
	}
}

// checkMayRematch refuses a rematch of a game that has not ended, and users who did not play it.
func checkMayRematch(ctx context.Context, r *interaction.Request, last *table.Table) error {
	switch {
	case last.Status == table.Lobby || last.Status == table.Running:
		return channelTaken(ctx, r)
	case last.Status != table.Ended:
		return engine.Refuse(refusedNoRematch, "")
	case last.Seat(r.User) == 0:
		return engine.Refuse(interaction.RefusedNotPlayer, "")
	}
	return nil
}
