package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"amytis/engine/table"
)

// errUndone means that what a server had shown is gone, since another server is the primary now.
var errUndone = errors.New("another server has become the primary")

// confirm stores something, on condition that the server shows a change. It returns nil when the
// synchronous standby has both, if there is one. If the server does not show the change, confirm
// returns errUndone.
//
// A server that waits for its standby stops waiting when the client gives up, or when it restarts.
// From then on everybody sees the change, but the standby may not have it. So a call that finds its
// work done must not tell success at once: it would be lost if the standby became the primary.
func (s *server) confirm(ctx context.Context, condition string, args ...any) error {
	tag, err := s.pool.Exec(ctx, `INSERT INTO seen (token, at) SELECT $1, $2 WHERE `+condition,
		append([]any{int64(newToken()), time.Now().UnixMilli()}, args...)...)
	if err == nil && tag.RowsAffected() == 0 {
		return errUndone
	}
	return err
}

// confirmToken is confirm on condition that a commit with a token is there.
func (s *server) confirmToken(ctx context.Context, token any) error {
	return s.confirm(ctx, `EXISTS (SELECT FROM seen WHERE token = $3)`, token)
}

// newToken returns the token of a change without an interaction.
func newToken() table.InteractionID { return randomToken | table.InteractionID(rand.Uint64()) }
