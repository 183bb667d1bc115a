package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"amytis/engine/table"
)

// errUndone means that a change is gone, since another server is the primary now.
var errUndone = errors.New("another server has become the primary")

// confirm stores something if the server shows a change, otherwise it returns errUndone. When it
// returns nil, the synchronous standby, if any, has both.
//
// A server stops waiting for its standby when the client gives up, or when it restarts. From then
// on everybody sees the change, but the standby may not have it. So a call that finds its work done
// must not report success at once: it would be lost if the standby became the primary.
func (s *server) confirm(ctx context.Context, condition string, args ...any) error {
	tag, err := s.pool.Exec(ctx, `INSERT INTO seen (token, at) SELECT $1, $2 WHERE `+condition,
		append([]any{int64(newToken()), time.Now().UnixMilli()}, args...)...)
	if err == nil && tag.RowsAffected() == 0 {
		return errUndone
	}
	return err
}

func (s *server) confirmToken(ctx context.Context, token any) error {
	return s.confirm(ctx, `EXISTS (SELECT FROM seen WHERE token = $3)`, token)
}

func newToken() table.InteractionID { return randomToken | table.InteractionID(rand.Uint64()) }
