package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

func TestNamesThatReadTheSameAreKnownAndNewOnesLearnt(t *testing.T) {
	now := started(t, nil, "Bo", "bo", "Cleo").table
	for name, want := range map[string]int{"Bo": 2, "Dan": 0, "Bo (2)": 2, "ANA": 2} {
		e := table.Move(now.Game, engine.ResignMove(now.Seat(bo)), bo, 90)
		e.Name = name
		next, err := now.Next(e)
		require.NoError(t, err)
		require.Equal(t, name, next.Player(now.Seat(bo)).Name)
		namesakes := 0
		for i, p := range next.Players {
			require.Equal(t, engine.Seat(i+1), p.Seat)
			if p.Namesake {
				namesakes++
			}
		}
		require.Equal(t, want, namesakes, name)
	}
}
