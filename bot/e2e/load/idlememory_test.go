package load_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/bolt/bolttest"
)

// BenchmarkIdleMemory runs the program on a store of 100,000 running tables, and measures its
// memory while nothing happens.
func BenchmarkIdleMemory(b *testing.B) {
	e := harness.WithoutBot(b, localdiscord.Options{}, 0)
	e.Discord.AddGuild("Babylon", "en-US")
	e.StorePath = filepath.Join(bolttest.NewFolder(b), "amytis.db")
	fillStore(b, e.StorePath, 100_000)
	program := harness.NewProcess(e)
	for b.Loop() {
		program.Start()
		time.Sleep(time.Second)
		for _, field := range []string{"VmRSS", "RssAnon"} {
			b.ReportMetric(statusMB(b, program.Cmd.Process.Pid, field), field+"-MB")
		}
		program.Kill()
	}
}

// fillStore writes a store of running tables, each some moves old.
func fillStore(b *testing.B, path string, tables int) {
	b.Helper()
	db, err := bolt.Open(path, bolt.Options{Program: "test"})
	require.NoError(b, err)
	events := someEvents(b)
	for i := 1; i <= tables; i++ {
		id, err := db.NewTable(b.Context())
		require.NoError(b, err)
		require.NoError(b, db.Commit(b.Context(), store.Commit{Table: id, Events: events, Header: store.Header{
			Guild: table.GuildID(i%1000 + 1), Channel: table.ChannelID(i), Game: games.All[0].Info().ID,
			Status: store.Running, Players: []table.UserID{1, 2},
		}}))
	}
	require.NoError(b, db.Close())
}

// someEvents returns the events of a table up to the 20th move.
func someEvents(b *testing.B) []table.Event {
	g := games.All[0].Game
	r := rand.New(rand.NewPCG(42, 1))
	seats := []engine.SeatInfo{{Name: "Ana"}, {Name: "Bo"}}
	setup := g.Deal(nil, seats, r)
	moves, _, err := g.Playout(nil, seats, setup, r)
	require.NoError(b, err)
	events := []table.Event{
		table.OpenLobby(g.Info(), table.Player{User: 1, Name: "Ana"}, nil, 0, 1),
		table.Join(table.Player{User: 2, Name: "Bo"}, 2),
		table.Start([]table.UserID{1, 2}, []string{seats[0].Attr, seats[1].Attr}, setup, 1, 3),
	}
	for i, m := range moves[:20] {
		events = append(events, table.Move(g, m, table.UserID(m.Seat), int64(4+i)))
	}
	return events
}

// statusMB returns a field of a process's status in /proc, in MB.
func statusMB(t testing.TB, pid int, field string) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(data), "\n") {
		if rest, found := strings.CutPrefix(line, field+":"); found {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			require.NoError(t, err)
			return float64(kb) / 1024
		}
	}
	t.Fatalf("no %s in the status of process %d", field, pid)
	return 0
}
