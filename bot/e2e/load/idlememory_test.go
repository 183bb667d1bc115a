package load_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// BenchmarkIdleMemory runs the program on a store of 100,000 running tables, and measures its
// memory while nothing happens.
func BenchmarkIdleMemory(b *testing.B) {
	path := filepath.Join(b.TempDir(), "amytis.db")
	fillStore(b, path, 100_000)
	program := harness.BuildProgram(b)
	discord, err := localdiscord.Start(localdiscord.Options{Validate: localdiscord.ValidateNever})
	require.NoError(b, err)
	defer discord.Close()
	discord.AddGuild("Babylon", "en-US")
	for b.Loop() {
		run := exec.Command(program, "run", "--db", path)
		run.Env = append(os.Environ(), harness.ProgramEnv(discord)...)
		run.Dir = filepath.Dir(path)
		require.NoError(b, run.Start())
		for discord.Sessions() == 0 || len(discord.Commands("")) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(time.Second)
		for _, field := range []string{"VmRSS", "RssAnon"} {
			b.ReportMetric(statusMB(b, run.Process.Pid, field), field+"-MB")
		}
		require.NoError(b, run.Process.Kill())
		_ = run.Wait()
	}
}

// fillStore writes a store of running tables, each some moves old.
func fillStore(b *testing.B, path string, tables int) {
	db, err := bolt.Open(path, bolt.Options{Program: "test"})
	require.NoError(b, err)
	events := someEvents(b)
	var next atomic.Int64
	var writers sync.WaitGroup
	for range 256 {
		writers.Go(func() {
			for i := next.Add(1); i <= int64(tables); i = next.Add(1) {
				id, err := db.NewTable(context.Background())
				if err == nil {
					err = db.Commit(context.Background(), store.Commit{Table: id, Events: events, Header: store.Header{
						Guild: table.GuildID(i%1000 + 1), Channel: table.ChannelID(i), Game: games.All[0].Info().ID,
						Status: store.Running, Players: []table.UserID{1, 2},
					}})
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	writers.Wait()
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
