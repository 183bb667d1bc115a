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
func (r *request) record(ctx context.Context) {
	s, err := r.desk.lastInChannel(ctx, r.channel)
	r.sendRecord(ctx, s, err, r.options["public"] == "true")
}

// pressRecord gives the record of the game whose message was pressed.
func (r *request) pressRecord(ctx context.Context) {
	s, err := r.desk.load(ctx, r.control().Table)
	r.sendRecord(ctx, s, err, false)
}

// sendRecord answers with the record of a game; err is that of reading it.
func (r *request) sendRecord(ctx context.Context, s seen, err error, share bool) {
	words := r.words
	if share {
		words = r.publicWords(ctx)
	}
	var m *session.Message
	if err == nil {
		m, err = recordMessage(words, s)
	}
	switch {
	case err != nil:
		r.fail(ctx, entryOf(s), s.table, err)
	case share:
		r.respond(ctx, session.Say(m))
	default:
		r.whisper(ctx, m)
	}
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
