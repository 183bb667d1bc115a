package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

const (
	commitTable  = `SELECT commit_table($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`
	commitResult = `SELECT commit_result($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, ` +
		`$17, $18)`
)

// Commit is one round trip, and one more if there is a result.
//
// If the connection breaks, Commit tries again and may find the interaction stored. It takes that
// for its work, though another call may have stored it at the same moment.
func (db *DB) Commit(ctx context.Context, c store.Commit) error {
	cc, err := encodeCommit(&c, time.Now())
	if err != nil {
		return err
	}
	for {
		doubt, err := db.try(ctx, attemptTimeout, func(ctx context.Context) error { return cc.store(ctx, db.server) })
		switch {
		case errors.Is(err, errRated):
			continue // the ratings have to be read again
		case doubt && errors.Is(err, store.ErrDuplicate):
			err = nil // by the first try
		case errors.Is(err, store.ErrDuplicate) && c.Interaction == 0:
			continue // two random tokens were the same: take another
		case doubt && err != nil && !isContract(err):
			return fmt.Errorf("commit to table %d: %w: %w", c.Table, store.ErrInDoubt, err)
		case err != nil && !isContract(err):
			return fmt.Errorf("commit to table %d: %w", c.Table, err)
		}
		if err == nil && len(c.Outbox) > 0 {
			db.wake()
		}
		return err
	}
}

func isContract(err error) bool {
	return errors.Is(err, store.ErrDuplicate) || errors.Is(err, store.ErrConflict) ||
		errors.Is(err, store.ErrChannelTaken)
}

// commit is a commit for the functions in the database.
type commit struct {
	args   []any
	result *store.Result // nil for none
	text   string        // of the result
}

// resultArg is the index of the result's number in args.
const resultArg = 12

func encodeCommit(c *store.Commit, now time.Time) (*commit, error) {
	texts, err := c.Encode()
	if err != nil {
		return nil, err
	}
	events := make([]string, len(texts))
	for i, text := range texts {
		events[i] = string(text)
	}
	header, err := encodeHeader(c.Header)
	if err != nil {
		return nil, err
	}
	out, err := encodeMessages(c.Outbox, now)
	if err != nil {
		return nil, err
	}
	token := c.Interaction
	if token == 0 {
		token = newToken()
	}
	h := &c.Header
	cc := &commit{result: c.Result, args: []any{
		int64(token), now.UnixMilli(), int64(c.Table), int64(c.Want), events,
		int64(h.Guild), int64(h.Channel), h.Game, string(h.Status), signed(h.Players),
		orNull(c.Deadline), header, int64(0), out.channels, out.tables, out.texts,
	}}
	if c.Result != nil {
		cc.text, err = encodeText(c.Result)
	}
	return cc, err
}

// randomToken is set in tokens that are no interaction. Discord sets that bit in no ID before 2084.
const randomToken table.InteractionID = 1 << 63

// encodeHeader returns the JSON of a header without the columns that commits and settlements
// change.
func encodeHeader(h store.Header) (string, error) {
	h.Version, h.LastMessage = 0, 0
	return encodeText(&h)
}

// orNull returns nil, which is NULL, for 0.
func orNull(at int64) *int64 {
	if at == 0 {
		return nil
	}
	return &at
}

func encodeText(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

func signed[N ~uint64](ids []N) []int64 {
	out := make([]int64, len(ids))
	for i, id := range ids {
		out[i] = int64(id)
	}
	return out
}

// store stores the commit. After a refusal as a duplicate, the commit with the token is safe.
func (c *commit) store(ctx context.Context, s *server) error {
	err := c.send(ctx, s)
	if isCode(err, codeDuplicate) {
		if err := s.confirmToken(ctx, c.args[0]); err != nil {
			return err
		}
	}
	return err
}

func (db *DB) Committed(ctx context.Context, id table.InteractionID) (done bool, err error) {
	err = db.do(ctx, func(ctx context.Context) error {
		err := db.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM seen WHERE token = $1)`, int64(id)).Scan(&done)
		if err == nil && done {
			err = db.confirmToken(ctx, int64(id))
		}
		return err
	})
	return done && err == nil, err
}

func (c *commit) send(ctx context.Context, s *server) error {
	if c.result == nil {
		_, err := s.pool.Exec(ctx, commitTable, c.args...)
		return err
	}
	number, rows, err := readRatings(ctx, s, c.result)
	if err != nil {
		return err
	}
	rows.Count(c.result)
	changed := []ratedRow{} // JSON has null for nil
	for key, row := range rows {
		changed = append(changed, newRatedRow(key.Board, row))
	}
	text, err := encodeText(changed)
	if err != nil {
		return err
	}
	c.args[resultArg] = number + 1
	_, err = s.pool.Exec(ctx, commitResult, append(c.args[:len(c.args):len(c.args)], c.text, text)...)
	return err
}

// ratedRow is a row of a leaderboard as JSON for the database.
type ratedRow struct {
	Game  string `json:"game"`
	Level int    `json:"level"`
	ID    int64  `json:"user_id"`
	store.Row
}

func newRatedRow(b store.Board, r store.Row) ratedRow {
	return ratedRow{columnOf(b), b.Level, int64(r.User), r}
}

func (r ratedRow) row() (store.RowKey, store.Row) {
	r.User = table.UserID(r.ID)
	of := store.ParseBoard(r.Game)
	of.Level = r.Level
	return store.RowKey{Board: of, User: r.User}, r.Row
}

// columnOf returns the name of a board without its level, which has a column of its own.
func columnOf(b store.Board) string {
	b.Level = 0
	return b.Name()
}

// readRatings returns how many results a guild has, and the rows of the people of the next one.
func readRatings(
	ctx context.Context, s *server, r *store.Result,
) (results int64, rows store.Rows, err error) {
	var users []table.UserID
	for _, p := range r.People() {
		users = append(users, p.User)
	}
	const read = `SELECT r.results, CASE WHEN b.guild IS NOT NULL THEN to_json(b) END ` +
		`FROM (SELECT coalesce(max(results), 0) AS results FROM rated WHERE guild = $1) r ` +
		`LEFT JOIN leaderboard b ON b.guild = $1 AND b.game = ANY ($2) AND b.level = $3 AND b.user_id = ANY ($4)`
	var boards []string
	for _, b := range r.Boards() {
		boards = append(boards, columnOf(b))
	}
	rows = store.Rows{}
	var stored *ratedRow
	err = eachRow(ctx, s.pool, []any{&results, &stored}, func() error {
		if stored != nil {
			key, row := stored.row()
			rows[key] = row
		}
		return nil
	}, read, int64(r.Guild), boards, r.Level, signed(users))
	return results, rows, err
}
