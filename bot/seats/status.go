package seats

import (
	"context"

	"amytis/bot/interaction"
	"amytis/bot/pictures"
	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
)

// status handles /game status: it shows the lobby, or the user's possibilities with the picture of
// the table.
func status(ctx context.Context, r *interaction.Request) error {
	s, err := r.LastInChannel(ctx)
	if err != nil {
		return err
	}
	r.Whisper(ctx, statusMessage(ctx, r, s))
	return nil
}

// statusMessage returns the answer to /game status. It warns of a player who has left the server.
func statusMessage(ctx context.Context, r *interaction.Request, s tables.Loaded) *session.Message {
	if s.Table.State == nil {
		m := posts.Lobby(r.Words, s)
		addDepartedWarning(ctx, r, m, s)
		return m
	}
	seat := s.Table.Seat(r.User)
	m := &session.Message{Content: telling.CanDo(r.Words, s.Table, seat)}
	if s.Header.LastMessage != 0 {
		m.Content += "\n" + telling.MessageLink(s.Header)
	}
	addDepartedWarning(ctx, r, m, s)
	want := pictures.Request{View: s.Table.Game.Info().TableView(), Asker: seat}
	r.Pictures.Attach(ctx, r.Words, m, s.ID, s.Table, want)
	return m
}
