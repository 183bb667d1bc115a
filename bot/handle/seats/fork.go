package seats

import (
	"context"
	"slices"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// sameDeal handles the button that opens a game with the deal of an ended one, for its players in
// their seats. A set-up that chance has made belongs to the deal, and so does what was given.
func sameDeal(ctx context.Context, r *interaction.Request) error {
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	t := s.Table
	switch {
	case t.Status != table.Ended:
		return interaction.About(t, engine.Refuse(refusedNotOver, ""))
	case t.Seat(r.User) == 0:
		return interaction.About(t, engine.Refuse(interaction.RefusedNotPlayer, ""))
	}
	var given []string
	for _, e := range t.Moves {
		if !e.Given && !(e.Auto && t.Game.Info().VerbInfo(e.Move.Verb).SetUp) {
			break
		}
		given = append(given, string(t.Game.AppendMove(nil, e.Move)))
	}
	return openFork(ctx, r, s, t.Players, given)
}

// PlayOn opens an unrated table that goes on from a position of an ended one: after moves in the
// notation, all or some of which may be others than were played there. The user gets the seat in
// turn. Computers of a level get the other seats; at level 0 those who join do. It needs the
// request's real store. Where no game can begin, such as within a live round, it goes back to where
// one can.
func PlayOn(ctx context.Context, r *interaction.Request, s tables.Loaded, moves []string, level int) error {
	if s.Table.Status != table.Ended {
		return interaction.About(s.Table, engine.Refuse(refusedNotOver, ""))
	}
	given, turn, resigned, err := beginning(s.Table, moves)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	own := turn.Slice()[0]
	if seat := s.Table.Seat(r.User); turn.Has(seat) {
		own = seat
	}
	players := make([]table.Player, len(s.Table.Players))
	for i := range players {
		switch seat := engine.Seat(i + 1); {
		case seat == own:
			players[i] = table.Player{User: r.User, Name: r.Name}
		case level != 0:
			players[i] = sentences.Computer(r.PublicWords(ctx), table.ComputerID(i+1, level))
		case resigned.Has(seat): // it has nothing to do
			players[i] = sentences.Computer(r.PublicWords(ctx), table.ComputerID(i+1, usualLevel))
		}
	}
	return openFork(ctx, r, s, players, given)
}

// beginning returns the longest beginning of moves after which a game may begin, which seats are in
// turn then, and which have resigned. Live games begin with a round.
func beginning(t *table.Table, moves []string) (given []string, turn, resigned engine.SeatSet, err error) {
	played := make([]engine.Move, len(moves))
	for i, text := range moves {
		if played[i], err = t.Game.ParseMove(text); err != nil {
			return nil, 0, 0, err
		}
	}
	for n := len(moves); ; {
		s, _, err := t.Game.Replay(t.Options, t.SeatInfos(), t.Setup, played[:n])
		if err != nil {
			return nil, 0, 0, err
		}
		begin := n
		if pace := s.Pace(); pace.Live {
			begin = pace.Since
		}
		if begin == n && n > 0 && !engine.MayBegin(s) {
			begin--
		}
		if begin == n {
			for _, m := range played[:n] {
				if m.Verb == engine.Resign {
					resigned |= engine.Seats(m.Seat)
				}
			}
			return moves[:n], s.Turn(), resigned, nil
		}
		n = begin
	}
}

// openFork opens a table that begins after given moves of an ended one. For a user who is alone
// against computers it starts at once.
func openFork(
	ctx context.Context, r *interaction.Request, s tables.Loaded, players []table.Player, given []string,
) error {
	g, events := games.Of(s.Table), s.Table.ForkOf(s.ID, players, given, r.User, r.Now().UnixMilli())
	people := slices.DeleteFunc(slices.Clone(players), table.Player.IsComputer)
	if len(people) == 1 {
		return startAlone(ctx, r, g, events)
	}
	return openTable(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, By: r.ID, Events: events,
	}, "bot.fork.opened")
}
