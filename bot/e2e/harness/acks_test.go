package harness_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

func TestAcknowledgementsAgreeWithTheActionsDone(t *testing.T) {
	sure := func(move string) harness.Ack { return harness.Ack{Parts: strings.Fields(move), Sure: true} }
	lost := func(move string) harness.Ack { return harness.Ack{Parts: strings.Fields(move)} }
	for name, c := range map[string]struct {
		acks []harness.Ack
		done []string
		want bool
	}{
		"all are there":             {[]harness.Ack{sure("dig a1"), sure("end")}, []string{"dig a1", "end"}, true},
		"one is missing":            {[]harness.Ack{sure("dig a1"), sure("end")}, []string{"dig a1"}, false},
		"in another order":          {[]harness.Ack{sure("dig a1"), sure("end")}, []string{"end", "dig a1"}, false},
		"one more than asked for":   {[]harness.Ack{sure("dig a1")}, []string{"dig a1", "end"}, false},
		"done twice":                {[]harness.Ack{lost("dig a1"), sure("end")}, []string{"dig a1", "dig a1", "end"}, false},
		"the answer was lost":       {[]harness.Ack{lost("dig a1"), sure("end")}, []string{"dig a1", "end"}, true},
		"the interaction was lost":  {[]harness.Ack{lost("dig a1"), sure("dig b2")}, []string{"dig b2"}, true},
		"the interaction came late": {[]harness.Ack{lost("place x"), sure("place y"), sure("end")}, []string{"place y", "place x", "end"}, true},
		"done before it was sent":   {[]harness.Ack{sure("place y"), lost("place x")}, []string{"place x", "place y"}, false},
		"done again, and late":      {[]harness.Ack{lost("end"), sure("end"), sure("dig a1")}, []string{"end", "dig a1", "end"}, true},
	} {
		require.Equal(t, c.want, harness.Agree(c.acks, c.done), name)
	}
}
