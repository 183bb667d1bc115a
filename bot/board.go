package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// board is /board: any view of any player's things, now or after any turn, for
// who asked alone unless it is to be shared.
func (r *request) board(ctx context.Context) error {
	s, err := r.desk.lastInChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	h, err := historyOf(s.table)
	if err != nil {
		return about(s.table, err)
	}
	g := glance{view: r.viewAsked(s.table)}
	if g.seat, err = r.seatAsked(s.table); err == nil {
		g.turn, err = r.turnAsked(h)
	}
	if err != nil {
		return about(s.table, err)
	}
	share := r.options["public"] == "true"
	m, err := r.boardMessage(ctx, s, h, g, share)
	if err != nil {
		return about(s.table, err)
	}
	r.show(ctx, m, share)
	return nil
}

// seatAsked is the seat that /board is asked for: by name or number; else that
// of who asked, else the first.
func (r *request) seatAsked(t *table.Table) (engine.Seat, error) {
	asked := strings.TrimSpace(r.options["player"])
	if asked == "" {
		return max(t.Seat(r.user), 1), nil
	}
	return seatNamed(t, asked)
}

// seatNamed finds a seat by its number, as autocomplete gives it, or else by the
// player's name.
func seatNamed(t *table.Table, asked string) (engine.Seat, error) {
	if n, err := strconv.Atoi(asked); err == nil && n >= 1 && n <= len(t.Players) {
		return engine.Seat(n), nil
	}
	for i, p := range t.Players {
		if strings.EqualFold(p.Name, asked) {
			return engine.Seat(i + 1), nil
		}
	}
	return 0, engine.Refuse(refusedNoSuchSeat, "", "player", text.Quoted(asked))
}

// turnAsked is the turn that /board is asked for, by its number; else the last.
func (r *request) turnAsked(h history) (int, error) {
	asked := strings.TrimSpace(r.options["turn"])
	if asked == "" {
		return h.last(), nil
	}
	turn, err := strconv.Atoi(asked)
	if err != nil || turn < 0 || turn > h.last() {
		return 0, engine.Refuse(refusedNoSuchTurn, "", "turn", text.Quoted(asked), "last", strconv.Itoa(h.last()))
	}
	return turn, nil
}

// viewAsked is the view that /board is asked for, or that shows most of one
// player's things.
func (r *request) viewAsked(t *table.Table) string {
	views := t.Game.Info().Views
	if asked := r.options["view"]; slices.Contains(views, asked) {
		return asked
	}
	return views[0]
}

// suggestBoard completes the options of /board.
func (r *request) suggestBoard(ctx context.Context) error {
	offer := offer{typed: r.options[r.focused]}
	if s, err := r.desk.lastInChannel(ctx, r.channel); err == nil && s.table.State != nil {
		r.offerBoards(&offer, s.table)
	}
	r.respond(ctx, session.Choices(offer.choices...))
	return nil
}

func (r *request) offerBoards(o *offer, t *table.Table) {
	switch r.focused {
	case "player":
		for i, p := range t.Players {
			o.add(p.Name, strconv.Itoa(i+1))
		}
	case "view":
		in := t.Game.Info()
		for _, v := range in.Views {
			o.add(r.words.Say(in.ID+".view."+v), v)
		}
	case "turn":
		h, err := newHistory(t)
		for turn := h.last(); err == nil && turn >= 0 && !o.full(); turn-- {
			o.add(h.label(r.words, turn), strconv.Itoa(turn))
		}
	}
}

// offer are the choices of an autocomplete that match what was typed.
type offer struct {
	typed   string
	choices []*discordgo.ApplicationCommandOptionChoice
}

func (o *offer) full() bool { return len(o.choices) == maxChoices }

func (o *offer) add(name, value string) {
	if !o.full() && (text.Match(name, o.typed) != text.NoMatch || text.Match(value, o.typed) != text.NoMatch) {
		o.choices = append(o.choices, &discordgo.ApplicationCommandOptionChoice{Name: text.Cut(name, maxChoiceName), Value: value})
	}
}
