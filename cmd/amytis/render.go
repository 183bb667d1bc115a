package main

import (
	"fmt"
	"os"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/render"
)

// renderCommand is `amytis render`.
type renderCommand struct {
	File  string      `arg:"" help:"A record; - is standard input."`
	At    int         `default:"-1" help:"After so many moves; all of them if left out." placeholder:"N"`
	View  string      `required:"" help:"A picture of the game (gardens: garden, top, north, east, south, west, iso, table, quarry), or text for the position in words."`
	Seat  engine.Seat `help:"Whose garden, and who sees it; seat 1 if left out." placeholder:"K"`
	Scale string      `enum:"phone,large" default:"large" help:"phone or large."`
	Lang  string      `enum:"en,fr,de,es" default:"en" help:"The language of the words: en, fr, de or es."`
	Out   string      `help:"The file to write; - is standard output. Words go to standard output if it is left out." placeholder:"FILE" type:"path"`
}

// textView is the view that is words.
const textView = "text"

// Run draws the picture.
func (c *renderCommand) Run(std streams) error {
	rec, g, err := readRecord(c.File, std.in)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
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
	req := render.Request{View: c.View, Seat: c.Seat, Scale: render.Large}
	if c.Scale == "phone" {
		req.Scale = render.Phone
	}
	for _, seat := range rec.Seats {
		req.Names = append(req.Names, seat["name"])
	}
	view := s.View(c.Seat)
	var out []byte
	if c.View == textView {
		req.View = ""
		out = []byte(strings.TrimRight(g.Gallery.Text(view, req, text.For(c.Lang)), "\n") + "\n")
	} else {
		if req.Seat == 0 {
			req.Seat = 1
		}
		p, err := g.Gallery.Draw(view, req)
		if err != nil {
			return err
		}
		out = p.PNG
		if c.Out == "" {
			return fmt.Errorf("--out is missing: where is the picture to go?")
		}
	}
	if c.Out == "" || c.Out == "-" {
		_, err := std.out.Write(out)
		return err
	}
	return os.WriteFile(c.Out, out, 0o644)
}
