package seats

import (
	"context"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// rematch handles /game rematch for the channel's last game.
func rematch(ctx context.Context, r *interaction.Request) error {
	s, err := r.LastInChannel(ctx)
	if err != nil {
		return err
	}
	return openRematch(ctx, r, s)
}

func pressRematch(ctx context.Context, r *interaction.Request) error {
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	return openRematch(ctx, r, s)
}

func openRematch(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	if err := checkMayRematch(ctx, r, s.Table); err != nil {
		return interaction.About(s.Table, err)
	}
	return openTable(ctx, r, games.Of(s.Table), tables.Opening{
		Game: s.Table.Game, Guild: r.Guild, Channel: r.Channel, NewThread: wantsThread(ctx, r), By: r.ID,
		Events: s.Table.Rematch(r.User, r.Now().UnixMilli()),
	}, "bot.rematch.opened")
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
