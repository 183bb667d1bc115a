package harness_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine/table"
)

func TestAcknowledgementsAgreeWithTheActionsDone(t *testing.T) {
	sure := func(move string) harness.Ack { return harness.Ack{Parts: strings.Fields(move), Sure: true} }
	lost := func(move string) harness.Ack { return harness.Ack{Parts: strings.Fields(move)} }
	type acks []harness.Ack
	type log []string
	for name, c := range map[string]struct {
		acks acks
		done log
		want bool
	}{
		"all are there":           {acks{sure("dig a1"), sure("end")}, log{"dig a1", "end"}, true},
		"one is missing":          {acks{sure("dig a1"), sure("end")}, log{"dig a1"}, false},
		"in another order":        {acks{sure("dig a1"), sure("end")}, log{"end", "dig a1"}, false},
		"one more than asked for": {acks{sure("dig a1")}, log{"dig a1", "end"}, false},
		"done twice":              {acks{lost("dig a1"), sure("end")}, log{"dig a1", "dig a1", "end"}, false},
		"the answer was lost":     {acks{lost("dig a1"), sure("end")}, log{"dig a1", "end"}, true},
		"the request was lost":    {acks{lost("dig a1"), sure("dig b2")}, log{"dig b2"}, true},
		"the request came late": {
			acks{lost("place x"), sure("place y"), sure("end")}, log{"place y", "place x", "end"}, true,
		},
		"done before it was sent": {acks{sure("place y"), lost("place x")}, log{"place x", "place y"}, false},
		"done again, and late":    {acks{lost("end"), sure("end"), sure("dig a1")}, log{"end", "dig a1", "end"}, true},
	} {
		require.Equal(t, c.want, harness.Agree(c.acks, c.done), name)
	}
}

func TestActionsAreThoseThatThePlayerAskedFor(t *testing.T) {
	const user, other = 1, 2
	computed := table.MoveText("1 end", user, 60)
	computed.Auto = true
	log := []table.Event{
		table.MoveText("1 tower m14.1 n", user, 10),
		table.MoveText("1 tower n15.1 n", user, 20),
		table.MoveText("1 tower o13.1 n", user, 30),
		table.Undo(1, user, 40),
		table.MoveText("2 done", other, 50),
		computed,
		table.Undo(1, user, 70), // to resign
		table.Undo(1, user, 70),
		table.MoveText("1 resign", user, 70),
	}
	require.Equal(t, []string{"tower m14.1 n", "tower n15.1 n", "tower o13.1 n", "undo"}, harness.ActionsBy(user, log))
	require.Equal(t, []string{"done"}, harness.ActionsBy(other, log))
	require.Len(t, harness.ActionsBy(user, log[:8]), 6, "without the resignation they are undone by the player")
}
