package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"amytis/engine"
)

// checkStart checks that a game starts with what its Info allows, and with nothing else.
func checkStart(g engine.Game) error {
	p, err := start(g, Hooks{}, tables(g.Info())[0], 1)
	if err != nil {
		return err
	}
	return errors.Join(checkDeal(p), checkDefaults(p), checkBadOptions(p), checkBadSeats(p), checkBadSetups(p))
}

func starts(p *game, opts engine.Options, seats []engine.SeatInfo, setup string) bool {
	s, err := p.Start(opts, seats, json.RawMessage(setup))
	return err == nil && s != nil
}

// checkDeal checks that a seed always deals the same, and that the seats' attributes are filled in.
func checkDeal(p *game) error {
	deal := func(seed uint64) (string, []engine.SeatInfo) {
		seats := table{seats: len(p.seats)}.seatInfos()
		return string(p.Deal(p.options, seats, rand.New(rand.NewPCG(seed, 2)))), seats
	}
	a, seats := deal(1)
	b, _ := deal(1)
	if a != b {
		return fmt.Errorf("one seed deals %s and %s", a, b)
	}
	if len(p.Info().SeatAttrs) == 0 {
		return nil
	}
	taken := map[string]bool{}
	for i, seat := range seats {
		if seat.Attr == "" || taken[seat.Attr] {
			return fmt.Errorf("method Deal leaves seat %d with %q", i+1, seat.Attr)
		}
		taken[seat.Attr] = true
	}
	return nil
}

func checkDefaults(p *game) error {
	short, err := p.Start(nil, p.seats, p.setup)
	if err != nil {
		return err
	}
	long, err := p.Start(p.Info().Complete(nil), p.seats, p.setup)
	if err != nil || !short.Equal(long) {
		return fmt.Errorf("the defaults written out make another game: %w", err)
	}
	return nil
}

func checkBadOptions(p *game) error {
	if starts(p, engine.Options{"no such option": "1"}, p.seats, string(p.setup)) {
		return errors.New("an unknown option is accepted")
	}
	for _, opt := range p.Info().Options {
		for _, value := range []string{"", "no such value", "-1", "TRUE", "00"} {
			if starts(p, engine.Options{opt.Name: value}, p.seats, string(p.setup)) {
				return fmt.Errorf("option %s: %q is accepted", opt.Name, value)
			}
		}
	}
	return nil
}

func checkBadSeats(p *game) error {
	in := p.Info()
	for n := range engine.MaxSeats + 2 {
		seats := table{seats: n}.seatInfos()
		for i := range seats {
			if len(p.Info().SeatAttrs) > 0 {
				values := in.SeatAttrs[0].Values
				seats[i].Attr = values[i%len(values)]
			}
		}
		if (n < in.MinSeats || n > in.MaxSeats) && starts(p, nil, seats, string(p.setup)) {
			return fmt.Errorf("%d seats are accepted", n)
		}
	}
	if len(in.SeatAttrs) == 0 {
		return nil
	}
	for _, value := range []string{"", "no such value", p.seats[1].Attr} {
		seats := append([]engine.SeatInfo(nil), p.seats...)
		seats[0].Attr = value
		if starts(p, nil, seats, string(p.setup)) {
			return fmt.Errorf(
				"seat 1 with %s %q is accepted, seat 2 has %q",
				in.SeatAttrs[0].Name,
				value,
				seats[1].Attr,
			)
		}
	}
	return nil
}

// checkBadSetups checks that a setup that is masked or not whole is refused. A setup with one byte
// changed may start a game, but must not make it panic.
func checkBadSetups(p *game) error {
	whole := string(p.setup)
	for _, bad := range []string{"", "[]", "3", `"x"`, "{", whole + "}", whole + whole, strings.TrimSuffix(whole, "}")} {
		if starts(p, p.options, p.seats, bad) {
			return fmt.Errorf("setup %.60s is accepted", bad)
		}
	}
	unknown := strings.TrimSuffix(whole, "}") + `,"no such field":1}`
	if starts(p, p.options, p.seats, strings.Replace(unknown, "{,", "{", 1)) {
		return errors.New("an unknown field of the setup is accepted")
	}
	masked := string(p.state().Mask(p.setup))
	if masked != whole && starts(p, p.options, p.seats, masked) {
		return errors.New("a masked setup is accepted")
	}
	for i := range whole {
		starts(p, p.options, p.seats, whole[:i]+"Z"+whole[i+1:])
		starts(p, p.options, p.seats, whole[:i]+whole[i+1:])
	}
	return nil
}
