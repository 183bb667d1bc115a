package views

import (
	"context"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/replay"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// sendReplay handles /replay, for the last game of the channel by default, and the button Replay.
func sendReplay(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	public, words := r.Audience(ctx)
	re, err := replayOf(ctx, r, s)
	if err != nil {
		return err
	}
	m := &message.Message{Content: replayText(words, s.Table, re)}
	alt := words.Say("bot.replay.alt") + " " + text.Unformatted(m.Content)
	if err := r.Pictures.AttachFilm(ctx, words, m, s.ID, s.Table, "replay", alt, re.Film); err != nil {
		return err
	}
	m.Components = replayControls(words, s, re)
	r.Answer.Show(ctx, m, public)
	return nil
}

// replayOf returns the replay of a game that is over, with its review if there is one. It refuses
// other games, because a replay shows what was hidden.
func replayOf(ctx context.Context, r *interaction.Request, s tables.Loaded) (replay.Replay, error) {
	switch s.Table.Status {
	case table.Running:
		return replay.Replay{}, engine.Refuse(refusedNotOver, "")
	case table.Abandoned:
		return replay.Replay{}, engine.Refuse(refusedNoEnd, "")
	}
	found, err := reviewqueue.Stored(ctx, r.Store, s.ID)
	if err != nil {
		return replay.Replay{}, err
	}
	re, err := replay.Of(s.Table)
	return re.Reviewed(found), err
}

func replayText(w *text.Words, t *table.Table, re replay.Replay) string {
	title := w.Say("bot.replay.title", "Game", w.Say(t.Game.Info().ID+".name"), "Count", re.Turns())
	return text.Lines(title, sentences.Won(w, t), sentences.Totals(w, t))
}
