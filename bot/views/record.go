package views

import (
	"context"

	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// record is /game record: the file of the channel's last game, for who asked alone unless it is to
// be shared.
func record(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.LastInChannel(ctx, r.Channel)
	if err != nil {
		return err
	}
	return sendRecord(ctx, r, s, r.Options["public"] == "true")
}

// pressRecord gives the record of the game whose message was pressed.
func pressRecord(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.Load(ctx, r.Control().Table)
	if err != nil {
		return err
	}
	return sendRecord(ctx, r, s, false)
}

// sendRecord answers with the record of a game.
func sendRecord(ctx context.Context, r *interaction.Request, s tables.Loaded, share bool) error {
	words := r.Words
	if share {
		words = r.PublicWords(ctx)
	}
	m, err := recordMessage(words, s)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	r.Show(ctx, m, share)
	return nil
}

// recordMessage has the record attached: an ended game's in full, a running one's without what
// nobody may know yet.
func recordMessage(w *text.Words, s tables.Loaded) (*session.Message, error) {
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
	title := w.Say(key, "Game", w.T(id+".name", nil), "Players", w.List(telling.AllNames(t)), "Count", len(t.Moves))
	return &session.Message{Content: title, Files: []session.File{{
		Name: id + "-" + s.ID.String() + ".json", ContentType: "application/json", Alt: title, Data: data,
	}}}, nil
}
