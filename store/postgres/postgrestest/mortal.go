package postgrestest

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// StartMortal is [Start] of a server that no other test uses, so that a test may stop it.
func StartMortal(t testing.TB, settings ...string) *Server {
	t.Helper()
	return startOrSkip(t, func() (*Server, error) { return start(append([]string{"fsync=off"}, settings...)...) })
}

// StartPair returns a server that no other test uses, and its synchronous standby.
func StartPair(t testing.TB) (primary, standby *Server) {
	t.Helper()
	settings := []string{"fsync=off", "wal_level=replica", "max_wal_senders=4"}
	primary = startOrSkip(t, func() (*Server, error) { return startNew(settings...) })
	source := fmt.Sprintf("host=%s user=%s application_name=standby", primary.Folder, role)
	standby, err := startIn(append(settings, "hot_standby=on"), "pg_basebackup", "-d", source, "-R", "--no-sync",
		"--checkpoint=fast")
	require.NoError(t, err)
	primary.Exec(t, "ALTER SYSTEM SET synchronous_standby_names = 'standby'", "SELECT pg_reload_conf()")
	primary.Exec(t, "DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync') LOOP "+
		"PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot(); END LOOP; END $$")
	return primary, standby
}

// Stop ends the server without a checkpoint, as if its machine had died.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	_, err := fmt.Fprintln(s.orders, "stop")
	require.NoError(t, err)
}

func (s *Server) StartAgain(t testing.TB) {
	t.Helper()
	_, err := fmt.Fprintln(s.orders, "start")
	require.NoError(t, err)
	require.NoError(t, s.awaitStart())
}

func (s *Server) Promote(t testing.TB) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	promoted := func() bool {
		conn, err := pgx.Connect(ctx, s.URL(role, nil))
		if err != nil {
			return false
		}
		defer conn.Close(ctx)
		standby := true
		if err := conn.QueryRow(ctx, "SELECT pg_is_in_recovery()").Scan(&standby); err == nil && standby {
			_, _ = conn.Exec(ctx, "SELECT pg_promote(false)") // what it replays may cancel it
		}
		return !standby
	}
	require.Eventually(t, promoted, time.Minute, 10*time.Millisecond)
}

// URLOf returns the URL of a database: the server that can be written to.
func URLOf(servers ...*Server) string {
	var folders []string
	for _, s := range servers {
		folders = append(folders, s.Folder)
	}
	ports := strings.Repeat(",5432", len(servers))[1:]
	return servers[0].URL(role, url.Values{
		"host": {strings.Join(folders, ",")}, "port": {ports}, "target_session_attrs": {"read-write"},
	})
}
