package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/session"
	"amytis/store"
)

// Registrar registers the bot's commands with Discord when a session begins. It does so only if the
// commands have changed, and tries again after failures that may pass. Then Mentions learns the IDs
// of the commands.
type Registrar struct {
	store    store.Store
	client   *session.Client
	mentions *Mentions
	log      *slog.Logger
	// begun holds a new session for which the commands are not registered yet.
	begun chan *discordgo.Ready
	// retry is the pause before the second attempt.
	retry time.Duration
}

// The first and the longest pause between two attempts.
const (
	registerRetryMin = time.Second
	registerRetryMax = 5 * time.Minute
)

// commandsNote is the prefix of the note with the session.Registration of the commands, as JSON.
const commandsNote = "commands"

// NewRegistrar returns a registrar. retry is the first pause after a failure; 0 means a second.
func NewRegistrar(
	s store.Store, client *session.Client, mentions *Mentions, log *slog.Logger, retry time.Duration,
) *Registrar {
	return &Registrar{
		store: s, client: client, mentions: mentions, log: log, begun: make(chan *discordgo.Ready, 1),
		retry: cmp.Or(retry, registerRetryMin),
	}
}

// Begin tells the registrar that a session has begun. It returns at once.
func (r *Registrar) Begin(begun *discordgo.Ready) {
	select {
	case r.begun <- begun:
	default: // the session that waits is of the same bot
	}
}

// Run registers the commands after every Begin, until the context ends.
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

// insist registers the commands. After a failure that may pass it tries again, with longer and
// longer pauses.
func (r *Registrar) insist(ctx context.Context, begun *discordgo.Ready) {
	for wait := r.retry; ; wait = min(2*wait, registerRetryMax) {
		err := r.register(ctx, begun)
		switch {
		case err == nil || ctx.Err() != nil:
			return
		case errors.Is(err, session.ErrPermanent):
			r.log.Error("cannot register the commands", slog.Any("err", err))
			return
		}
		pause := max(wait, session.RetryAfter(err))
		r.log.Warn("cannot register the commands yet, trying again", slog.Duration("in", pause), slog.Any("err", err))
		if session.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// register makes one attempt to register the commands, if they have changed.
func (r *Registrar) register(ctx context.Context, begun *discordgo.Ready) error {
	note := commandsNote + ":" + begun.User.ID
	remembered, err := r.remembered(ctx, note)
	if err != nil {
		return err
	}
	now, changed, err := r.client.OverwriteCommandsIfChanged(ctx, "", All(), remembered)
	if err != nil {
		return err
	}
	r.mentions.Learn(now.IDs)
	install := ""
	if begun.Application != nil {
		install = session.InstallLink(begun.Application.ID, "")
	}
	r.log.Info(
		"connected", slog.String("bot", begun.User.Username), slog.Int("servers", len(begun.Guilds)),
		slog.Bool("commands changed", changed), slog.String("install link", install),
	)
	if !changed {
		return nil
	}
	written, err := json.Marshal(now)
	if err == nil {
		// The note must be written even if the bot is being stopped.
		err = r.store.SetNote(context.WithoutCancel(ctx), note, string(written))
	}
	if err != nil {
		r.log.Error("cannot note which commands are registered", slog.Any("err", err))
	}
	return nil
}

// remembered returns what the note says about the registered commands. Earlier versions noted only
// a hash; the IDs come from registering the commands again.
func (r *Registrar) remembered(ctx context.Context, note string) (session.Registration, error) {
	var remembered session.Registration
	written, err := r.store.Note(ctx, note)
	if err != nil {
		return remembered, fmt.Errorf("cannot read which commands are registered: %w", err)
	}
	if json.Unmarshal([]byte(written), &remembered) != nil {
		return session.Registration{}, nil
	}
	return remembered, nil
}
