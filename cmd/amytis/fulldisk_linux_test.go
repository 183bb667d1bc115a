package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// TestHealthTellsOfAFullDisk fills the disk of the store under a running bot until nobody can play.
func TestHealthTellsOfAFullDisk(t *testing.T) {
	longrun.Only(t, "it waits until the bot looks at the disk")
	folder := mountSmall(t, "80m")
	backups := t.TempDir()
	discord := startDiscord(t, localdiscord.Options{AnswerWithin: patience})
	guild, ana := populated(discord)
	address, db := freeAddress(t), filepath.Join(folder, "amytis.db")
	config := writeTemp(t, "[store]\nbackup_dir = \""+backups+"\"\n[http]\nlisten = \""+address+"\"\n"+
		"[limits]\ntables_per_host = 100000\ntables_per_server = 100000\n")
	open := func() error {
		in, err := ana.Slash(t.Context(), guild.AddChannel("games"), "game new", localdiscord.Args{"game": "gardens"})
		if err == nil {
			_, err = in.Wait(t.Context())
		}
		return err
	}
	told := func(fault string) {
		t.Helper()
		var code int
		var out string
		require.Eventually(t, func() bool {
			code, out, _ = amytis(t, "", "health", "--config", config)
			return strings.Contains(out, fault) && (code == 0) == (fault == "ok\n")
		}, patience, healthWithin/1000, "the answer has %q", fault)
	}
	metrics := func() string {
		resp, err := http.Get("http://" + address + "/metrics")
		require.NoError(t, err)
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return string(text)
	}
	whileServing(t, discord, db, func() {
		told("ok\n")
		require.NoError(t, open())
		require.Eventually(t, func() bool {
			return regexp.MustCompile(`(?m)^amytis_backup_last_success_timestamp_seconds 1\.`).MatchString(metrics())
		}, patience, time.Millisecond)
		text := metrics()
		for _, figure := range []string{
			`amytis_build_info\{commit=".+",version="` + version() + `"\} 1`, `amytis_store_bytes [1-9]`, `amytis_disk_free_bytes 8\.`,
			`amytis_backup_interval_seconds 86400`, `amytis_holds\{name="backup"\} 1`, `amytis_logged_errors_total 0`,
		} {
			assert.Regexp(t, "(?m)^"+figure, text)
		}

		ballast := filepath.Join(folder, "ballast")
		require.NoError(t, os.WriteFile(ballast, make([]byte, 40<<20), 0o600))
		told("disk: only 3")
		_ = os.WriteFile(ballast, make([]byte, 80<<20), 0o600)
		told("disk: only 0 MB are free")
		for out := ""; !strings.Contains(out, "store: the last commit failed"); {
			_ = open() // an answer may be too late now
			_, out, _ = amytis(t, "", "health", "--config", config)
		}
		assert.NotRegexp(t, `(?m)^amytis_logged_errors_total 0$`, metrics())
		_, out, _ := amytis(t, "", "doctor", "--db", db, "--config", config)
		assert.Contains(t, out, "problem  disk: ")
		assert.Contains(t, out, "problem  health: store: the last commit failed")

		require.NoError(t, os.Remove(ballast))
		require.NoError(t, open())
		told("ok\n")
		_, out, _ = amytis(t, "", "doctor", "--db", db, "--config", config)
		assert.NotContains(t, out, "health: ")
	}, "--config", config)
}
