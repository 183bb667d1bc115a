package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlayersMayLeaveThePrefixOfANumberOut(t *testing.T) {
	level := Number("L", 1, 15).(Shorthand)
	for text, want := range map[string][]string{
		"2": {"L2"}, "l2": {"L2"}, "15": {"L15"}, "l15": {"L15"},
		"": nil, "l": nil, "0": nil, "16": nil, "02": nil, "l02": nil, "2l": nil, "+2": nil, "r2": nil, "ll2": nil,
	} {
		require.Equal(t, want, level.Expand(text), "%q", text)
	}
	require.Equal(t, []string{"r0"}, Number("r", 0, 3).(Shorthand).Expand("0"))
	require.Equal(t, []string{"7"}, Number("", 1, 9).(Shorthand).Expand("7"))
	require.Nil(t, Number("", 1, 9).(Shorthand).Expand("L7"))
}
