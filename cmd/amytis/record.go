package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/ai"
)

type recordCommand struct {
	Play   playCommand   `cmd:"" help:"Play a legal game to its end, at random or by computer players, and print its record."`
	Check  checkCommand  `cmd:"" help:"Replay game records and compute their scores again. A file may hold one record, or one per line, as export prints them. Prints one line per file, and one for each line of it that is wrong. Exit code 0: all records are correct; 1: a record is wrong; 2: a record cannot be checked."`
	Export exportCommand `cmd:"" help:"Print the records of all ended games in the store, one per line (NDJSON). The bot may be running. Games that cannot be exported are named on standard error. Exit code 0: all games were exported; 1: the store or a game in it is damaged; 2: the store cannot be read."`
	Legal  legalCommand  `cmd:"" help:"List every legal move after the first N moves of a record, in byte order. Resigning and a skip by the clock are not listed."`
}

type playCommand struct {
	Game   string            `default:"gardens" help:"ID of the game: ${games}."`
	Seats  int               `help:"Number of players, within the limits of the game. Default: the fewest that the game allows." placeholder:"N"`
	Seed   uint64            `default:"1" help:"Seed of the random numbers. The same seed gives the same record."`
	Option map[string]string `help:"Option of the game, such as overlap=adjacent. May be repeated." placeholder:"NAME=VALUE"`

	Player map[engine.Seat]ai.Level `help:"Level of the computer player of a seat, such as 2=5. May be repeated. The other seats play at random." placeholder:"SEAT=LEVEL"`
}

func (c *playCommand) Run(ctx context.Context, std streams) error {
	g, err := findGame(c.Game)
	if err != nil {
		return err
	}
	in := g.Info()
	c.Seats = cmp.Or(c.Seats, in.MinSeats)
	if c.Seats < in.MinSeats || c.Seats > in.MaxSeats {
		return fmt.Errorf("--seats %d: %s is for %s", c.Seats, in.ID, playersOf(in))
	}
	if err := in.CheckOptions(c.Option); err != nil {
		return fmt.Errorf("--option: %w", err)
	}
	for seat, level := range c.Player {
		switch {
		case seat == engine.Chance || int(seat) > c.Seats:
			return fmt.Errorf("--player: no seat %d, there are %d", seat, c.Seats)
		case !level.Valid():
			return fmt.Errorf("--player: no level %d, there are 1 to %d", level, ai.Levels)
		}
	}
	rec, err := c.play(ctx, g.Game)
	if err != nil {
		return err
	}
	out, err := rec.Append(nil)
	if err != nil {
		return err
	}
	_, err = std.out.Write(out)
	return err
}

// play uses the seed to deal and shuffle, whatever the levels are.
func (c *playCommand) play(ctx context.Context, g engine.Game) (*engine.Record, error) {
	seats := make([]engine.SeatInfo, c.Seats)
	for i := range seats {
		seats[i].Name = fmt.Sprintf("player %d", i+1)
	}
	chance := rand.New(rand.NewPCG(c.Seed, c.Seed))
	setup := g.Deal(c.Option, seats, chance)
	if len(c.Player) == 0 {
		moves, end, err := g.Playout(c.Option, seats, setup, chance)
		if err != nil {
			return nil, err
		}
		return engine.NewRecord(g, c.Option, seats, setup, moves, end)
	}
	s, err := g.Start(c.Option, seats, setup)
	choice := rand.New(rand.NewPCG(c.Seed, 2))
	player := ai.NewPlayer(g)
	stop := func() bool { return ctx.Err() != nil }
	var moves []engine.Move
	for last := engine.Chance; err == nil && s.Turn() != 0; err = cmp.Or(err, ctx.Err()) {
		var next []engine.Move
		if s.Turn().Has(engine.Chance) {
			next = []engine.Move{s.Chance(chance)}
		} else {
			seats := s.Turn().Slice()
			i, _ := slices.BinarySearch(seats, last+1)
			last = seats[i%len(seats)] // going round
			next = player.Choose(s, last, c.Player[last], choice.Uint64(), stop)
		}
		for i := 0; i < len(next) && err == nil; i++ {
			s, err = s.Apply(next[i])
		}
		moves = append(moves, next...)
	}
	if err != nil {
		return nil, err
	}
	return engine.NewRecord(g, c.Option, seats, setup, moves, s)
}

func playersOf(in *engine.Info) string {
	if in.MinSeats == in.MaxSeats {
		return fmt.Sprintf("%d players", in.MinSeats)
	}
	return fmt.Sprintf("%d to %d players", in.MinSeats, in.MaxSeats)
}

func findGame(id string) (games.Entry, error) {
	if g, found := games.Find(id); found {
		return g, nil
	}
	return games.Entry{}, fmt.Errorf("unknown game %.40q; the games are: %s", id, strings.Join(games.IDs(), ", "))
}

func readRecord(file string, stdin io.Reader) (*engine.Record, games.Entry, error) {
	data, err := readInput(file, stdin)
	if err != nil {
		return nil, games.Entry{}, err
	}
	return parseRecord(data)
}

// readInput reads a file, or standard input for "-".
func readInput(file string, stdin io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(file)
}

func parseRecord(data []byte) (*engine.Record, games.Entry, error) {
	rec, err := engine.ParseRecord(data)
	if err != nil {
		return nil, games.Entry{}, err
	}
	g, err := findGame(rec.Game)
	return rec, g, err
}

type legalCommand struct {
	File string `arg:"" help:"File with a record; - is standard input."`
	At   int    `required:"" help:"Number of moves to replay first; 0 is the start of the game." placeholder:"N"`
}

func (c *legalCommand) Run(std streams) error {
	rec, g, err := readRecord(c.File, std.in)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	s, err := rec.Replay(g.Game, c.At)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	var lines []string
	for _, seat := range s.Turn().Slice() {
		for _, m := range s.Legal(seat, nil) {
			lines = append(lines, string(g.AppendMove(nil, m)))
		}
	}
	slices.Sort(lines)
	out := bufio.NewWriter(std.out)
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}
