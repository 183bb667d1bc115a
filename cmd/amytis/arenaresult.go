package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"amytis/engine"
	"amytis/engine/ai"
)

type arenaResult struct {
	Game    string         `json:"game"`
	Options engine.Options `json:"options,omitempty"`
	Seed    uint64         `json:"seed"`
	Games   int            `json:"games"`  // played to the end
	Moves   float64        `json:"moves"`  // mean of a game
	Levels  []*levelResult `json:"levels"` // highest first
	// SeatWins are the shares of the games that each seat won, seat 1 first.
	SeatWins []float64 `json:"seat_wins"`

	players []contestant
	moves   int
	won     []float64
}

// contestant is a level of this program or of its rival.
type contestant struct {
	Level ai.Level `json:"level"`
	Rival bool     `json:"rival,omitempty"`
}

// contestants returns the players of an arena. If there is a rival, it plays all but the first.
func contestants(levels []ai.Level, other *rival) []contestant {
	all := make([]contestant, len(levels))
	for i, level := range levels {
		all[i] = contestant{level, i > 0 && other != nil}
	}
	return all
}

func (c contestant) String() string {
	if c.Rival {
		return fmt.Sprintf("%d (rival)", c.Level)
	}
	return fmt.Sprint(c.Level)
}

// levelResult is how the players of a level did together.
type levelResult struct {
	contestant
	Players int `json:"players"`
	// Wins is the number of games that the level won. A shared victory counts as a part of one.
	Wins float64 `json:"wins"`
	// Share is the part of the games that the level won, with the Wilson interval of 95 %. Fair is
	// what it would win if all played equally well.
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Fair  float64 `json:"fair"`
	// Score is the mean score of one of its players.
	Score float64 `json:"score"`
	// Lead is the mean lead of one of its players over the best other one, in points. LeadError is
	// half the width of its interval of 95 %.
	Lead      float64 `json:"lead"`
	LeadError float64 `json:"lead_error"`
	// Turns counts its turns, or its steps in a live game. Millis is the CPU time of one.
	Turns  int     `json:"turns"`
	Millis float64 `json:"ms_per_turn"`

	points int
	spent  time.Duration
	// leads is the sum of each game's mean lead of its players, and squares of its square.
	leads, squares float64
}

func newArenaResult(game string, opts engine.Options, seed uint64, players []contestant) *arenaResult {
	r := &arenaResult{Game: game, Options: opts, Seed: seed, players: players, won: make([]float64, len(players))}
	for _, player := range players {
		if of := r.level(player); of != nil {
			of.Players++
			continue
		}
		r.Levels = append(r.Levels, &levelResult{contestant: player, Players: 1})
	}
	slices.SortStableFunc(r.Levels, func(a, b *levelResult) int { return cmp.Compare(b.Level, a.Level) })
	return r
}

func (r *arenaResult) level(player contestant) *levelResult {
	i := slices.IndexFunc(r.Levels, func(of *levelResult) bool { return of.contestant == player })
	if i < 0 {
		return nil
	}
	return r.Levels[i]
}

// add counts a game that is over. order has the player on each seat.
func (r *arenaResult) add(m *match, order []int) {
	r.Games++
	r.moves += len(m.moves)
	end, _ := m.state.Result()
	leads := map[*levelResult]float64{}
	for seat, player := range order {
		of := r.level(r.players[player])
		leads[of] += lead(end.Scores, seat) / float64(of.Players)
		of.points += end.Scores[seat].Total()
		of.spent += m.spent[seat]
		of.Turns += m.turns[seat]
		if slices.Contains(end.Winners, engine.Seat(seat+1)) {
			of.Wins += 1 / float64(len(end.Winners))
			r.won[seat] += 1 / float64(len(end.Winners))
		}
	}
	for of, mean := range leads {
		of.leads += mean
		of.squares += mean * mean
	}
}

// lead returns by how many points a seat, from 0, leads the best other one.
func lead(scores []engine.Score, seat int) float64 {
	best := math.MinInt
	for other, score := range scores {
		if other != seat {
			best = max(best, score.Total())
		}
	}
	return float64(scores[seat].Total() - best)
}

func (r *arenaResult) finish() {
	n := float64(max(r.Games, 1))
	r.Moves = float64(r.moves) / n
	r.SeatWins = make([]float64, len(r.won))
	for i, won := range r.won {
		r.SeatWins[i] = won / n
	}
	for _, of := range r.Levels {
		of.Share = of.Wins / n
		of.Low, of.High = wilson(of.Wins, r.Games)
		of.Fair = float64(of.Players) / float64(len(r.players))
		of.Score = float64(of.points) / n / float64(of.Players)
		of.Lead = of.leads / n
		of.LeadError = deviates * math.Sqrt(max(of.squares/n-of.Lead*of.Lead, 0)/max(n-1, 1))
		of.Millis = of.spent.Seconds() * 1000 / float64(max(of.Turns, 1))
	}
}

// deviates is the number of standard deviations on either side of the mean in an interval of 95 %.
const deviates = 1.959964

// wilson returns the Wilson interval of 95 % for a share of n games, 0 to 1 without games.
func wilson(wins float64, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = deviates
	games := float64(n)
	share := wins / games
	middle := (share + z*z/(2*games)) / (1 + z*z/games)
	half := z / (1 + z*z/games) * math.Sqrt(share*(1-share)/games+z*z/(4*games*games))
	// Rounding must not leave the share itself outside.
	return max(min(middle-half, share), 0), min(max(middle+half, share), 1)
}

func (r *arenaResult) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d players, %d games from seed %d, %.0f moves a game",
		r.Game, len(r.players), r.Games, r.Seed, r.Moves)
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		fmt.Fprintf(&b, ", %s=%s", name, r.Options[name])
	}
	b.WriteString("\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "level\tplayers\twins\twon %\t95 %\tfair %\tmean score\tlead\tturns\tCPU per turn")
	for _, of := range r.Levels {
		fmt.Fprintf(w, "%v\t%d\t%.1f\t%.1f\t%.1f-%.1f\t%.1f\t%.1f\t%.1f ± %.1f\t%d\t%.2f ms\n",
			of.contestant, of.Players, of.Wins, 100*of.Share, 100*of.Low, 100*of.High, 100*of.Fair,
			of.Score, of.Lead, of.LeadError, of.Turns, of.Millis)
	}
	w.Flush()
	b.WriteString("\nwon by seat:")
	for i, share := range r.SeatWins {
		fmt.Fprintf(&b, " %d: %.1f %%", i+1, 100*share)
	}
	b.WriteString("\n")
	return b.String()
}
