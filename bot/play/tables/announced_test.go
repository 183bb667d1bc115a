package tables_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/store"
	"amytis/store/bolt/bolttest"
)

func TestNewTableIsReturnedWhenItsFirstMessageIsPosted(t *testing.T) {
	t.Parallel()
	const posted, limit = 55 * time.Millisecond, time.Second
	settle := func(p *tablestest.Program) {
		left, err := p.Store.Outbox(p.Context(), 0, 10)
		require.NoError(p, err)
		require.NoError(p, p.Store.Settle(p.Context(), left[0].Seq, store.Settlement{Sent: 7}))
	}
	for name, c := range map[string]struct {
		post          func(p *tablestest.Program)
		soonest, last time.Duration
	}{
		"soon":                    {settle, posted, posted + 25*time.Millisecond},
		"nothing within the time": {func(*tablestest.Program) {}, limit, limit},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := tablestest.New(t, bolttest.New(t), 0)
				id := p.StartGardens(nil)
				began := time.Now()
				time.AfterFunc(posted, func() { c.post(p) })
				s, err := tables.Announced(t.Context(), p.Tables, 1, limit)
				require.NoError(t, err)
				require.Equal(t, id, s.ID)
				require.Equal(t, c.soonest < limit, s.Header.LastMessage != 0)
				require.GreaterOrEqual(t, time.Since(began), c.soonest)
				require.LessOrEqual(t, time.Since(began), c.last)
			})
		})
	}
}
