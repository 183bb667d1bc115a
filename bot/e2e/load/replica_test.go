package load_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"syscall"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot"
	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/rest"
	"amytis/bot/e2e/harness"
	"amytis/bot/tables"
	"amytis/store/postgres"
)

// replicaEnv is the environment variable that makes the test program a replica. It holds a
// replicaConfig as JSON.
const replicaEnv = "AMYTIS_TEST_REPLICA"

// replicaConfig is what a replica is told. The timing is that of the real program, but for the
// lease and the pause between two sessions.
type replicaConfig struct {
	Store, Discord, Token, PublicKey string
	Lease, Identify                  time.Duration
}

// runReplica runs a bot until a signal or the end of the standard input, which ends with the test.
func runReplica() (code int) {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	if err := serveReplica(ctx, log); err != nil {
		log.Error("the replica ends", slog.Any("err", err))
		return 1
	}
	return 0
}

func serveReplica(ctx context.Context, log *slog.Logger) error {
	var cfg replicaConfig
	if err := json.Unmarshal([]byte(os.Getenv(replicaEnv)), &cfg); err != nil {
		return err
	}
	db, err := postgres.Open(ctx, postgres.Options{URL: cfg.Store, Program: "test", Replay: tables.Verify})
	if err != nil {
		return err
	}
	defer db.Close()
	key, err := interactions.ParsePublicKey(cfg.PublicKey)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	b, err := bot.New(bot.Options{
		Discord: discord.Config{
			REST:         rest.Config{Token: cfg.Token, BaseURL: cfg.Discord},
			Gateway:      gateway.Config{IdentifySpacing: cfg.Identify},
			Interactions: interactions.Config{Endpoint: listener, PublicKey: key},
		},
		Store: db, Logger: log, NoIcons: true, Timing: bot.Timing{Lease: cfg.Lease},
	})
	if err != nil {
		return err
	}
	log.Info("a replica has begun", slog.String("instance", db.Instance()),
		slog.String("url", "http://"+listener.Addr().String()+interactions.EndpointPath))
	return b.Run(ctx)
}

// replica is a process that a test may kill and start again.
type replica struct {
	*harness.Process
	// instance is the name of its handle of the store; url is where it takes interactions by HTTP.
	instance, url string
}

func newReplica(e *harness.Env, config replicaConfig) *replica {
	e.Helper()
	told, err := json.Marshal(config)
	require.NoError(e, err)
	return &replica{Process: harness.ProcessOf(e, func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), replicaEnv+"="+string(told))
		_, err := cmd.StdinPipe() // which ends with the test
		require.NoError(e, err)
		return cmd
	})}
}

var begun = regexp.MustCompile(`msg="a replica has begun" instance=(\S+) url=(\S+)`)

// start starts the process and waits until it has opened the store.
func (r *replica) start() {
	r.Helper()
	before := len(begun.FindAllString(r.Output.String(), -1))
	r.Run()
	r.Eventually("the replica has begun", func() bool {
		all := begun.FindAllStringSubmatch(r.Output.String(), -1)
		if len(all) == before {
			return false
		}
		r.instance, r.url = all[before][1], all[before][2]
		return true
	})
}
