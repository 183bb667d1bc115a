package interaction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
)

func TestPaceLimitAndReserveAreOptionsOfACommand(t *testing.T) {
	otherwise := table.TimeControl{Limit: 300, Reserve: 600}
	for _, c := range []struct {
		pace, limit, reserve string
		want                 table.TimeControl
	}{
		{"", "", "", otherwise},
		{"relaxed", "", "", table.Relaxed},
		{"0", "", "", table.TimeControl{}},
		{"daily", "43200", "", table.TimeControl{Limit: 43200}},
		{"live", "", "0", table.TimeControl{Limit: table.Live.Limit}},
		{"", "3600", "86400", table.TimeControl{Limit: 3600, Reserve: 86400}},
		{"", "", "86400", table.TimeControl{Limit: 300, Reserve: 86400}},
		{"0", "", "86400", table.TimeControl{}},
		{"", "0", "86400", table.TimeControl{}},
	} {
		in := Input{Options: map[string]string{"pace": c.pace, "limit": c.limit, "reserve": c.reserve}}
		require.Equal(t, c.want, in.TimeControl(otherwise), "%+v", c)
	}
}
