package views

import (
	"context"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/replay"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

// sendReplay handles /replay, for the last game of the channel by default, and the button Replay.
func sendReplay(ctx context.Context, r *interaction.Request) error {
	s := r.At
	public, words := r.Audience(ctx, s.Table)
	re, err := replayOf(ctx, r, s)
	if err != nil {
		return err
	}
	title := words.Say("bot.replay.title", "Game", words.Say(s.Table.Game.Info().ID+".name"), "Length", re.Length(words))
	m := &message.Message{Content: text.Lines(title, re.Before(words, 0), sentences.Won(words, s.Table), sentences.Totals(words, s.Table))}
	alt := words.Say("bot.replay.alt") + " " + text.Unformatted(m.Content)
	if err := r.Pictures.AttachFilm(ctx, words, m, s.ID, s.Table, "replay", alt, func() (render.Picture, error) {
		return re.Film(words)
	}); err != nil {
		return err
	}
	m.Components = []discordgo.MessageComponent{control.Row(append([]discordgo.MessageComponent{
		control.Button(words, "bot.button.stills", discordgo.SecondaryButton, still(s, control.Still, 0)),
	}, momentButtons(words, s, re, 0)...)...)}
	r.Answer.Show(ctx, m, public)
	return nil
}

// replayOf returns a replay, with its review. It refuses a game that is not over: it has secrets.
func replayOf(ctx context.Context, r *interaction.Request, s tables.Loaded) (replay.Replay, error) {
	switch s.Table.Status {
	case table.Running:
		return replay.Replay{}, engine.Refuse("replay_running", "")
	case table.Abandoned:
		return replay.Replay{}, engine.Refuse("replay_stopped", "")
	}
	found, err := reviewqueue.Stored(ctx, r.Store, s.ID)
	if err != nil {
		return replay.Replay{}, err
	}
	re, err := replay.Of(s.Table)
	return re.Reviewed(found), err
}

// still returns the control that shows a picture of a replay, or the key moment after the picture.
func still(s tables.Loaded, action string, number int) control.Control {
	return control.At(action, s.ID, s.Table, strconv.Itoa(number))
}

// momentButtons returns the button for the key moment after a picture, none without such moments.
func momentButtons(w *text.Words, s tables.Loaded, re replay.Replay, number int) (buttons []discordgo.MessageComponent) {
	if len(re.KeyMoments()) > 0 {
		buttons = append(buttons, control.Button(w, "bot.button.key_moments", discordgo.SecondaryButton,
			still(s, control.KeyMoment, number)))
	}
	return buttons
}

// nextKeyMoment returns the next key moment after a picture, and after the last the first.
func nextKeyMoment(re replay.Replay, number int) int {
	moments := re.KeyMoments()
	if len(moments) == 0 {
		return number
	}
	next := slices.IndexFunc(moments, func(m replay.Moment) bool { return m.Number > number })
	return moments[max(next, 0)].Number
}

// pressStill shows a single picture, for players who prefer no motion.
func pressStill(ctx context.Context, r *interaction.Request) error {
	s := r.At
	re, err := replayOf(ctx, r, s)
	if err != nil {
		return err
	}
	number, _ := strconv.Atoi(r.Control.Arg)
	number = re.Clamp(number)
	if r.Control.Action == control.KeyMoment {
		number = nextKeyMoment(re, number)
	}
	title := stillTitle(r.Words, s, re, number)
	totals := sentences.Totals(r.Words, re.At(number))
	moves := sentences.LastLines(re.Lines(r.Words, number), control.MaxLines)
	m := &message.Message{Content: text.Lines(title, re.Before(r.Words, number), moves, totals)}
	want := re.Picture(number)
	want.Said = text.Unformatted(text.Lines(title, totals))
	if err := r.Pictures.Attach(ctx, r.Words, m, s.ID, re.At(number), want); err != nil {
		return err
	}
	row := control.Steps(r.Words, "bot.button.previous", "bot.button.next", number, 0, re.Last(),
		func(to int) control.Control { return still(s, control.Still, to) })
	row = append(row, momentButtons(r.Words, s, re, number)...)
	row = append(row, interaction.PlayOn(r.Words, "bot.button.play_on", s, re.At(number), "")...)
	m.Components = []discordgo.MessageComponent{control.Row(row...)}
	r.Answer.InPlace(ctx, m)
	return nil
}

// stillTitle says which turn is shown, and at a key moment, whose points or chances have changed.
func stillTitle(w *text.Words, s tables.Loaded, re replay.Replay, number int) string {
	title := w.Say("bot.replay.still", "Number", number, "Count", re.Last(), "When", re.When(w, number))
	moments := re.KeyMoments()
	at := slices.IndexFunc(moments, func(m replay.Moment) bool { return m.Number == number })
	if at < 0 {
		return title
	}
	m := moments[at]
	args := []any{"Number", at + 1, "Moments", len(moments), "Name", sentences.Name(w, s.Table.Player(m.Seat))}
	if m.Reviewed() {
		args = append(args, "Before", sentences.Percent(w, m.Before), "After", sentences.Percent(w, m.After))
		return title + "\n" + w.Say("bot.review.falls", args...)
	}
	change := sentences.Points(m.Change)
	if m.Change > 0 {
		change = "+" + change
	}
	return title + "\n" + w.Say("bot.replay.moment", append(args, "Change", change)...)
}

// sendRecord handles /game record. A record has no hidden information before the end.
func sendRecord(ctx context.Context, r *interaction.Request) error {
	t := r.At.Table
	if t.State == nil {
		return engine.Refuse(table.RefusedNotStarted, "")
	}
	record, err := t.Record()
	if err != nil {
		return err
	}
	data, err := record.Append(nil)
	if err != nil {
		return err
	}
	public, w := r.Audience(ctx, t)
	id := t.Game.Info().ID
	key := "bot.record.ended"
	if t.Status != table.Ended {
		key = "bot.record.running"
	}
	title := w.Say(key, "Game", w.T(id+".name", nil), "Players", w.List(sentences.AllNames(w, t)),
		"Count", len(t.Moves))
	r.Answer.Show(ctx, &message.Message{Content: title, Files: []message.File{{
		Name: id + "-" + r.At.ID.String() + ".json", ContentType: "application/json", Alt: title, Data: data,
	}}}, public)
	return nil
}
