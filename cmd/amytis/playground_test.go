package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

const patience = resttest.Patience

// started runs the program until end is called, which returns its exit code.
func started(t *testing.T, args ...string) (printed *resttest.LockedBuffer, end func() int) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	printed = &resttest.LockedBuffer{}
	code := make(chan int, 1)
	go func() { code <- run(ctx, args, streams{strings.NewReader(""), printed, printed}) }()
	end = sync.OnceValue(func() int { stop(); return <-code })
	t.Cleanup(func() { end() })
	return printed, end
}

func startPlayground(t *testing.T, args ...string) (url string, printed *resttest.LockedBuffer, end func() int) {
	t.Helper()
	t.Setenv(tokenVariable, "")
	printed, end = started(t, args...)
	require.Eventually(t, func() bool {
		url = regexp.MustCompile(`http://[0-9.:]+`).FindString(printed.String())
		return url != ""
	}, patience, time.Millisecond, "the URL of the page was not printed")
	return url, printed, end
}

func fetch(t *testing.T, url string) string {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(url)
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, http.StatusOK, answer.StatusCode)
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return string(body)
}

// TestPlaygroundPlaysAgainstTheComputer begins a game as the page does, and restarts it.
func TestPlaygroundPlaysAgainstTheComputer(t *testing.T) {
	db := filepath.Join(t.TempDir(), "amytis.db")
	url, printed, end := startPlayground(t, "--db", db, "--listen", "127.0.0.1:0")
	assert.Contains(t, fetch(t, url+"/"), `id="messages"`)
	const channel = "1150000000000000200"
	require.Eventually(t, func() bool {
		answer, err := http.Post(url+"/api/slash?as=ana", "application/json",
			strings.NewReader(`{"Channel": "`+channel+`", "Command": "game solo"}`))
		require.NoError(t, err)
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return !strings.Contains(string(body), "no such command")
	}, patience, 10*time.Millisecond, "the bot does not know /game solo")
	const picture = "The quarry and Ana's garden, from above."
	require.Eventually(t, func() bool {
		return strings.Contains(fetch(t, url+"/api/messages?as=ana&channel="+channel), picture)
	}, patience, 10*time.Millisecond, "there is no picture of the game")
	assert.Contains(t, printed.String(), "playground without accounts, for this machine alone")
	assert.Equal(t, 1, strings.Count(printed.String(), "level="), "more is logged than that there are no accounts")
	assert.Zero(t, end())
	url, printed, end = startPlayground(t, "--db", db, "--listen", "127.0.0.1:0")
	assert.Contains(t, fetch(t, url+"/api/messages?as=ana&channel="+channel), picture)
	assert.NotContains(t, printed.String(), "there is no store")
	assert.Zero(t, end())
}

func TestPageOpenToTheNetworkPrintsAWarning(t *testing.T) {
	_, printed, end := startPlayground(t, "--db", filepath.Join(t.TempDir(), "amytis.db"), "--listen", "0.0.0.0:0")
	assert.Contains(t, printed.String(), "OPEN TO THE NETWORK")
	assert.Zero(t, end())
}

func TestAddressInUseIsReportedBeforeAnythingIsDone(t *testing.T) {
	url, _, _ := startPlayground(t, "--db", filepath.Join(t.TempDir(), "amytis.db"), "--listen", "127.0.0.1:0")
	folder := t.TempDir()
	taken := strings.TrimPrefix(url, "http://")
	fails(t, exitFailed, "--listen: "+taken+" is taken", "--db", filepath.Join(folder, "amytis.db"), "--listen", taken)
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestThePageTakesTheNextFreePortAndSaysSo(t *testing.T) {
	other, err := net.Listen("tcp", pageAddress)
	if err == nil { // else somebody else has it, which is as good
		defer other.Close()
	}
	url, printed, end := startPlayground(t, "--db", filepath.Join(t.TempDir(), "amytis.db"))
	assert.Contains(t, printed.String(), pageAddress+" is taken")
	assert.NotEqual(t, "http://"+pageAddress, url)
	assert.Contains(t, fetch(t, url+"/"), `id="messages"`)
	assert.Zero(t, end())
}
