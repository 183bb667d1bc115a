package seats

import (
	"cmp"
	"context"
	"slices"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// sameDeal handles the button that opens a game with the deal of an ended one, for its players in
// their seats. A set-up that chance has made belongs to the deal, and so does what was given.
func sameDeal(ctx context.Context, r *interaction.Request) error {
	t := r.At.Table
	switch {
	case t.Status != table.Ended:
		return engine.Refuse(refusedNotOver, "")
	case t.Seat(r.User) == 0:
		return engine.Refuse(interaction.RefusedNotPlayer, "")
	}
	var given []engine.Move
	for _, e := range t.Moves {
		if !e.Given && !t.Dealt(e) {
			break
		}
		given = append(given, e.Move)
	}
	return openFork(ctx, r, r.At, t.Players, given)
}

// PlayOut opens an unrated table that goes on from a position of an ended one: after moves that may
// be others than were played there. Where no game can begin, such as within a live round, it goes
// back to where one can. The user gets the seat, or the first in turn if it is 0 or has resigned.
// Computers of a level get the others; at level 0 those who join do. It needs the real store.
func PlayOut(
	ctx context.Context, r *interaction.Request, s tables.Loaded, moves []engine.Move, seat engine.Seat, level int,
) error {
	t := s.Table
	if t.Status != table.Ended {
		return engine.Refuse(refusedNotOver, "")
	}
	given, turn, err := beginning(t, moves)
	if err != nil {
		return err
	}
	if seat == 0 || slices.Contains(given, engine.ResignMove(seat)) {
		seat = turn.Slice()[0]
	}
	players := make([]table.Player, len(t.Players))
	for i := range players {
		own := engine.Seat(i+1) == seat
		resigned := slices.Contains(given, engine.ResignMove(engine.Seat(i+1)))
		switch {
		case own:
			players[i] = table.Player{User: r.User, Name: r.Name}
		case level != 0 || resigned: // who has resigned has nothing to do
			players[i] = table.Computer(table.ComputerID(i+1, cmp.Or(level, usualLevel)))
		}
	}
	return openFork(ctx, r, s, players, given)
}

// beginning returns the most of the first moves after which a game may begin, and who is in turn
// then. Live games begin with a round.
func beginning(t *table.Table, moves []engine.Move) (given []engine.Move, turn engine.SeatSet, err error) {
	for {
		s, _, err := t.Game.Replay(t.Options, t.SeatInfos(), t.Setup, moves)
		if err != nil {
			return nil, 0, err
		}
		begin := len(moves)
		if pace := s.Pace(); pace.Live {
			begin = pace.Since
		}
		if begin == len(moves) && begin > 0 && !engine.MayBegin(s) {
			begin--
		}
		if begin == len(moves) {
			return moves, s.Turn(), nil
		}
		moves = moves[:begin]
	}
}

// openFork opens a table that begins after given moves of an ended one. For a user who is alone
// against computers it starts at once.
func openFork(
	ctx context.Context, r *interaction.Request, s tables.Loaded, players []table.Player, given []engine.Move,
) error {
	if err := interaction.MayPlayOn(s.Table); err != nil { // perhaps its rules are older
		return err
	}
	g := games.Of(s.Table)
	events := s.Table.ForkOf(s.ID, players, given, r.User, r.Now().UnixMilli())
	people := slices.DeleteFunc(slices.Clone(players), table.Player.IsComputer)
	if len(people) == 1 {
		return startAlone(ctx, r, g, events)
	}
	return openTable(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, By: r.ID, Events: events,
	}, "bot.fork.opened", "")
}

// rematch handles /game rematch and its button. A user who is alone against computers waits for
// nobody: that game starts at once.
func rematch(ctx context.Context, r *interaction.Request) error {
	if r.Control.Arg == control.Stronger {
		r.Options[control.Stronger] = "true"
	}
	t := r.At.Table
	if stronger := t.Stronger(); r.Options[control.Stronger] != "" && stronger != nil {
		t = stronger
	}
	if err := checkMayRematch(ctx, r, t); err != nil {
		return err
	}
	g := games.Of(t)
	events := t.Rematch(r.User, r.Now().UnixMilli())
	if t.Solo() {
		return startAlone(ctx, r, g, events)
	}
	return openTable(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, NewThread: wantsThread(ctx, r), By: r.ID, Events: events,
	}, "bot.rematch.opened", "")
}

// checkMayRematch refuses a rematch of a game that runs or never began, and who did not play it.
func checkMayRematch(ctx context.Context, r *interaction.Request, last *table.Table) error {
	switch {
	case last.Status == table.Lobby || last.Status == table.Running:
		return channelTaken(ctx, r)
	case last.Status != table.Ended && last.State == nil:
		return engine.Refuse(refusedNoRematch, "")
	case last.Seat(r.User) == 0:
		return engine.Refuse(interaction.RefusedNotPlayer, "")
	}
	return nil
}
