package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/session"
	"amytis/store"
)

// Registrar has Discord offer the bot's commands: whenever a session begins, if they are not those
// that were registered last, and again until Discord has them.
type Registrar struct {
	store  store.Store
	client *session.Client
	log    *slog.Logger
	// begun has a session that has begun since the commands were registered.
	begun chan *discordgo.Ready
	// retry is the pause before the first that is tried again.
	retry time.Duration
}

// The bounds of the pauses between two attempts.
const (
	registerRetryMin = time.Second
	registerRetryMax = 5 * time.Minute
)

// commandsNote is the store's note of the hash of the commands registered last.
const commandsNote = "commands"

// NewRegistrar makes a registrar. retry is the first pause after a failure; 0 is a second.
func NewRegistrar(s store.Store, client *session.Client, log *slog.Logger, retry time.Duration) *Registrar {
	return &Registrar{
		store: s, client: client, log: log, begun: make(chan *discordgo.Ready, 1),
		retry: cmp.Or(retry, registerRetryMin),
	}
}

// Begin is called when a session begins. It does not wait.
func (r *Registrar) Begin(begun *discordgo.Ready) {
	select {
	case r.begun <- begun:
	default: // one that begins while another waits is of the same bot
	}
}

// Run registers until the context ends.
func (r *Registrar) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case begun := <-r.begun:
			r.insist(ctx, begun)
		}
	}
}

// insist registers the commands, trying again after pauses that grow while that can help.
func (r *Registrar) insist(ctx context.Context, begun *discordgo.Ready) {
	for wait := r.retry; ; wait = min(2*wait, registerRetryMax) {
		err := r.register(ctx, begun)
		switch {
		case err == nil || ctx.Err() != nil:
			return
		case errors.Is(err, session.ErrPermanent):
			r.log.Error("registering the commands", slog.Any("err", err))
			return
		}
		pause := max(wait, session.RetryAfter(err))
		r.log.Warn("registering the commands later", slog.Duration("in", pause), slog.Any("err", err))
		if session.Sleep(ctx, pause) != nil {
			return
		}
	}
}

func (r *Registrar) register(ctx context.Context, begun *discordgo.Ready) error {
	note := commandsNote + ":" + begun.User.ID
	remembered, err := r.store.Note(ctx, note)
	if err != nil {
		return fmt.Errorf("reading which are registered: %w", err)
	}
	hash, changed, err := r.client.OverwriteCommandsIfChanged(ctx, "", All(), remembered)
	if err != nil {
		return err
	}
	r.log.Info(
		"connected", slog.String("bot", begun.User.Username), slog.Int("servers", len(begun.Guilds)),
		slog.Bool("commands changed", changed),
	)
	if !changed {
		return nil
	}
	// What was done is noted even if the bot is stopped just now.
	if err := r.store.SetNote(context.WithoutCancel(ctx), note, hash); err != nil {
		r.log.Error("noting which commands are registered", slog.Any("err", err))
	}
	return nil
}
