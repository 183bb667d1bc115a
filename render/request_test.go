package render

import (
	"testing"

	"amytis/engine"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type gameView struct{}

func (*gameView) Game() string { return "game" }

type otherView struct{}

func (*otherView) Game() string { return "other" }

func TestResolveRejectsViewsAndPicturesOfOtherGames(t *testing.T) {
	game := &engine.Info{ID: "game", Views: []string{"table", "top"}}
	mine := &gameView{}
	v, r, err := Resolve[gameView](game, mine, Request{})
	require.NoError(t, err)
	assert.Same(t, mine, v)
	assert.Equal(t, "table", r.View)
	for name, c := range map[string]struct {
		v engine.View
		r Request
	}{
		"another game's view": {&otherView{}, Request{}},
		"no view":             {nil, Request{}},
		"a nil view":          {(*gameView)(nil), Request{}},
		"unknown picture":     {mine, Request{View: "below"}},
	} {
		_, _, err := Resolve[gameView](game, c.v, c.r)
		assert.Error(t, err, name)
	}
}

func TestWithSeatRejectsUnknownSeats(t *testing.T) {
	r, err := Request{}.WithSeat(2, 3)
	require.NoError(t, err)
	assert.Equal(t, engine.Seat(2), r.Seat)
	r, err = Request{Seat: 3}.WithSeat(2, 3)
	require.NoError(t, err)
	assert.Equal(t, engine.Seat(3), r.Seat)
	for _, seats := range [][2]engine.Seat{{4, 1}, {0, 4}, {1, 4}} {
		_, err := Request{Seat: seats[0]}.WithSeat(seats[1], 3)
		assert.Error(t, err)
	}
}
