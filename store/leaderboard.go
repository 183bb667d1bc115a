package store

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"amytis/engine"
	"amytis/engine/table"
)

// Result is an ended game as the leaderboard needs it.
type Result struct {
	Table table.ID      `json:"table"`
	Guild table.GuildID `json:"guild"`
	Game  string        `json:"game"`
	At    int64         `json:"at"` // the end of the game, in Unix milliseconds
	// Level is the highest level of the computers that played, even if replaced by a person, 0 for
	// none.
	Level     int        `json:"level,omitempty"`
	Standings []Standing `json:"standings"` // one per player, in seat order
	// Records are values besides the points of which servers keep records, by name. Old results
	// have none.
	Records map[string]int `json:"records,omitempty"`
	// Season is the server's when the game ended, "" for none and for games with computers.
	Season Season `json:"season,omitempty"`
}

// Standing is one player's place and score in a game.
type Standing struct {
	User  table.UserID `json:"user"`
	Rank  int          `json:"rank"` // from 1; equal ranks are ties
	Score int          `json:"score"`
	// Assisted says that a computer made a move for the player. Their rating may then fall, but not
	// rise, and they do not win on a leaderboard.
	Assisted bool `json:"assisted,omitempty"`
	// Helped is as in [Header], in games with computers only. Such wins count apart.
	Helped bool `json:"helped,omitempty"`
	// Resigned says that the player did not finish. Results without a season do not tell.
	Resigned bool `json:"resigned,omitempty"`
}

func (s Standing) Won() bool { return s.Rank == 1 && !s.Assisted }

// Board names one of a server's leaderboards. A result counts on the boards of its game and of all
// games, with its level, and on the board of its season. So games with computers change no rating
// between people.
type Board struct {
	Game   string // "" for all games together
	Level  int    // the highest of the computers, 0 on the boards between people
	Season Season // "" for all times; a season's board has all games between people
}

// Name returns "gardens", "gardens/3" against computers, or "/2026-Q4" for a season.
func (b Board) Name() string {
	switch {
	case b.Season != "":
		return "/" + string(b.Season)
	case b.Level != 0:
		return b.Game + "/" + strconv.Itoa(b.Level)
	}
	return b.Game
}

// ParseBoard is the inverse of [Board.Name].
func ParseBoard(name string) (b Board) {
	game, rest, _ := strings.Cut(name, "/")
	level, err := strconv.Atoi(rest)
	if err != nil {
		return Board{Game: game, Season: Season(rest)}
	}
	return Board{Game: game, Level: level}
}

// Boards has the board of all games before the season's, which tells how it has changed.
func (r *Result) Boards() []Board {
	boards := []Board{{Game: r.Game, Level: r.Level}, {Level: r.Level}}
	if r.Season != "" {
		boards = append(boards, Board{Season: r.Season})
	}
	return boards
}

// People returns the standings of people, in seat order. Only they have rows.
func (r *Result) People() []Standing {
	return slices.DeleteFunc(slices.Clone(r.Standings), func(s Standing) bool { return s.User.IsComputer() })
}

func (r *Result) Validate() error {
	if r.Level < 0 || r.Level > engine.ComputerLevels {
		return fmt.Errorf("the result is against computers of level %d", r.Level)
	}
	if r.Season != "" {
		from, end, valid := r.Season.Span()
		at := time.UnixMilli(r.At)
		if !valid || r.Level != 0 || at.Before(from) || !at.Before(end) {
			return fmt.Errorf("the result cannot be of the season %q", r.Season)
		}
	}
	seen := make(map[table.UserID]bool, len(r.Standings))
	for _, s := range r.Standings {
		if seen[s.User] {
			return fmt.Errorf("user %d appears twice in the result", s.User)
		}
		seen[s.User] = true
		_, level, computer := s.User.Computer()
		switch {
		case level > r.Level:
			return errors.New("the result has a computer above its level")
		case computer && s.Assisted:
			return errors.New("the result has a computer with a stand-in")
		}
	}
	return nil
}

type Row struct {
	User  table.UserID `json:"user"`
	Games int          `json:"games"`
	Wins  int          `json:"wins"`
	// Points is the sum of all scores, or a season's points in halves.
	Points int `json:"points"`
	Best   int `json:"best"` // 0 on a season's board
	// Rating is the Elo rating, see [Rate]: 0 on a board against computers, and what the season has
	// changed on a season's board.
	Rating float64 `json:"rating"`
}

// The values are usual in chess.
const (
	FirstRating = 1500 // before the first game
	kFactor     = 32
	eloScale    = 400
)

// Rate adds one result between people to the rows of its players, in the order of standings.
// Newcomers' rows have Games 0.
//
// The rating is Elo. A game of n players counts as n(n-1)/2 duels between them: the better rank
// scores 1, a tie 1/2, the worse rank 0. Every duel has the weight 1/(n-1) and uses the ratings
// from before the game. So a game of four moves a rating about as much as a game of two, and the
// sum of all ratings stays the same. Only a player with a stand-in gains nothing, while the others
// are rated as usual: they played the whole game against that seat.
//
// Elo, not Glicko or TrueSkill: people can check it by hand, and a server has too few games to fit
// more parameters.
func Rate(rows []Row, standings []Standing) {
	n := len(standings)
	change := make([]float64, n)
	for i := range rows {
		if rows[i].Games == 0 {
			rows[i].Rating = FirstRating
		}
	}
	for i := range n {
		for j := range n {
			if i == j {
				continue
			}
			expected := 1 / (1 + math.Pow(10, (rows[j].Rating-rows[i].Rating)/eloScale))
			change[i] += kFactor / float64(n-1) * (points(standings[i].Rank, standings[j].Rank) - expected)
		}
	}
	for i := range rows {
		if standings[i].Assisted {
			change[i] = min(change[i], 0)
		}
		rows[i].Rating += change[i]
	}
	count(rows, standings)
}

// count adds one result to the rows, without the ratings.
func count(rows []Row, standings []Standing) {
	for i, s := range standings {
		r := &rows[i]
		r.User = s.User
		if r.Games == 0 || s.Score > r.Best {
			r.Best = s.Score
		}
		r.Games++
		r.Points += s.Score
		if s.Won() {
			r.Wins++
		}
	}
}

// points is 1 for the better rank, 1/2 for a tie and 0 for the worse.
func points(mine, theirs int) float64 { return float64(1+cmp.Compare(theirs, mine)) / 2 }

type Rows map[RowKey]Row

type RowKey struct {
	Board Board
	User  table.UserID
}

// Count adds a result to the rows of its people, on its boards.
func (rows Rows) Count(r *Result) {
	people := r.People()
	gained := make([]float64, len(people)) // on the board before
	for _, board := range r.Boards() {
		changed := make([]Row, len(people))
		for i, p := range people {
			changed[i] = rows[RowKey{board, p.User}]
		}
		switch {
		case board.Season != "":
			countSeason(changed, people, gained)
		case board.Level == 0:
			Rate(changed, people)
		default:
			count(changed, people)
		}
		for i, row := range changed {
			before := rows[RowKey{board, row.User}]
			if before.Games == 0 {
				before.Rating = FirstRating
			}
			gained[i] = row.Rating - before.Rating
			rows[RowKey{board, row.User}] = row
		}
	}
}
