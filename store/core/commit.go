package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
)

// Commit tries again if something that it has read has changed meanwhile.
func (s *Store) Commit(ctx context.Context, c store.Commit) error {
	texts, err := c.Encode()
	if err != nil {
		return err
	}
	was, cached := s.recall(c.Table)
	for {
		if !cached || was.Version != c.Want || c.Result != nil || was.Result != 0 {
			if was, err = s.readHeadFor(ctx, &c); err != nil {
				return err
			}
		}
		changes, is, err := s.planCommit(ctx, &c, was, texts)
		if err != nil {
			return err
		}
		err = s.db.Apply(ctx, changes)
		var refused *entries.Conflict
		switch {
		case err == nil:
			s.remember(c.Table, is)
			s.pruneInteractions(ctx, &c)
			return nil
		case !errors.As(err, &refused):
			return err
		case refused.Change.Space == seen:
			return store.ErrDuplicate
		case refused.Change.Space == open:
			return store.ErrChannelTaken
		}
		cached = false // the table, or the results of its server, have changed
	}
}

// readHeadFor reads the head of a commit's table. It refuses a commit that does not fit.
func (s *Store) readHeadFor(ctx context.Context, c *store.Commit) (head, error) {
	found, err := s.db.Read(ctx, entries.Single(seen, key(uint64(c.Interaction))), entries.Single(heads, headKey(c.Table)))
	switch {
	case err != nil:
		return head{}, err
	case len(found[0]) > 0:
		return head{}, store.ErrDuplicate
	case len(found[1]) == 0 && c.Want != 0:
		return head{}, notFound(c.Table)
	case len(found[1]) == 0 && len(c.Events) == 0:
		return head{}, fmt.Errorf("store: new table %d has no events", c.Table)
	case len(found[1]) == 0:
		return head{}, nil
	}
	was, err := decodeHead(c.Table, found[1][0].Value)
	switch {
	case err != nil:
	case was.Version != c.Want:
		err = store.ErrConflict
	case was.Result != 0 && c.Result != nil:
		err = fmt.Errorf("store: table %d has a result already", c.Table)
	case was.Result != 0 && (c.Header.Status != store.Ended || c.Header.Guild != was.Guild || c.Header.Game != was.Game):
		err = fmt.Errorf("store: table %d has a result and must stay ended in its guild and game", c.Table)
	}
	return was, err
}

// planCommit returns what a commit changes, and the head after it.
func (s *Store) planCommit(
	ctx context.Context, c *store.Commit, was head, texts [][]byte,
) (all []change, is head, err error) {
	now := s.options.Now().UnixMilli()
	all, is = appendEvents(c, was, texts)
	if c.Interaction != 0 {
		all = append(all, change{Space: seen, Key: key(uint64(c.Interaction)), Is: key(timeNumber(now))})
	}
	if c.Result != nil {
		rated, number, err := s.planRating(ctx, c.Result)
		if err != nil {
			return nil, is, err
		}
		is.Result = number
		all = append(all, rated...)
	}
	added, err := messageChanges(c.Outbox, now)
	header, failed := putJSON(heads, headKey(c.Table), was.raw, &is)
	is.raw = header.Is
	return slices.Concat(all, planIndex(c, &was, &is), added, []change{header}), is, cmp.Or(err, failed)
}

func appendEvents(c *store.Commit, was head, texts [][]byte) (log []change, is head) {
	is = head{Header: c.Header, Deadline: c.Deadline, Due: was.Due, Last: was.Last, Result: was.Result, Sum: was.Sum}
	is.Version = c.Want + table.Version(len(texts))
	is.LastMessage = was.LastMessage
	if is.Due == 0 || is.Deadline == 0 || is.Due > is.Deadline {
		is.Due = is.Deadline
	}
	for i, text := range texts {
		is.Sum = chainSum(is.Sum, text)
		is.Last = c.Events[i].At
		log = append(log, set(events, key(uint64(c.Table), uint64(c.Want)+uint64(i+1)), text))
	}
	return log, is
}

// planIndex returns what a commit changes in the indexes. It removes no mention: the log keeps it.
func planIndex(c *store.Commit, was, is *head) []change {
	named := userSet{}
	for i := range c.Events {
		// The index has the players of the table already, and most events are their moves.
		e := &c.Events[i]
		if e.Kind != table.Moved || !slices.Contains(was.Players, e.By) {
			addNames(e, named.add)
		}
	}
	if !slices.Equal(c.Header.Players, was.Players) {
		named.add(c.Header.Players...)
	}
	if c.Result != nil {
		named.addPeople(c.Result)
	}
	return reindex(indexOf(c.Table, was, nil), indexOf(c.Table, is, named))
}

func addNames(e *table.Event, add func(...table.UserID)) {
	add(e.By, e.User)
	add(e.Order...)
}

// chainSum returns the checksum of a log with one more event.
func chainSum(before uint64, event []byte) uint64 {
	h := fnv.New64a()
	h.Write(key(before))
	h.Write(event)
	return h.Sum64()
}

// planRating returns the changes that count a result, and its number.
func (s *Store) planRating(ctx context.Context, r *store.Result) (changes []change, number uint64, err error) {
	last := entries.Prefix(results, key(uint64(r.Guild)))
	last.Back = true
	last.Limit = 1
	newest, err := s.db.DB.Read(ctx, last) // only its number counts: it may be damaged
	if err != nil {
		return nil, 0, err
	}
	number = 1
	for _, e := range newest[0] {
		number += resultNumber(e.Key)
	}
	var ranges []entries.Range
	var at []store.RowKey
	for _, b := range r.Boards() {
		for _, p := range r.People() {
			at = append(at, store.RowKey{Board: b, User: p.User})
			ranges = append(ranges, entries.Single(rows, rowKey(r.Guild, b, p.User)))
		}
	}
	found, err := s.db.Read(ctx, ranges...)
	if err != nil {
		return nil, 0, err
	}
	counted := store.Rows{}
	for i, k := range at {
		for _, e := range found[i] {
			if counted[k], err = decode[store.Row](e.Value, rows, e.Key); err != nil {
				return nil, 0, err
			}
		}
	}
	counted.Count(r)
	result, err := putJSON(results, key(uint64(r.Guild), number), nil, r)
	changes = append(changes, result)
	for i, k := range at {
		row := counted[k]
		c, failed := putJSON(rows, rowKey(r.Guild, k.Board, k.User), valueOf(found[i]), &row)
		changes = append(changes, c)
		err = cmp.Or(err, failed)
	}
	return changes, number, err
}

func resultNumber(k []byte) uint64 { return number(k, 1) }

const (
	// seenFor is how long an interaction is remembered. [store.Commit] asks for at least an hour.
	seenFor    = 65 * time.Minute
	pruneEvery = 256 // commits with an interaction
)

// pruneInteractions deletes up to twice as many old ones as were added. They are in the order of
// their snowflakes. A low one that was committed late delays those behind it, at most for seenFor.
func (s *Store) pruneInteractions(ctx context.Context, c *store.Commit) {
	if c.Interaction == 0 || s.interactions.Add(1)%pruneEvery != 0 {
		return
	}
	found, err := s.db.Read(ctx, entries.Range{Space: seen, Limit: 2 * pruneEvery})
	if err != nil {
		return // the next one does it
	}
	before := timeNumber(s.options.Now().Add(-seenFor).UnixMilli())
	var old []change
	for _, e := range found[0] {
		if number(e.Value, 0) >= before {
			break
		}
		old = append(old, set(seen, e.Key, nil))
	}
	_ = s.db.Apply(ctx, old)
}

func (s *Store) Committed(ctx context.Context, id table.InteractionID) (bool, error) {
	at, err := s.db.readValue(ctx, seen, key(uint64(id)))
	return at != nil, err
}

// userSet is users other than computers.
type userSet map[table.UserID]bool

func (u userSet) add(users ...table.UserID) {
	for _, user := range users {
		if user != 0 && !user.IsComputer() {
			u[user] = true
		}
	}
}

func (u userSet) addPeople(r *store.Result) {
	for _, p := range r.People() {
		u.add(p.User)
	}
}
