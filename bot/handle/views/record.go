package views

import (
	"context"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// sendRecord handles /game record. A record has no hidden information before the end.
func sendRecord(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	t := s.Table
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
	title := w.Say(key, "Game", w.T(id+".name", nil), "Players", w.List(sentences.AllNames(w, t)), "Count", len(t.Moves))
	r.Answer.Show(ctx, &message.Message{Content: title, Files: []message.File{{
		Name: id + "-" + s.ID.String() + ".json", ContentType: "application/json", Alt: title, Data: data,
	}}}, public)
	return nil
}
