package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"amytis/bot/play/games"
	"amytis/bot/say/replay"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

type renderCommand struct {
	File string `arg:"" help:"File with a record; - is standard input."`
	At   int    `default:"-1" help:"Number of moves to replay. Default: all moves of the record." placeholder:"N"`
	View string `xor:"what" required:"" help:"What to draw. ${views}. For every game, text describes the position in words."`

	Replay bool `xor:"what" required:"" help:"Draw the whole game as an animated GIF, a picture a turn, with everything open."`

	Seat engine.Seat `help:"Seat, from 1: draws the garden or hand of that player as that player sees it. A hand needs it. Default: seat 1 as spectators see it." placeholder:"K"`
	Lang string      `enum:"en,fr,de,es" default:"en" help:"Language of words, as in the text view: en, fr, de or es."`
	Out  string      `help:"File to write; - is standard output. Required for pictures; words go to standard output by default." placeholder:"FILE" type:"path"`
}

// textView is the view that is words in place of a picture.
const textView = "text"

func (c *renderCommand) Run(std streams) error {
	if c.Out == "" && c.View != textView {
		return errors.New("--out is missing: name a file for the picture, or - for standard output")
	}
	rec, g, err := readRecord(c.File, std.in)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.Replay {
		return c.replay(rec, g, std)
	}
	if c.At < 0 {
		c.At = len(rec.Moves)
	}
	s, err := rec.Replay(g.Game, c.At)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if int(c.Seat) > len(rec.Seats) {
		return fmt.Errorf("--seat %d: the game has %d seats", c.Seat, len(rec.Seats))
	}
	req := render.Request{View: c.View, Seat: c.Seat}
	for _, seat := range rec.Seats {
		name, _ := seat["name"].(string)
		req.Names = append(req.Names, name)
	}
	view := s.View(c.Seat)
	if c.View == textView {
		words := render.BoardOf(g.Gallery, view, req, text.For(c.Lang))
		return c.write([]byte(words+"\n"), std.out)
	}
	if req.Seat == 0 {
		req.Seat = 1
	}
	p, err := render.PictureOf(g.Gallery, view, req)
	switch {
	case errors.Is(err, render.ErrHidden):
		return fmt.Errorf("--view %s is seen by one player only: choose the player with --seat", c.View)
	case err != nil:
		return err
	}
	return c.write(p.PNG, raw(std.out))
}

func (c *renderCommand) replay(rec *engine.Record, g games.Entry, std streams) error {
	if c.At >= 0 || c.Seat != 0 {
		return errors.New("--replay shows the whole game of everybody: leave out --at and --seat")
	}
	t, err := tableOf(rec, g)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	film, err := replay.Of(t)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	p, err := film.Film(text.For(c.Lang))
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return c.write(p.GIF, raw(std.out))
}

func (c *renderCommand) write(out []byte, std io.Writer) error {
	if c.Out == "" || c.Out == "-" {
		_, err := std.Write(out)
		return err
	}
	return os.WriteFile(c.Out, out, 0o644)
}

// tableOf returns a table with the whole game of a record. Its players get made-up user IDs.
func tableOf(rec *engine.Record, g games.Entry) (*table.Table, error) {
	state, err := rec.Replay(g.Game, len(rec.Moves))
	if err != nil {
		return nil, err
	}
	opening, _ := rec.Opening(g.Game) // a replay has read it, and the moves
	t := &table.Table{
		Game: g.Game, Status: table.Running, Options: opening.Options, Setup: rec.Setup, State: state,
	}
	if _, over := state.Result(); over {
		t.Status = table.Ended
	}
	for i, seat := range opening.Seats {
		t.Players = append(t.Players, table.Player{User: table.UserID(i + 1), Name: seat.Name, Attr: seat.Attr})
	}
	for i, text := range rec.Moves {
		m, _ := g.ParseMove(text)
		t.Moves = append(t.Moves, table.Entry{Move: m, Given: i+1 < rec.FirstPlayed()})
	}
	return t, nil
}
