package views

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// board is /board: any view of any player's things, now or after any turn, for who asked alone
// unless it is to be shared.
func board(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.LastInChannel(ctx, r.Channel)
	if err != nil {
		return err
	}
	h, err := telling.HistoryOf(s.Table)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	g := boardView{view: viewAsked(r, s.Table)}
	if g.seat, err = seatAsked(r, s.Table); err == nil {
		g.turn, err = turnAsked(r, h)
	}
	if err != nil {
		return interaction.About(s.Table, err)
	}
	share := r.Options["public"] == "true"
	m, err := boardMessage(ctx, r, s, h, g, share)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	r.Show(ctx, m, share)
	return nil
}

// seatAsked is the seat that /board is asked for: by name or number; else that of who asked, else
// the first.
func seatAsked(r *interaction.Request, t *table.Table) (engine.Seat, error) {
	asked := strings.TrimSpace(r.Options["player"])
	if asked == "" {
		return max(t.Seat(r.User), 1), nil
	}
	return interaction.SeatNamed(t, asked)
}

// turnAsked is the turn that /board is asked for, by its number; else the last.
func turnAsked(r *interaction.Request, h telling.History) (int, error) {
	asked := strings.TrimSpace(r.Options["turn"])
	if asked == "" {
		return h.Last(), nil
	}
	turn, err := strconv.Atoi(asked)
	if err != nil || turn < 0 || turn > h.Last() {
		return 0, engine.Refuse(refusedNoSuchTurn, "", "turn", text.Quoted(asked), "last", strconv.Itoa(h.Last()))
	}
	return turn, nil
}

// viewAsked is the view that /board is asked for, or that shows most of one player's things.
func viewAsked(r *interaction.Request, t *table.Table) string {
	in := t.Game.Info()
	if asked := r.Options["view"]; slices.Contains(in.Views, asked) {
		return asked
	}
	return in.BoardView()
}

// suggestBoard completes the options of /board.
func suggestBoard(ctx context.Context, r *interaction.Request) error {
	offer := interaction.Offer{Typed: r.Options[r.Focused]}
	if s, err := r.Tables.LastInChannel(ctx, r.Channel); err == nil && s.Table.State != nil {
		offerBoards(r, &offer, s.Table)
	}
	r.Respond(ctx, session.Choices(offer.Choices...))
	return nil
}

func offerBoards(r *interaction.Request, o *interaction.Offer, t *table.Table) {
	switch r.Focused {
	case "player":
		for i, p := range t.Players {
			o.Add(p.Name, strconv.Itoa(i+1))
		}
	case "view":
		in := t.Game.Info()
		for _, v := range in.Views {
			o.Add(r.Words.Say(in.ID+".view."+v), v)
		}
	case "turn":
		h, err := telling.NewHistory(t)
		for turn := h.Last(); err == nil && turn >= 0 && !o.Full(); turn-- {
			o.Add(h.Label(r.Words, turn), strconv.Itoa(turn))
		}
	}
}
