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

	"amytis/bot/discord"
	"amytis/bot/discord/rest"
	"amytis/store"
)

// Registrar registers the bot's commands when a session begins, if they have changed, and tries
// again after failures that may pass. Mentions learns their IDs, whichever process registered them.
// If two versions run during an update, the one with the latest session decides.
type Registrar struct {
	store       store.Admin
	application *discord.Application
	mentions    *Mentions
	log         *slog.Logger
	begun       chan *discordgo.Ready // a new session whose commands are not registered yet
	retry       time.Duration         // the first pause after a failure
	noted       string                // the last note that mentions have learned
}

const (
	registerRetryMax = 5 * time.Minute
	commandsNote     = "commands" // the note with the registered commands, as JSON
)

type registered struct {
	discord.Registration
	Bot string `json:"bot"` // the ID of the bot's user
}

// NewRegistrar returns a registrar. retry is the first pause after a failure; 0 is a second.
func NewRegistrar(
	s store.Admin, application *discord.Application, mentions *Mentions, log *slog.Logger, retry time.Duration,
) *Registrar {
	return &Registrar{
		store: s, application: application, mentions: mentions, log: log, begun: make(chan *discordgo.Ready, 1),
		retry: cmp.Or(retry, time.Second),
	}
}

// BeginSession tells that a session has begun. Its Ready has no user if another process began it.
func (r *Registrar) BeginSession(begun *discordgo.Ready) {
	rest.Signal(r.begun, begun) // a session that waits is of the same bot
}

// Run registers the commands after every BeginSession, until the context ends.
func (r *Registrar) Run(ctx context.Context) {
	beat := time.NewTicker(store.Term / 3)
	defer beat.Stop()
	for {
		if _, err := r.learn(ctx); err != nil && ctx.Err() == nil {
			r.log.Warn("cannot tell which commands are registered", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return
		case begun := <-r.begun:
			r.insist(ctx, begun)
		case <-beat.C:
		}
	}
}

// learn returns what any process has registered, and has mentions learn it.
func (r *Registrar) learn(ctx context.Context) (known registered, err error) {
	written, err := r.store.Note(ctx, commandsNote)
	if err != nil {
		return known, fmt.Errorf("cannot read which commands are registered: %w", err)
	}
	if json.Unmarshal([]byte(written), &known) != nil {
		known = registered{} // registering again mends the note
	}
	if written != r.noted && len(known.IDs) > 0 {
		r.mentions.Learn(known.IDs)
		r.noted = written
	}
	return known, nil
}

// insist registers the commands, with growing pauses after failures that may pass.
func (r *Registrar) insist(ctx context.Context, begun *discordgo.Ready) {
	for wait := r.retry; ; wait = min(2*wait, registerRetryMax) {
		err := r.register(ctx, begun)
		if err == nil || ctx.Err() != nil {
			return
		}
		if errors.Is(err, rest.ErrPermanent) {
			r.log.Error("cannot register the commands", slog.Any("err", err))
			return
		}
		pause := max(wait, rest.RetryAfter(err))
		r.log.Warn("cannot register the commands yet, trying again", slog.Duration("pause", pause), slog.Any("err", err))
		if rest.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// register makes one attempt to register the commands, if they have changed.
func (r *Registrar) register(ctx context.Context, begun *discordgo.Ready) error {
	all := All()
	users, err := r.application.ForUsers(ctx)
	switch {
	case err != nil:
		return err
	case !users:
		WithoutUsers(all)
		r.log.Info("only servers can install the bot: the page Installation of the developer portal can allow users to")
	}
	known, err := r.learn(ctx)
	if err != nil {
		return err
	}
	if begun.User != nil && begun.User.ID != known.Bot {
		known = registered{Bot: begun.User.ID}
	}
	now, changed, err := r.application.OverwriteCommandsIfChanged(ctx, all, known.Registration)
	if err != nil {
		return err
	}
	r.mentions.Learn(now.IDs)
	r.logConnected(begun, changed)
	if !changed {
		return nil
	}
	if len(now.Kept) > 0 {
		r.log.Info("commands that are not this bot's stay as they are", slog.Any("commands", now.Kept))
	}
	written, err := json.Marshal(registered{now, known.Bot})
	if err == nil {
		err = r.store.SetNote(context.WithoutCancel(ctx), commandsNote, string(written)) // also while the bot stops
	}
	if err != nil {
		r.log.Error("cannot note which commands are registered", slog.Any("err", err))
	}
	return nil
}

func (r *Registrar) logConnected(begun *discordgo.Ready, changed bool) {
	if begun.User == nil { // another process began the session
		r.log.Info("connected", slog.Bool("resume", true), slog.Bool("commands_changed", changed))
		return
	}
	install := ""
	if begun.Application != nil {
		install = discord.InstallLink(begun.Application.ID, "")
	}
	r.log.Info(
		"connected", slog.String("bot", begun.User.Username), slog.Int("servers", len(begun.Guilds)),
		slog.Bool("commands_changed", changed), slog.String("install_link", install),
	)
}
