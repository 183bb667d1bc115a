package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
)

// Discord's limit of a message's content, less room for what follows the lines.
const (
	maxContent = 2000
	maxLines   = 1500
)

// writer writes the messages that a channel reads about its table.
type writer struct {
	tables   *desk
	pictures *studio
	now      func() time.Time
}

func newWriter(tables *desk, pictures *studio, now func() time.Time) *writer {
	return &writer{tables: tables, pictures: pictures, now: now}
}

// table tells what happened since the last one: a line for each finished
// action, the picture, and who is next, pinged if pings are wanted.
func (b *writer) table(ctx context.Context, w *text.Words, m store.Message, pings bool) (*session.Message, error) {
	from, events, err := b.tables.past(ctx, m.Table, m.From, m.Version)
	if err != nil {
		return nil, err
	}
	lines, t, err := tell(w, from, events)
	if err != nil {
		return nil, err
	}
	out := &session.Message{Content: lastLines(lines, maxLines)}
	if t.State == nil {
		return out, nil
	}
	if newRound(from, t) && t.Status == table.Running {
		out.Content += "\n" + scoreText(w, t)
	}
	quiet, err := b.tables.quiet(ctx, t)
	if err != nil {
		return nil, err
	}
	next, pinged := called(from, t, events), engine.SeatSet(0)
	if pings {
		if pinged, err = b.tables.callable(ctx, m.Table, t, next); err != nil {
			return nil, err
		}
	}
	out.Content += "\n" + outlook(w, out, t, next, pinged, quiet)
	out.Content = text.Cut(strings.TrimSpace(out.Content), maxContent)
	switch t.Status {
	case table.Running:
		out.Components = tableControls(w, m.Table, t)
	case table.Ended:
		out.Components = endControls(w, m.Table, t)
	}
	b.pictures.attach(ctx, w, out, m.Table, t, shot{view: tableView, scale: render.Large, patient: true})
	return out, nil
}

// tell puts events in lines, and returns the table after them.
func tell(w *text.Words, t *table.Table, events []table.Event) ([]string, *table.Table, error) {
	standing, err := played(t, events)
	if err != nil {
		return nil, nil, err
	}
	var lines []string
	for _, e := range events {
		next, err := t.Next(e)
		if err != nil {
			return nil, nil, err
		}
		switch e.Kind {
		case table.Started:
			lines = append(lines, w.Say("bot.table.started", "Game", w.T(t.Game.Info().ID+".name", nil), "Players", w.List(allNames(next))))
		case table.Moved:
			if m := next.Moves[len(next.Moves)-1]; standing[m.Version] {
				lines = append(lines, entryLine(w, t, m))
			}
		case table.Undone:
			lines = append(lines, undoLine(w, t, e.Seat))
		case table.Aborted:
			lines = append(lines, w.Say("bot.table.aborted", "By", userMention(e.By)))
		case table.Replaced:
			lines = append(lines, w.Say("bot.table.replaced",
				"New", text.Plain(e.Name), "Name", text.Plain(t.Player(e.Seat).Name), "By", userMention(e.By)))
		}
		t = next
	}
	return lines, t, nil
}

// entryLine tells a move of a log, and who made it in place of the player. Whom the
// clock resigns has not resigned.
func entryLine(w *text.Words, before *table.Table, m table.Entry) string {
	switch {
	case m.By == 0 && m.Move.Verb == engine.Resign:
		return w.Say("bot.table.timed_out", "Name", text.Plain(before.Player(m.Move.Seat).Name), "Count", before.Skipped[m.Move.Seat])
	case m.By != 0 && m.Move.Verb == engine.Skip:
		return w.Say("bot.table.skipped", "Name", text.Plain(before.Player(engine.Seat(m.Move.Args[0])).Name), "By", userMention(m.By))
	case m.Move.Verb == engine.Resign && m.By != before.Player(m.Move.Seat).User:
		return w.Say("bot.table.taken_out", "Name", text.Plain(before.Player(m.Move.Seat).Name), "By", userMention(m.By))
	}
	return line(w, before, m.Move)
}

// userMention names a user in a message, who is pinged by it only if the
// message's Mentions say so.
func userMention(id table.UserID) string { return "<@" + id.String() + ">" }

// undoLine is the trace of a step taken back: which action it was, but not with
// what, since that may be nobody else's business again.
func undoLine(w *text.Words, t *table.Table, seat engine.Seat) string {
	in := t.Game.Info()
	verb := in.VerbInfo(t.Moves[lastMove(t, seat)].Move.Verb)
	return w.T(in.ID+".line.undo", map[string]any{
		"Name": text.Plain(t.Player(seat).Name), "move": w.T(in.ID+".sub."+verb.Subcommand()+".name", nil)})
}

// played is the set of versions whose moves stand after events.
func played(t *table.Table, events []table.Event) (map[table.Version]bool, error) {
	for _, e := range events {
		next, err := t.Next(e)
		if err != nil {
			return nil, err
		}
		t = next
	}
	standing := make(map[table.Version]bool, len(t.Moves))
	for _, m := range t.Moves {
		standing[m.Version] = true
	}
	return standing, nil
}

func lastMove(t *table.Table, seat engine.Seat) int {
	for i := len(t.Moves) - 1; i >= 0; i-- {
		if t.Moves[i].Move.Seat == seat {
			return i
		}
	}
	return 0
}

func allNames(t *table.Table) []string {
	all := make([]string, len(t.Players))
	for i, p := range t.Players {
		all[i] = text.Plain(p.Name)
	}
	return all
}

// lastLines joins lines, dropping the oldest where they are too long.
func lastLines(lines []string, limit int) string {
	joined := strings.Join(lines, "\n")
	for len(lines) > 1 && len([]rune(joined)) > limit {
		lines = lines[1:]
		joined = "…\n" + strings.Join(lines, "\n")
	}
	return joined
}

// outlook tells who is next and until when, or how the game ended. Of those who are
// next, some are pinged.
func outlook(w *text.Words, out *session.Message, t *table.Table, next, pinged engine.SeatSet, quiet table.Quiet) string {
	switch t.Status {
	case table.Ended:
		return endText(w, t)
	case table.Running:
	default:
		return ""
	}
	if next == 0 {
		next = t.Turn()
	}
	var mentions []string
	for _, seat := range next.Slice() {
		mentions = append(mentions, mention(out, t.Player(seat), pinged.Has(seat)))
	}
	outlook := w.Say("bot.table.next", "Players", w.List(mentions), "Count", len(mentions))
	if deadline := t.Deadline(); deadline != 0 {
		outlook += "\n" + w.Say("bot.table.clock", "When", countdown(deadline))
	}
	return outlook + limitLine(w, t, next, quiet)
}

// mention names a player, and pings if wanted.
func mention(out *session.Message, p table.Player, pings bool) string {
	if !pings {
		return "**" + text.Plain(p.Name) + "**"
	}
	out.Mentions = append(out.Mentions, p.User.String())
	return "<@" + p.User.String() + ">"
}

// countdown is a time, in Unix ms, that Discord shows as "in 5 minutes" to
// everybody in their language.
// https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
func countdown(at int64) string {
	const second = 1000
	return "<t:" + strconv.FormatInt((at+second-1)/second, 10) + ":R>"
}

// endText tells who won, and all scores.
func endText(w *text.Words, t *table.Table) string {
	r, _ := t.State.Result()
	winners := make([]string, len(r.Winners))
	for i, seat := range r.Winners {
		winners[i] = "**" + text.Plain(t.Player(seat).Name) + "**"
	}
	won := w.Say("bot.table.won", "Players", w.List(winners), "Count", len(winners))
	if r.Reason != "" {
		won += " " + w.T(t.Game.Info().ID+".reason."+r.Reason, nil)
	}
	return won + "\n" + scoreText(w, t)
}

// scoreText is the score pad: a line a seat, itemised. While the game runs the
// scores are as if it ended now.
func scoreText(w *text.Words, t *table.Table) string {
	var b strings.Builder
	for i, score := range t.State.Scores() {
		b.WriteString("**" + text.Plain(t.Players[i].Name) + "** " + points(score.Total()) + " — ")
		var items []string
		for _, item := range score {
			if item.Ranks() {
				continue
			}
			items = append(items, w.T(t.Game.Info().ID+".score."+item.Name, nil)+" "+itemText(item.Value))
		}
		b.WriteString(strings.Join(items, ", ") + "\n")
	}
	return strings.TrimSpace(b.String())
}

// points are written with a minus, where they are fewer than none.
func points(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

func itemText(v any) string {
	switch v := v.(type) {
	case int:
		return points(v)
	case []int:
		if len(v) == 0 {
			return points(0)
		}
		texts := make([]string, len(v))
		for i, n := range v {
			texts[i] = points(n)
		}
		return strings.Join(texts, "+")
	case fmt.Stringer:
		return v.String()
	}
	return "?"
}

func tableControls(w *text.Words, id table.ID, t *table.Table) []discordgo.MessageComponent {
	act := func(action string) control { return control{action, id, t.Version, ""} }
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		button(w, "bot.button.turn", discordgo.PrimaryButton, act(actPanel)),
		button(w, "bot.button.boards", discordgo.SecondaryButton, act(actBoards)),
		button(w, "bot.button.scores", discordgo.SecondaryButton, act(actScores)),
		button(w, "bot.button.rules", discordgo.SecondaryButton, act(actRules)),
	}}}
}

// endControls are the buttons below the end of a game.
func endControls(w *text.Words, id table.ID, t *table.Table) []discordgo.MessageComponent {
	act := func(action string) control { return control{action, id, t.Version, ""} }
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		button(w, "bot.button.rematch", discordgo.PrimaryButton, act(actRematch)),
		button(w, "bot.button.boards", discordgo.SecondaryButton, act(actBoards)),
		button(w, "bot.button.record", discordgo.SecondaryButton, act(actRecord)),
	}}}
}
