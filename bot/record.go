package bot

import (
	"context"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// record is /game record: the file of the channel's last game, for who asked
// alone unless it is to be shared.
func (r *request) record(ctx context.Context) error {
	s, err := r.desk.lastInChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	return r.sendRecord(ctx, s, r.options["public"] == "true")
}

// pressRecord gives the record of the game whose message was pressed.
func (r *request) pressRecord(ctx context.Context) error {
	s, err := r.desk.load(ctx, r.control().Table)
	if err != nil {
		return err
	}
	return r.sendRecord(ctx, s, false)
}

// sendRecord answers with the record of a game.
func (r *request) sendRecord(ctx context.Context, s seen, share bool) error {
	words := r.words
	if share {
		words = r.publicWords(ctx)
	}
	m, err := recordMessage(words, s)
	if err != nil {
		return about(s.table, err)
	}
	r.show(ctx, m, share)
	return nil
}

// recordMessage has the record attached: an ended game's in full, a running
// one's without what nobody may know yet.
func recordMessage(w *text.Words, s seen) (*session.Message, error) {
	t := s.table
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
	title := w.Say(key, "Game", w.T(id+".name", nil), "Players", w.List(allNames(t)), "Count", len(t.Moves))
	return &session.Message{Content: title, Files: []session.File{{
		Name: id + "-" + s.id.String() + ".json", ContentType: "application/json", Alt: title, Data: data,
	}}}, nil
}
