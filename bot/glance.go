package bot

import (
	"context"
	"strconv"
	"strings"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"

	"github.com/bwmarrin/discordgo"
)

// glance is what somebody looks at: a view of a seat's things after a turn, or
// everybody's boards where the seat is 0.
type glance struct {
	seat engine.Seat
	view string
	turn int
}

// arg writes a glance into a control.
func (g glance) arg() string { return g.seat.String() + "," + g.view + "," + strconv.Itoa(g.turn) }

// parseGlance reads what arg writes. Where turns were taken back since, the last one that
// stands is shown instead.
func parseGlance(h history, arg string) glance {
	seat, rest, _ := strings.Cut(arg, ",")
	view, turn, _ := strings.Cut(rest, ",")
	s, _ := strconv.Atoi(seat)
	n, err := strconv.Atoi(turn)
	if err != nil {
		n = h.last()
	}
	return glance{engine.Seat(min(max(s, 0), len(h.table.Players))), view, min(max(n, 0), h.last())}
}

// boardMessage shows a glance, with buttons for the turns before and after
// unless everybody is to see it.
func (r *request) boardMessage(ctx context.Context, s seen, h history, g glance, share bool) (*session.Message, error) {
	words, asker := r.words, s.table.Seat(r.user)
	if share {
		words, asker = r.publicWords(ctx), 0
	}
	m := &session.Message{Content: glanceTitle(words, h, g)}
	at := h.at(g.turn)
	if g.seat == 0 {
		r.attachBoards(ctx, words, m, s.id, at, asker)
	} else if r.studio.attach(ctx, words, m, s.id, at, shot{view: g.view, seat: g.seat, asker: asker, scale: render.Large}) != nil {
		return nil, engine.Refuse(refusedNotYours, "")
	}
	if !share && h.last() > 0 {
		m.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			turnTo(words, "bot.button.previous", s, h, g, g.turn-1),
			turnTo(words, "bot.button.next", s, h, g, g.turn+1),
		}}}
	}
	return m, nil
}

// glanceTitle says what is shown and, of a past turn, what was done in it.
func glanceTitle(w *text.Words, h history, g glance) string {
	title := w.T("bot.board.more", nil)
	if g.seat != 0 {
		title = w.Say("bot.board.title", "Game", w.T(h.table.Game.Info().ID+".name", nil), "Name", text.Plain(h.table.Player(g.seat).Name))
	}
	if g.turn == h.last() {
		return title
	}
	return title + "\n" + w.Say("bot.board.past", "Turn", g.turn, "Turns", h.last()) + "\n" + lastLines(h.lines(w, g.turn), maxLines)
}

// attachBoards attaches a small picture of every seat's board.
func (r *request) attachBoards(ctx context.Context, w *text.Words, m *session.Message, id table.ID, t *table.Table, asker engine.Seat) {
	for i := range t.Players {
		seat := engine.Seat(i + 1)
		r.studio.attach(ctx, w, m, id, t, shot{view: t.Game.Info().Views[0], seat: seat, asker: asker, scale: render.Phone})
		if n := len(m.Files); n > 0 {
			m.Files[n-1].Name = strings.TrimSuffix(m.Files[n-1].Name, ".png") + "-" + seat.String() + ".png"
		}
	}
}

// turnTo is a button that shows the same after another turn.
func turnTo(w *text.Words, key string, s seen, h history, g glance, turn int) discordgo.Button {
	g.turn = turn
	b := button(w, key, discordgo.SecondaryButton, control{actTurnTo, s.id, s.table.Version, g.arg()})
	b.Disabled = turn < 0 || turn > h.last()
	return b
}

// pressTurnTo shows the same after another turn.
func (r *request) pressTurnTo(ctx context.Context) error {
	m, err := r.pressedBoard(ctx, func(h history) glance { return parseGlance(h, r.control().Arg) })
	if err != nil {
		return err
	}
	r.answerInPlace(ctx, m)
	return nil
}

// pressBoards shows everybody's boards, and how to see more of them.
func (r *request) pressBoards(ctx context.Context) error {
	m, err := r.pressedBoard(ctx, func(h history) glance { return glance{turn: h.last()} })
	if err != nil {
		return err
	}
	r.whisper(ctx, m)
	return nil
}

// pressedBoard shows the table of a control as look says.
func (r *request) pressedBoard(ctx context.Context, look func(history) glance) (*session.Message, error) {
	s, err := r.desk.load(ctx, r.control().Table)
	if err != nil {
		return nil, err
	}
	h, err := historyOf(s.table)
	if err != nil {
		return nil, about(s.table, err)
	}
	m, err := r.boardMessage(ctx, s, h, look(h), false)
	return m, about(s.table, err)
}
