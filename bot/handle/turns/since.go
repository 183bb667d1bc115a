package turns

import (
	"context"
	"log/slog"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// sinceTurn returns what has happened since a seat's last step: nothing out of turn, and in a live
// game, whose public message tells each step.
func sinceTurn(r *interaction.Request, t *table.Table, seat engine.Seat) sentences.Since {
	if !t.Turn().Has(seat) || t.State.Pace().Live {
		return sentences.Since{}
	}
	since, err := sentences.NewSince(sentences.ReadBy(t, seat), seat)
	if err != nil {
		r.Log.Error("telling what has happened", slog.Any("err", err))
	}
	return since
}

// span is a range of turns that a player looks at one by one, and the shown one. All are numbers of
// sentences.History.
type span struct{ first, last, shown int }

func (p span) control(s tables.Loaded, shown int) control.Control {
	arg := strconv.Itoa(p.first) + "." + strconv.Itoa(p.last) + "." + strconv.Itoa(shown)
	return control.At(control.Since, s.ID, s.Table, arg)
}

// parseSpan reads a control's argument. The nearest turns replace ones that do not exist.
func parseSpan(arg string, h sentences.History) span {
	var turns [3]int
	for i, number := range strings.SplitN(arg, ".", len(turns)) {
		turns[i], _ = strconv.Atoi(number)
	}
	most := h.Last()
	p := span{first: min(max(turns[0], min(1, most)), most)}
	p.last = min(max(turns[1], p.first), most)
	p.shown = min(max(turns[2], p.first), p.last)
	return p
}

// sinceButton returns the button that shows the turns since a player's last one.
func sinceButton(w *text.Words, s tables.Loaded, since sentences.Since) discordgo.Button {
	first, last := since.Turns()
	p := span{first: first, last: last}
	return control.Button(w, "bot.button.since", discordgo.SecondaryButton, p.control(s, first))
}

// pressSince handles the buttons that show the turns since a player's last one, picture by picture,
// as the player may see them in the running game.
func pressSince(ctx context.Context, r *interaction.Request) error {
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	seat, err := r.SeatAt(s.Table)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	h, err := sentences.HistoryOf(s.Table)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	p := parseSpan(r.Control().Arg, h)
	at := h.At(p.shown)
	title := r.Words.Say("bot.since.still",
		"Turn", p.shown, "Number", p.shown-p.first+1, "Count", p.last-p.first+1)
	read := h
	read.Table = sentences.ReadBy(s.Table, seat)
	totals := sentences.Totals(r.Words, read.At(p.shown))
	moves := sentences.LastLines(read.Lines(r.Words, p.shown), control.MaxLines)
	m := &message.Message{Content: text.Lines(title, moves, totals)}
	want := pictures.Public(h.At(max(p.shown-1, 0)), at, h.Shown(p.shown))
	want.Asker, want.Patient = seat, false
	want.Said = text.Unformatted(text.Lines(title, totals))
	m.Components = sinceControls(r.Words, s, p)
	if err := interaction.AttachBoard(ctx, r, m, s.ID, at, want); err != nil {
		return interaction.About(s.Table, err)
	}
	r.Answer.InPlace(ctx, m)
	return nil
}

// sinceControls returns the buttons below a picture: to its neighbours, and back to the turn panel.
func sinceControls(w *text.Words, s tables.Loaded, p span) []discordgo.MessageComponent {
	row := control.Steps(w, "bot.button.previous", "bot.button.next", p.shown, p.first, p.last,
		func(turn int) control.Control { return p.control(s, turn) })
	back := control.BackButton(w, s.ID, s.Table)
	back.Style = discordgo.PrimaryButton
	return []discordgo.MessageComponent{control.Row(append(row, back)...)}
}
