package postgrestest_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"amytis/store/postgres/postgrestest"
)

func TestStandbyHasWhatThePrimaryHadAtItsDeath(t *testing.T) {
	t.Parallel()
	primary, standby := postgrestest.StartPair(t)
	primary.Exec(t, "CREATE TABLE made (by text)", "INSERT INTO made VALUES ('the primary')")
	primary.Stop(t)
	standby.Promote(t)
	conn, err := pgx.Connect(t.Context(), postgrestest.URLOf(primary, standby))
	require.NoError(t, err)
	defer conn.Close(t.Context())
	var by string
	require.NoError(t, conn.QueryRow(t.Context(), "SELECT by FROM made").Scan(&by))
	require.Equal(t, "the primary", by)
	primary.StartAgain(t)
}
