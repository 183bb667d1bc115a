package tables

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRepeatedOutagesExtendALimitByTheirSum(t *testing.T) {
	const hour = 3600
	o := outage{10 * hour, 12 * hour}
	require.EqualValues(t, 0, (&outage{}).extension(11*hour, 0))
	require.EqualValues(t, 0, o.extension(10*hour, 0), "the limit ended before the outage")
	require.EqualValues(t, 13*hour, o.extension(11*hour, 0))
	require.EqualValues(t, 14*hour, o.extension(12*hour, 0))
	require.EqualValues(t, 0, o.extension(12*hour+1, 0), "the limit ends after the outage")
	died := outage{10 * hour, 15 * hour}
	require.EqualValues(t, 16*hour, died.extension(13*hour, 12*hour), "the first two hours were added before")
}

func TestReserveThatRanDuringAnOutageIsGivenBack(t *testing.T) {
	const hour = 3600
	o := outage{10 * hour, 12 * hour}
	require.EqualValues(t, 0, (&outage{}).refund(11*hour, 13*hour, 13*hour, 0))
	require.EqualValues(t, 14*hour, o.refund(11*hour, 13*hour, 13*hour, 0), "the hour after the limit")
	require.EqualValues(t, 15*hour, o.refund(9*hour, 13*hour, 13*hour, 0), "the whole outage")
	require.EqualValues(t, 0, o.refund(12*hour, 13*hour, 13*hour, 0), "the limit was enough")
	require.EqualValues(t, 0, o.refund(9*hour, 12*hour, 12*hour, 0), "it ended during the outage: the other case")
	require.EqualValues(t, 0, o.refund(9*hour, 15*hour, 15*hour, 13*hour), "given back before")
	require.EqualValues(t, 15*hour, o.refund(9*hour, 11*hour, 14*hour, 0), "used up after an hour, delayed to 14:00")
	require.EqualValues(t, 0, o.refund(9*hour, 10*hour, 14*hour, 0), "used up before")
}
