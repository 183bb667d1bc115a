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
	for posted, want := range map[time.Duration]time.Duration{
		60 * time.Millisecond: 75 * time.Millisecond, time.Hour: time.Second, // nothing is posted in time
	} {
		synctest.Test(t, func(t *testing.T) {
			p := tablestest.New(t, bolttest.New(t), 0)
			id := p.StartGardens(nil)
			began := time.Now()
			left, err := p.Store.Outbox(p.Context(), 0, 10)
			require.NoError(p, err)
			post := time.AfterFunc(posted, func() {
				require.NoError(p, p.Store.Settle(p.Context(), left[0].Seq, store.Settlement{Sent: 7}))
			})
			defer post.Stop()
			s, err := tables.Announced(t.Context(), p.Tables, 1, time.Second)
			require.NoError(t, err)
			require.Equal(t, id, s.ID)
			require.Equal(t, posted < want, s.Header.LastMessage != 0)
			require.Equal(t, want, time.Since(began))
		})
	}
}
