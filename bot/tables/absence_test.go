package tables

import (
	"testing"

	"github.com/stretchr/testify/require"

	_ "amytis/bot/labflag" // for go test ./bot/... -lab
)

func TestRepeatedAbsencesExtendALimitByTheirSum(t *testing.T) {
	const hour = 3600
	a := absence{10 * hour, 12 * hour}
	require.EqualValues(t, 0, absence{}.extension(11*hour, 0))
	require.EqualValues(t, 0, a.extension(10*hour, 0), "the limit ended before the absence")
	require.EqualValues(t, 13*hour, a.extension(11*hour, 0))
	require.EqualValues(t, 14*hour, a.extension(12*hour, 0))
	require.EqualValues(t, 0, a.extension(12*hour+1, 0), "the limit ends after the absence")
	died := absence{10 * hour, 15 * hour}
	require.EqualValues(t, 16*hour, died.extension(13*hour, 12*hour), "the first two hours were added before")
}
