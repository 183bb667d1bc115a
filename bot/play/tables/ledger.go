package tables

import (
	"context"
	"maps"
	"math"
	"slices"
	"strconv"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// ledger is the sum of a server's results in one game between people, up to a table's result. It
// never changes. The last ledger is kept, since a rating depends on all games before: the next one
// reads only the results since.
type ledger struct {
	last table.ID
	rows map[table.UserID]store.Row
	// best holds the best values by name, with the points under "".
	best map[string]int
}

type ledgerKey struct {
	guild table.GuildID
	game  string
}

// maxLedgers is how many ledgers are kept. Each has a row per player.
const maxLedgers = 256

// recentResults is how many results are read first. The last ledger's should be among them.
const recentResults = 64

// ledgerBefore returns a table's result, nil if it has none, and the ledger before it.
func (ts *Tables) ledgerBefore(
	ctx context.Context, guild table.GuildID, id table.ID,
) (this *store.Result, before *ledger, err error) {
	for _, limit := range []int{recentResults, math.MaxInt} {
		results, err := ts.store.Results(ctx, guild, limit)
		if err != nil {
			return nil, nil, err
		}
		at := slices.IndexFunc(results, func(r store.Result) bool { return r.Table == id })
		if at < 0 {
			continue
		}
		this, earlier := &results[at], results[at+1:]
		if this.Level != 0 {
			return this, nil, nil // it counts in no ledger
		}
		cached, found := ts.ledgers.Get(ledgerKey{guild, this.Game})
		if found {
			from := slices.IndexFunc(earlier, func(r store.Result) bool { return r.Table == cached.last })
			if found = from >= 0; found {
				earlier = earlier[:from]
			}
		}
		switch {
		case found:
			return this, cached.after(earlier, this.Game), nil
		case len(results) < limit:
			return this, (&ledger{}).after(earlier, this.Game), nil
		}
	}
	return nil, nil, nil
}

// after returns l with results, the latest first. Only results of game between people count.
func (l *ledger) after(results []store.Result, game string) *ledger {
	next := &ledger{l.last, maps.Clone(l.rows), maps.Clone(l.best)}
	if l.rows == nil {
		next.rows = map[table.UserID]store.Row{}
		next.best = map[string]int{}
	}
	for _, r := range slices.Backward(results) {
		if r.Game == game && r.Level == 0 {
			next.count(&r)
		}
	}
	return next
}

func (l *ledger) count(r *store.Result) {
	l.last = r.Table
	Rate(l.rows, r.People())
	raise := func(name string, value int) {
		if before, ok := l.best[name]; !ok || value > before {
			l.best[name] = value
		}
	}
	for _, s := range r.Standings {
		if !s.Assisted {
			raise("", s.Score)
		}
	}
	for name, value := range r.Records {
		raise(name, value)
	}
}

// Rate adds a result between people to the rows of a board of all times, by user.
func Rate(rows map[table.UserID]store.Row, people []store.Standing) {
	changed := make([]store.Row, len(people))
	for i, s := range people {
		changed[i] = rows[s.User]
	}
	store.Rate(changed, people)
	for _, row := range changed {
		rows[row.User] = row
	}
}

// Aftermath is what a finished game has changed on its server.
type Aftermath struct {
	// Ratings has the change of each person's rating. A game with computers changes none.
	Ratings map[table.UserID]RatingChange
	// Records are the server's records that people have broken, all above 0, the points first.
	Records []Record
	// Levels are those of computers, from the lowest that a person alone has beaten, with marks.
	Levels []string
}

type Record struct {
	// Name is a name of engine.Rules.Records, "" for the points.
	Name          string
	Value, Before int
}

type RatingChange struct {
	Before, After float64
	// FirstWin says that the person has won this game for the first time.
	FirstWin bool
}

// Aftermath returns what a table's game has changed, nothing if the table has no result, or if a
// result of the server is damaged: ratings follow from all of them.
func (ts *Tables) Aftermath(ctx context.Context, guild table.GuildID, id table.ID) (Aftermath, error) {
	this, before, err := ts.ledgerBefore(ctx, guild, id)
	if err != nil || this == nil {
		return Aftermath{}, store.NotDamage(err)
	}
	if this.Level != 0 {
		return levelsBeaten(ctx, ts.store, this)
	}
	after := before.after([]store.Result{*this}, this.Game)
	ts.ledgers.Add(ledgerKey{guild, this.Game}, after)
	a := Aftermath{Ratings: map[table.UserID]RatingChange{}}
	for _, s := range this.People() {
		change := RatingChange{Before: store.FirstRating, After: after.rows[s.User].Rating}
		if row, played := before.rows[s.User]; played {
			change.Before = row.Rating
		}
		change.FirstWin = s.Won() && before.rows[s.User].Wins == 0
		a.Ratings[s.User] = change
	}
	reached := map[string]int{}
	maps.Copy(reached, this.Records)
	for _, s := range this.Standings {
		if s.Won() {
			reached[""] = s.Score
		}
	}
	for _, name := range slices.Sorted(maps.Keys(reached)) {
		if best, ok := before.best[name]; ok && reached[name] > max(best, 0) {
			a.Records = append(a.Records, Record{Name: name, Value: reached[name], Before: best})
		}
	}
	return a, nil
}

func levelsBeaten(ctx context.Context, results Store, r *store.Result) (a Aftermath, err error) {
	people := r.People()
	for level := 1; level <= engine.ComputerLevels && len(people) == 1 && err == nil; level++ {
		var rows []store.Row
		rows, err = results.Leaderboard(ctx, r.Guild, store.Board{Game: r.Game, Level: level})
		if slices.ContainsFunc(rows, func(row store.Row) bool { return row.User == people[0].User && row.Wins > 0 }) {
			a.Levels = append(a.Levels, strconv.Itoa(level)+" ✓")
		} else if a.Levels != nil {
			a.Levels = append(a.Levels, strconv.Itoa(level))
		}
	}
	return a, err
}
