package bot

import (
	"context"
	"slices"
	"strings"

	"amytis/bot/session"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"

	"github.com/bwmarrin/discordgo"
)

// board is /board: any view of any player's things, for who asked alone unless
// it is to be shared.
func (r *request) board(ctx context.Context) {
	s, err := r.desk.lastInChannel(ctx, r.channel)
	if err == nil && s.table.State == nil {
		err = engine.Refuse(table.RefusedNotStarted, "")
	}
	if err != nil {
		r.fail(ctx, entryOf(s), s.table, err)
		return
	}
	seat, err := r.seatAsked(s.table)
	if err != nil {
		r.fail(ctx, entryOf(s), s.table, err)
		return
	}
	asker := s.table.Seat(r.user)
	share := r.options["public"] == "true"
	words := r.words
	if share {
		asker = 0
		words = r.publicWords(ctx)
	}
	m := &session.Message{Content: boardTitle(words, s.table, seat)}
	if r.attach(ctx, words, m, entryOf(s), s, shot{view: r.viewAsked(s.table), seat: seat, asker: asker, scale: render.Large}) != nil {
		r.fail(ctx, entryOf(s), s.table, engine.Refuse(refusedNotYours, ""))
		return
	}
	if share {
		r.respond(ctx, session.Say(m))
		return
	}
	r.whisper(ctx, m)
}

func boardTitle(w interface {
	T(string, map[string]any) string
}, t *table.Table, seat engine.Seat) string {
	return w.T("bot.board.title", map[string]any{
		"Game": w.T(t.Game.Info().ID+".name", nil), "Name": plain(t.Player(seat).Name)})
}

// seatAsked is the seat that /board is asked for: by name or number; else that
// of who asked, else the first.
func (r *request) seatAsked(t *table.Table) (engine.Seat, error) {
	asked := strings.TrimSpace(r.options["player"])
	if asked == "" {
		return max(t.Seat(r.user), 1), nil
	}
	for i, p := range t.Players {
		if strings.EqualFold(p.Name, asked) || number(i+1) == asked {
			return engine.Seat(i + 1), nil
		}
	}
	return 0, engine.Refuse(refusedNoSuchSeat, "", "player", asked)
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
func (r *request) suggestBoard(ctx context.Context) {
	var choices []*discordgo.ApplicationCommandOptionChoice
	if s, err := r.desk.lastInChannel(ctx, r.channel); err == nil && s.table.State != nil {
		typed := r.options[r.focused]
		add := func(name, value string) {
			if match(name, typed) != noMatch || match(value, typed) != noMatch {
				choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: cut(name, maxChoiceName), Value: value})
			}
		}
		switch r.focused {
		case "player":
			for i, p := range s.table.Players {
				add(p.Name, number(i+1))
			}
		case "view":
			in := s.table.Game.Info()
			for _, v := range in.Views {
				add(r.say(in.ID+".view."+v), v)
			}
		}
	}
	r.respond(ctx, session.Choices(choices[:min(len(choices), maxChoices)]...))
}
