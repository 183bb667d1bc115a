package views

import (
	"context"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// sendRecord handles /game record.
func sendRecord(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	public, words := r.Audience(ctx, s.Table)
	m, err := recordMessage(words, s)
	if err != nil {
		return err
	}
	r.Answer.Show(ctx, m, public)
	return nil
}

// recordMessage returns a message with the record, without hidden information before the end.
func recordMessage(w *text.Words, s tables.Loaded) (*message.Message, error) {
	t := s.Table
	if t.State == nil {
		return nil, engine.Refuse(table.RefusedNotStarted, "")
	}
	record, err := t.Record()
	if err != nil {
		return nil, err
	}
	data, err := record.Append(nil)
	if err != nil {
		return nil, err
	}
	id := t.Game.Info().ID
	key := "bot.record.ended"
	if t.Status != table.Ended {
		key = "bot.record.running"
	}
	title := w.Say(key, "Game", w.T(id+".name", nil), "Players", w.List(sentences.AllNames(w, t)), "Count", len(t.Moves))
	return &message.Message{Content: title, Files: []message.File{{
		Name: id + "-" + s.ID.String() + ".json", ContentType: "application/json", Alt: title, Data: data,
	}}}, nil
}
