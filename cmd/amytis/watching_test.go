package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
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

// The bot has played, had a heartbeat and makes backups. It has the other metrics from the start.
func TestDashboardAndAlertsNameMetricsOfTheBot(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{HeartbeatInterval: 50 * time.Millisecond})
	guild, ana := populated(discord)
	address, text := freeAddress(t), ""
	config := writeTemp(t, "[store]\nbackup_dir = \""+t.TempDir()+"\"\n[http]\nlisten = \""+address+"\"\n")
	whileServing(t, discord, filepath.Join(t.TempDir(), "amytis.db"), func() {
		newGame(t, ana, guild)
		require.Eventually(t, func() bool {
			resp, err := http.Get("http://" + address + "/metrics")
			require.NoError(t, err)
			defer resp.Body.Close()
			read, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			text = string(read)
			return strings.Contains(text, "\namytis_gateway_heartbeat_seconds{") &&
				strings.Contains(text, "\namytis_interaction_seconds_count{") &&
				strings.Contains(text, "\namytis_tables{") && // unless the store is slow
				strings.Contains(text, "\namytis_backup_interval_seconds ")
		}, patience, 10*time.Millisecond)
	}, "--config", config)
	checkPage(t, text)

	exposed := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^[a-z_]+|[a-z_]+="`).FindAllString(text, -1) {
		exposed[m] = true
	}
	named := regexp.MustCompile(`\b(?:amytis|go|process)_[a-z_]+`)
	label := regexp.MustCompile(`by \((\w+)|\{\{(\w+)|\{(\w+)=`)
	for file, least := range map[string]int{"grafana.json": 20, "alerts.yaml": 8, "HOSTING.md": 0} {
		read, err := os.ReadFile(file)
		require.NoError(t, err)
		names := named.FindAllString(string(read), -1)
		assert.GreaterOrEqual(t, len(names), least, file)
		for _, name := range names {
			assert.True(t, exposed[name], "%s: there is no metric %s", file, name)
		}
		for _, m := range label.FindAllStringSubmatch(string(read), -1) {
			name := m[1] + m[2] + m[3]
			ofPrometheus := name == "job" || name == "instance"
			assert.True(t, ofPrometheus || exposed[name+`="`], "%s: there is no label %s", file, name)
		}
	}
}

func TestEveryAlertNamesASectionOfTheManual(t *testing.T) {
	alerts, err := os.ReadFile("alerts.yaml")
	require.NoError(t, err)
	manual, err := os.ReadFile("HOSTING.md")
	require.NoError(t, err)
	sections := regexp.MustCompile(`See "(.+)" in HOSTING\.md\.\n`).FindAllStringSubmatch(string(alerts), -1)
	assert.Len(t, sections, strings.Count(string(alerts), "- alert: "))
	for _, s := range sections {
		assert.True(t, strings.Contains(string(manual), "\n## "+s[1]+"\n"), "there is no section %s", s[1])
	}
}

// promtoolRequired in the environment makes the test fail rather than skip without promtool.
const promtoolRequired = "AMYTIS_PROMTOOL_REQUIRED"

func hasPromtool(t *testing.T) bool {
	_, err := exec.LookPath("promtool")
	if os.Getenv(promtoolRequired) != "" {
		require.NoError(t, err)
	}
	return err == nil
}

// checkPage has Prometheus read a page of metrics. Those of the process have no help.
func checkPage(t *testing.T, page string) {
	if !longrun.On() || !hasPromtool(t) {
		return
	}
	check := exec.Command("promtool", "check", "metrics")
	check.Stdin = strings.NewReader(page)
	out, _ := check.CombinedOutput()
	for complaint := range strings.Lines(string(out)) {
		assert.Regexp(t, "^(go|process)_[a-z_]+ no help text\n$", complaint)
	}
}

func TestPrometheusTakesTheAlertsAndTheQueriesOfTheDashboard(t *testing.T) {
	longrun.Only(t, "promtool takes a second of the processor")
	if !hasPromtool(t) {
		t.Skip("there is no promtool")
	}
	text, err := os.ReadFile("grafana.json")
	require.NoError(t, err)
	var dashboard struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	require.NoError(t, json.Unmarshal(text, &dashboard))
	var rules []map[string]string // so promtool reads the queries
	for _, p := range dashboard.Panels {
		for _, q := range p.Targets {
			expr := strings.ReplaceAll(q.Expr, "$__rate_interval", "5m")
			rules = append(rules, map[string]string{"record": fmt.Sprintf("query_%d", len(rules)), "expr": expr})
		}
	}
	require.NotEmpty(t, rules)
	queries, err := json.Marshal(map[string]any{"groups": []any{map[string]any{"name": "queries", "rules": rules}}})
	require.NoError(t, err)
	for _, args := range [][]string{
		{"check", "rules", "alerts.yaml", writeTemp(t, string(queries))},
		{"test", "rules", "testdata/alertcases.yaml"},
	} {
		out, err := exec.Command("promtool", args...).CombinedOutput()
		assert.NoError(t, err, "promtool %s: %s", strings.Join(args, " "), out)
	}
}
