package gametest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// checkStart checks what a game starts with. The engine checks options and the number of seats.
func checkStart(t require.TestingT, g engine.Game) {
	p := start(t, g, Hooks{}, tables(g.Info())[0], 1)
	checkDeal(p)
	checkDefaults(p)
	checkBadSeats(p)
	checkBadSetups(p)
}

func starts(p *game, opts engine.Options, seats []engine.SeatInfo, setup string) bool {
	s, err := p.Start(opts, seats, json.RawMessage(setup))
	return err == nil && s != nil
}

// checkDeal checks that a seed always deals the same, and that the seats' attributes are filled in.
func checkDeal(p *game) {
	deal := func(seed uint64) (string, []engine.SeatInfo) {
		seats := table{seats: len(p.seats)}.seatInfos()
		return string(p.Deal(p.options, seats, rand.New(rand.NewPCG(seed, 2)))), seats
	}
	a, seats := deal(1)
	b, _ := deal(1)
	require.Equal(p, a, b, "one seed deals two setups")
	taken := map[string]bool{}
	for i, seat := range seats {
		filled := len(p.Info().SeatAttrs) == 0 || seat.Attr != "" && !taken[seat.Attr]
		require.True(p, filled, "method Deal leaves seat %d with %q", i+1, seat.Attr)
		taken[seat.Attr] = true
	}
}

func checkDefaults(p *game) {
	short, err := p.Start(nil, p.seats, p.setup)
	require.NoError(p, err)
	long, err := p.Start(p.Info().Complete(nil), p.seats, p.setup)
	require.NoError(p, err)
	require.True(p, short.Equal(long), "the defaults written out make another game")
}

// checkBadSeats checks that seats without an attribute, or two with the same, are refused.
func checkBadSeats(p *game) {
	if len(p.Info().SeatAttrs) == 0 {
		return
	}
	for _, value := range []string{"", "no such value", p.seats[1].Attr} {
		seats := slices.Clone(p.seats)
		seats[0].Attr = value
		bad := starts(p, nil, seats, string(p.setup))
		require.False(p, bad, "seat 1 with %q is accepted, seat 2 has %q", value, seats[1].Attr)
	}
}

// checkBadSetups checks that a masked or broken setup is refused, and that none causes a panic.
func checkBadSetups(p *game) {
	whole := string(p.setup)
	cut := strings.TrimSuffix(whole, "}")
	for _, bad := range []string{"", "[]", "3", `"x"`, "{", whole + "}", whole + whole, cut} {
		require.False(p, starts(p, p.options, p.seats, bad), "setup %.60s is accepted", bad)
	}
	unknown := strings.Replace(cut+`,"no such field":1}`, "{,", "{", 1)
	require.False(p, starts(p, p.options, p.seats, unknown), "an unknown field of the setup is accepted")
	masked := string(p.state().Mask(p.setup))
	require.False(p, masked != whole && starts(p, p.options, p.seats, masked), "a masked setup is accepted")
	for i := range whole {
		starts(p, p.options, p.seats, whole[:i]+"Z"+whole[i+1:])
		starts(p, p.options, p.seats, whole[:i]+whole[i+1:])
	}
}
