package load_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
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

// replicaStarted is what a replica says on its standard output once it has opened the store.
type replicaStarted struct {
	// Instance is the name of its handle of the store.
	Instance string
	// URL is where it takes interactions by HTTP.
	URL string
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
	started := replicaStarted{db.Instance(), "http://" + listener.Addr().String() + interactions.EndpointPath}
	if err := json.NewEncoder(os.Stdout).Encode(started); err != nil {
		return err
	}
	return b.Run(ctx)
}

// replica is a process that a test may kill and start again.
type replica struct {
	config  replicaConfig
	cmd     *exec.Cmd
	input   io.Closer
	started replicaStarted
	// log is what all processes wrote to stderr.
	log harness.Buffer
}

// start starts the process and waits until it has opened the store.
func (r *replica) start(t testing.TB) {
	t.Helper()
	require.NoError(t, r.tryStart())
	t.Cleanup(func() { _ = r.cmd.Process.Kill() })
}

func (r *replica) tryStart() error {
	config, err := json.Marshal(r.config)
	if err != nil {
		return err
	}
	r.cmd = exec.Command(os.Args[0])
	r.cmd.Env = append(os.Environ(), replicaEnv+"="+string(config))
	r.cmd.Stderr = &r.log
	if r.input, err = r.cmd.StdinPipe(); err != nil {
		return err
	}
	output, err := r.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := r.cmd.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		_ = r.cmd.Process.Kill()
		return fmt.Errorf("the replica did not start: %w, %w\n%s", err, r.cmd.Wait(), harness.Tail(r.log.String(), 4000))
	}
	return json.Unmarshal(line, &r.started)
}

// kill kills the process. It fails the test if the process has ended by itself.
func (r *replica) kill(t testing.TB) {
	t.Helper()
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait()
	status := r.cmd.ProcessState.Sys().(syscall.WaitStatus)
	require.True(t, status.Signaled() && status.Signal() == syscall.SIGKILL, "a replica ended by itself: %v\n%s",
		r.cmd.ProcessState, harness.Tail(r.log.String(), 4000))
}

// terminate stops the process as an operator does.
func (r *replica) terminate(t testing.TB) {
	t.Helper()
	require.NoError(t, r.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, r.cmd.Wait(), harness.Tail(r.log.String(), 4000))
}

// errors counts the lines of the log that tell of errors, by their message.
func (r *replica) errors() map[string]int {
	counts := map[string]int{}
	for line := range strings.Lines(r.log.String()) {
		if _, rest, found := strings.Cut(line, "level=ERROR msg="); found {
			message, _, _ := strings.Cut(rest, " err=")
			counts[message[:min(len(message), 80)]]++
		}
	}
	return counts
}
