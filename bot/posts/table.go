// Package posts writes the public messages about a table. They are its lobby, the news of the game,
// reminders, and the note under which a thread is opened. It does not send them; bot/announce does.
package posts

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/pictures"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"
)

// Writer writes the public messages about tables. Create it with NewWriter.
type Writer struct {
	tables   *tables.Tables
	pictures *pictures.Drawer
	now      func() time.Time
}

// NewWriter returns a Writer that reads tables and draws pictures with these services.
func NewWriter(tables *tables.Tables, pictures *pictures.Drawer, now func() time.Time) *Writer {
	return &Writer{tables: tables, pictures: pictures, now: now}
}

// Table returns the message about the events that m announces: a line for each finished action, the
// picture, and the next players or the result. It pings the next players if pings is true.
func (wr *Writer) Table(
	ctx context.Context, w *text.Words, h tables.History, m store.Message, pings bool,
) (*session.Message, error) {
	from, events, err := h.At(m.From, m.Version)
	if err != nil {
		return nil, err
	}
	lines, t, err := telling.Tell(w, from, events)
	if err != nil {
		return nil, err
	}
	out := &session.Message{Content: telling.LastLines(lines, control.MaxLines)}
	if t.State == nil {
		return out, nil
	}
	if tables.NewRound(from, t) && t.Status == table.Running {
		out.Content += "\n" + telling.ScoreText(w, t)
	}
	quiet, err := wr.tables.Quiet(ctx, t)
	if err != nil {
		return nil, err
	}
	next, pinged := tables.SeatsToCall(from, t, events), engine.SeatSet(0)
	if pings {
		if pinged, err = wr.tables.Pingable(ctx, m.Table, t, next&^t.Computers()); err != nil {
			return nil, err
		}
	}
	out.Content += "\n" + outlook(w, out, t, next, pinged, quiet)
	wr.silence(out, quiet, concerned(t, next))
	out.Content = text.Cut(strings.TrimSpace(out.Content), control.MaxContent)
	switch t.Status {
	case table.Running:
		out.Components = tableControls(w, m, t)
	case table.Ended:
		out.Components = endControls(w, m, t)
	}
	want := pictures.Request{View: t.Game.Info().TableView(), Scale: render.Large, Patient: true}
	wr.pictures.Attach(ctx, w, out, m.Table, t, want)
	return out, nil
}

// outlook returns the lines about the next players and their time, or about the result of an ended
// game. It names computers only if no person is among the next players. It mentions in out those of
// next that are in pinged.
func outlook(
	w *text.Words, out *session.Message, t *table.Table, next, pinged engine.SeatSet, quiet table.Quiet,
) string {
	switch t.Status {
	case table.Ended:
		return telling.EndText(w, t)
	case table.Running:
	default:
		return ""
	}
	if next == 0 {
		next = t.Turn()
	}
	key := "bot.table.next"
	if people := next &^ t.Computers(); people != 0 {
		next = people
	} else {
		key = "bot.table.thinking"
	}
	var mentions []string
	for _, seat := range next.Slice() {
		mentions = append(mentions, mention(w, out, t.Player(seat), pinged.Has(seat)))
	}
	outlook := w.Say(key, "Players", w.List(mentions), "Count", len(mentions))
	if deadline := t.Deadline(); deadline != 0 {
		outlook += "\n" + w.Say("bot.table.clock", "When", telling.Countdown(deadline))
	}
	return outlook + telling.LimitLine(w, t, next, quiet)
}

// mention returns a player's name in bold, or a ping, which it adds to the mentions of out.
func mention(w *text.Words, out *session.Message, p table.Player, pings bool) string {
	if !pings {
		return "**" + telling.Name(w, p) + "**"
	}
	out.Mentions = append(out.Mentions, p.User.String())
	return "<@" + p.User.String() + ">"
}

// tableControls returns the buttons below the message of a running game. The first one bears the
// nonce of the entry, so that the message can be told from any other; see [Bears].
func tableControls(w *text.Words, m store.Message, t *table.Table) []discordgo.MessageComponent {
	act := func(action string) control.Control {
		return control.At(action, m.Table, t.Version, "")
	}
	return []discordgo.MessageComponent{control.Row(
		control.Button(w, "bot.button.turn", discordgo.PrimaryButton,
			control.At(control.Panel, m.Table, t.Version, m.Nonce)),
		control.Button(w, "bot.button.boards", discordgo.SecondaryButton, act(control.Boards)),
		control.Button(w, "bot.button.scores", discordgo.SecondaryButton, act(control.Scores)),
		control.Button(w, "bot.button.rules", discordgo.SecondaryButton, act(control.Rules)),
	)}
}

// endControls returns the buttons below the message about the end of a game. The first one bears
// the nonce of the entry.
func endControls(w *text.Words, m store.Message, t *table.Table) []discordgo.MessageComponent {
	act := func(action string) control.Control {
		return control.At(action, m.Table, t.Version, "")
	}
	return []discordgo.MessageComponent{control.Row(
		control.Button(w, "bot.button.rematch", discordgo.PrimaryButton,
			control.At(control.Rematch, m.Table, t.Version, m.Nonce)),
		control.Button(w, "bot.button.boards", discordgo.SecondaryButton, act(control.Boards)),
		control.Button(w, "bot.button.record", discordgo.SecondaryButton, act(control.Record)),
	)}
}

// Bears reports whether one of a message's custom_ids bears the nonce of an entry.
func Bears(customIDs []string, nonce string) bool {
	return slices.ContainsFunc(customIDs, func(id string) bool {
		c, parsed := control.Parse(id)
		return parsed && nonce != "" && c.Arg == nonce
	})
}
