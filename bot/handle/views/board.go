package views

import (
	"context"
	"strconv"
	"strings"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// board handles /board: any view of any player's seat, now or after a turn.
func board(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	return showBoard(ctx, r, s, r.Answer.Show, func(h sentences.History) (g boardView, err error) {
		g.views = joinViews(s.Table.Game.Info(), r.Options["view"])
		asked := strings.TrimSpace(r.Options["view"])
		if strings.EqualFold(asked, interaction.TextView) || strings.EqualFold(asked, r.Words.Say("bot.textboard.view")) {
			g.views = interaction.TextView
		}
		if g.turn, err = chosenTurn(r, h); err == nil {
			g.seat, err = chosenSeat(r, h, g)
		}
		return g, err
	})
}

// chosenSeat returns the seat in the option player. Without it, the view of the message about the
// turn shows the seat that moved in it, as the message does. Other views show the user's own seat,
// or the first.
func chosenSeat(r *interaction.Request, h sentences.History, g boardView) (engine.Seat, error) {
	if asked := strings.TrimSpace(r.Options["player"]); asked != "" {
		return interaction.SeatNamed(r.Words, h.Table, asked)
	}
	at, mover := h.At(g.turn), h.Shown(g.turn)
	if mover != 0 && g.views == pictures.Public(at, at, mover).View {
		return mover, nil
	}
	return max(h.Table.Seat(r.User), 1), nil
}

// chosenTurn returns the turn in the option turn, else the last. It refuses any other text.
func chosenTurn(r *interaction.Request, h sentences.History) (int, error) {
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

// suggestBoard offers the players, views or turns of the channel's game, for the focused option.
func suggestBoard(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
	s, err := r.LastInChannel(ctx)
	if err != nil || s.Table.State == nil {
		return
	}
	t := s.Table
	switch r.Focused {
	case "player":
		o.OfferSeats(r.Words, t, func(*table.Table, engine.Seat) bool { return true })
	case "view":
		in := t.Game.Info()
		for _, v := range in.Views {
			o.Add(r.Words.Say(in.ID+".view."+v), v)
		}
		o.Add(r.Words.Say("bot.board.all"), allViews)
		o.Add(r.Words.Say("bot.textboard.view"), interaction.TextView)
		offerViews(r, o, in)
	case "turn":
		h, err := sentences.NewHistory(t)
		for turn := h.Last(); err == nil && turn >= 0 && !o.Full(); turn-- {
			o.Add(h.Label(r.Words, turn), strconv.Itoa(turn))
		}
	}
}

// offerViews offers the typed views as one choice, if they are several.
func offerViews(r *interaction.Request, o *interaction.Offer, in *engine.Info) {
	views := joinViews(in, o.Typed)
	if !strings.Contains(views, viewSeparator) {
		return
	}
	var names []string
	for _, v := range strings.Split(views, viewSeparator) {
		names = append(names, r.Words.Say(in.ID+".view."+v))
	}
	o.Choices = append(o.Choices, control.Choice(r.Words.List(names), views))
}
