package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/games"
	"amytis/engine"
)

// recordCommand is `amytis record`.
type recordCommand struct {
	Play  playCommand  `cmd:"" help:"Print the record of a random legal game, played to its end."`
	Check checkCommand `cmd:"" help:"Replay records and score them again. Exit code 0: all are right; 1: one is wrong; 2: one cannot be read."`
	Legal legalCommand `cmd:"" help:"List every legal move after the first N moves of a record, sorted bytewise. To resign, and the clock's skip, are not listed."`
}

// playCommand is `amytis record play`.
type playCommand struct {
	Game   string            `default:"gardens" help:"The game's ID."`
	Seats  int               `default:"2" help:"The number of players."`
	Seed   uint64            `default:"1" help:"The same seed gives the same record."`
	Option map[string]string `help:"An option of the game, as name=value; may be repeated." placeholder:"NAME=VALUE"`
}

// Run plays the game.
func (c *playCommand) Run(std streams) error {
	g, err := findGame(c.Game)
	if err != nil {
		return err
	}
	in := g.Info()
	if c.Seats < in.MinSeats || c.Seats > in.MaxSeats {
		return fmt.Errorf("--seats %d: %s is for %d to %d players", c.Seats, in.ID, in.MinSeats, in.MaxSeats)
	}
	if err := in.CheckOptions(c.Option); err != nil {
		return fmt.Errorf("--option: %w", err)
	}
	r := rand.New(rand.NewPCG(c.Seed, c.Seed))
	seats := make([]engine.SeatInfo, c.Seats)
	for i := range seats {
		seats[i].Name = "player " + strconv.Itoa(i+1)
	}
	setup := g.Deal(c.Option, seats, r)
	moves, s, err := g.Playout(c.Option, seats, setup, r)
	if err != nil {
		return err
	}
	rec, err := engine.NewRecord(g.Game, c.Option, seats, setup, moves, s)
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

func findGame(id string) (games.Entry, error) {
	if g, found := games.Find(id); found {
		return g, nil
	}
	var known []string
	for _, g := range games.All {
		known = append(known, g.Info().ID)
	}
	return games.Entry{}, fmt.Errorf("no game %.40q; there is: %s", id, strings.Join(known, ", "))
}

// checkCommand is `amytis record check`.
type checkCommand struct {
	Files []string `arg:"" name:"file" help:"Records; - is standard input."`
}

// Run checks every file, a line each.
func (c *checkCommand) Run(std streams) error {
	code := 0
	for _, file := range c.Files {
		verdict, err := checkFile(file, std.in)
		switch {
		case err == nil:
			fmt.Fprintf(std.out, "%s: %s\n", file, verdict)
			continue
		case wrong(err):
			code = max(code, exitWrong)
			fmt.Fprintf(std.out, "%s: WRONG: %v\n", file, err)
		default:
			code = exitFailed
			fmt.Fprintf(std.out, "%s: CANNOT BE CHECKED: %v\n", file, err)
		}
	}
	if code != 0 {
		return &exitError{code: code}
	}
	return nil
}

// wrong tells a record that does not hold from one that cannot be judged.
func wrong(err error) bool {
	var move *engine.MoveError
	var result *engine.ResultError
	return errors.As(err, &move) || errors.As(err, &result)
}

func checkFile(file string, stdin io.Reader) (verdict string, err error) {
	rec, g, err := readRecord(file, stdin)
	if err != nil {
		return "", err
	}
	if err := rec.Check(g.Game); err != nil {
		return "", err
	}
	verdict = fmt.Sprintf("ok, %s, %d moves", rec.Game, len(rec.Moves))
	if len(rec.Result) == 0 {
		verdict += ", no result"
	}
	return verdict, nil
}

// readRecord reads a record from a file, or from standard input for "-".
func readRecord(file string, stdin io.Reader) (*engine.Record, games.Entry, error) {
	data, err := readFile(file, stdin)
	if err != nil {
		return nil, games.Entry{}, err
	}
	rec, err := engine.ParseRecord(data)
	if err != nil {
		return nil, games.Entry{}, err
	}
	g, err := findGame(rec.Game)
	return rec, g, err
}

// readFile reads no more than a record may have, and a byte to tell.
func readFile(file string, stdin io.Reader) ([]byte, error) {
	in := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, engine.MaxRecordBytes+1))
}

// legalCommand is `amytis record legal`.
type legalCommand struct {
	File string `arg:"" help:"A record; - is standard input."`
	At   int    `required:"" help:"After so many moves; 0 is the beginning." placeholder:"N"`
}

// Run lists the moves.
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
