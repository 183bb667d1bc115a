package people

import (
	"cmp"
	"maps"
	"slices"

	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// career adds up a player's results on a server, for one game or all.
type career struct {
	// between counts the games between people, against the games with computers, by level.
	between tally
	against [engine.ComputerLevels + 1]tally
	// ratings is the rating before the first game and after each game between people.
	ratings []float64
	// best is the highest score in each game, by its ID.
	best map[string]int
	// rivals are the people in the player's games, the most frequent first.
	rivals []rival
	// last are the latest games, the latest first.
	last []table.ID
}

// tally counts games and wins. Wins with help count apart.
type tally struct{ games, wins, helped int }

// rival counts a person's games with the player, by the player's rank: better, worse or the same.
type rival struct {
	user                table.UserID
	ahead, behind, ties int
}

func (r rival) games() int { return r.ahead + r.behind + r.ties }

// recentGames is the number of games whose turns are timed.
const recentGames = 20

// careerOf adds up the results of a server, the latest first, for a game or "" for all. It reads
// everybody's results, because a rating depends on the rivals'.
func careerOf(results []store.Result, user table.UserID, game string) career {
	c := career{ratings: []float64{store.FirstRating}, best: map[string]int{}}
	rows := map[table.UserID]store.Row{}
	rivals := map[table.UserID]rival{}
	for _, r := range slices.Backward(results) {
		if game != "" && r.Game != game {
			continue
		}
		people := r.People()
		if r.Level == 0 {
			tables.Rate(rows, people)
		}
		at := slices.IndexFunc(people, func(s store.Standing) bool { return s.User == user })
		if at < 0 {
			continue
		}
		own := people[at]
		c.last = append(c.last, r.Table)
		if best, played := c.best[r.Game]; !played || own.Score > best {
			c.best[r.Game] = own.Score
		}
		if r.Level != 0 {
			c.against[r.Level].add(own)
			continue
		}
		c.between.add(own)
		c.ratings = append(c.ratings, rows[user].Rating)
		for _, s := range people {
			if s.User != user {
				rivals[s.User] = rivals[s.User].met(s, own)
			}
		}
	}
	c.rivals = slices.SortedFunc(maps.Values(rivals), func(a, b rival) int {
		return cmp.Or(cmp.Compare(b.games(), a.games()), cmp.Compare(a.user, b.user))
	})
	slices.Reverse(c.last)
	c.last = c.last[:min(len(c.last), recentGames)]
	return c
}

func (t *tally) add(s store.Standing) {
	t.games++
	switch {
	case s.Won() && s.Helped:
		t.helped++
	case s.Won():
		t.wins++
	}
}

// met returns r after a game with these places. Nobody is ahead by the moves of a stand-in.
func (r rival) met(theirs, own store.Standing) rival {
	r.user = theirs.User
	switch {
	case own.Rank < theirs.Rank && !own.Assisted:
		r.ahead++
	case own.Rank > theirs.Rank && !theirs.Assisted:
		r.behind++
	case own.Rank == theirs.Rank:
		r.ties++
	}
	return r
}

func (c *career) rating() (now, highest, lowest float64) {
	return c.ratings[len(c.ratings)-1], slices.Max(c.ratings), slices.Min(c.ratings)
}

func (c *career) games() int {
	n := c.between.games
	for _, t := range c.against {
		n += t.games
	}
	return n
}

// turnTimes returns how long a user took for each turn, in milliseconds, without turns that the
// clock ended, and without a set-up by chance.
func turnTimes(games func(id string) (engine.Game, bool), log []table.Event, user table.UserID) []int64 {
	if len(log) == 0 {
		return nil
	}
	t, err := table.Load(games, log[:1])
	var times []int64
	for _, e := range log[1:] {
		if err != nil {
			return times
		}
		before := t
		if t, err = before.Next(e); err != nil || before.Status != table.Running {
			continue
		}
		if e.Kind != table.Moved || e.By != user || t.Dealt(t.Moves[len(t.Moves)-1]) {
			continue
		}
		seat := before.Seat(user)
		since := before.Waits[seat].Since
		if seat != 0 && since != 0 && t.Waits[seat].Since != since {
			times = append(times, e.At-since)
		}
	}
	return times
}

// median sorts times. ok is false if there are none.
func median(times []int64) (value int64, ok bool) {
	if len(times) == 0 {
		return 0, false
	}
	slices.Sort(times)
	return times[len(times)/2], true
}
