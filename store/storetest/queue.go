package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

// testUntaken has a handle read what another one adds. testRandom looks at the order.
func testUntaken(t *testing.T, h Harness) {
	one := h.Open(t)
	other := h.Second(t, one)
	ctx := t.Context()
	taken := map[uint64]bool{}
	requireNew := func(kinds string) {
		t.Helper()
		for _, s := range []store.Store{one, other} {
			<-s.Added()
			found := ""
			for _, e := range Must(s.Untaken(ctx, func(seq uint64) bool { return taken[seq] }))(t) {
				found += e.Kind
			}
			require.Equal(t, kinds, found)
		}
	}
	c := opening(1, channel)
	c.Outbox = []store.Entry{message(1, "a"), message(1, "b")}
	commit(t, one, c)
	requireNew("ab")
	first := Must(one.Outbox(ctx, 0, 1))(t)[0].Seq
	taken[first] = true
	commit(t, other, alter(move(1, channel, 1), func(c *store.Commit) { c.Outbox = []store.Entry{message(1, "c")} }))
	requireNew("bc")
	require.NoError(t, one.Settle(ctx, first, store.Settlement{Follow: []store.Entry{message(1, "d")}}))
	require.ErrorIs(t, other.Settle(ctx, first, store.Settlement{}), store.ErrNotFound)
	requireNew("bcd")
	require.NoError(t, one.Close())
	<-one.Added()
}
