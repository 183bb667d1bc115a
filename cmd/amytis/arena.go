package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/store/progress"
)

type arenaCommand struct {
	Game    string            `default:"gardens" help:"ID of the game: ${games}."`
	Players []ai.Level        `default:"5,3" help:"Level of each player, 1 to 5; 0 plays any sound move. From game to game the players move on by one seat." placeholder:"LEVEL,..."`
	Games   int               `default:"100" help:"Number of games." placeholder:"N"`
	Seed    uint64            `default:"1" help:"Seed of the random numbers. The same seed gives the same games. Each deal is played once by every order of seats." placeholder:"N"`
	Option  map[string]string `help:"Option of the game, such as overlap=adjacent. May be repeated." placeholder:"NAME=VALUE"`
	Rival   string            `type:"existingfile" help:"Another build of this program that plays all players but the first. So a change is measured: build the program before it, then let both play the same level." placeholder:"PROGRAM"`
	JSON    bool              `name:"json" help:"Print the result as JSON."`
	Answer  bool              `hidden:"" help:"Be the rival of an arena, by standard input and output."`
}

// Run plays the games and prints the result, also after an interrupt.
func (c *arenaCommand) Run(ctx context.Context, std streams) (err error) {
	if c.Answer {
		return answerChoices(ctx, std)
	}
	g, err := findGame(c.Game)
	if err != nil {
		return err
	}
	n := len(c.Players)
	in := g.Info()
	if n < in.MinSeats || n > in.MaxSeats {
		return fmt.Errorf("--players %s: %s is for %s", levelList(c.Players), in.ID, playersOf(in))
	}
	if c.Games < 1 {
		return fmt.Errorf("--games %d: at least 1 game", c.Games)
	}
	for _, level := range c.Players {
		if level > ai.Levels {
			return fmt.Errorf("--players: no level %d, there are 1 to %d", level, ai.Levels)
		}
	}
	if err := in.CheckOptions(c.Option); err != nil {
		return fmt.Errorf("--option: %w", err)
	}
	m := newMatch(g.Game, c.Option, seatNames(n))
	var other *rival
	if c.Rival != "" {
		if other, err = startRival(c.Rival, std.err); err != nil {
			return fmt.Errorf("--rival: %w", err)
		}
		defer func() { err = errors.Join(err, other.close()) }()
	}
	result := newArenaResult(c.Game, c.Option, c.Seed, contestants(c.Players, other))
	playing := progress.Begin(ctx, "playing", progress.Count(c.Games))
	for i := 0; i < c.Games && ctx.Err() == nil; i++ {
		order := make([]int, n)
		for seat := range n {
			order[seat] = (seat + i) % n
			m.levels[seat] = c.Players[order[seat]]
			m.rivals[seat] = nil
			if order[seat] > 0 {
				m.rivals[seat] = other
			}
		}
		seed := c.Seed + uint64(i/n)
		if err := m.play(ctx, seed); err != nil {
			if errors.Is(err, context.Canceled) {
				break
			}
			return fmt.Errorf("game %d, seed %d: %w", i+1, seed, err)
		}
		result.add(m, order)
		playing.Add(1)
	}
	result.finish()
	if c.JSON {
		err = printJSON(std.out, result)
	} else {
		_, err = fmt.Fprint(std.out, result.table())
	}
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return errors.New("interrupted: this is the result so far")
	}
	return nil
}

// playersOf returns the number of players of a game in words.
func playersOf(in *engine.Info) string {
	if in.MinSeats == in.MaxSeats {
		return fmt.Sprintf("%d players", in.MinSeats)
	}
	return fmt.Sprintf("%d to %d players", in.MinSeats, in.MaxSeats)
}

// levelList returns levels as --players takes them.
func levelList(levels []ai.Level) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(levels), " ", ","), "[]")
}

// seatNames returns seats with the names of the players of printed records.
func seatNames(n int) []engine.SeatInfo {
	seats := make([]engine.SeatInfo, n)
	for i := range seats {
		seats[i].Name = fmt.Sprintf("player %d", i+1)
	}
	return seats
}
