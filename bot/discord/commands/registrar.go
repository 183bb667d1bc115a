package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/rest"
	"amytis/store"
)

type Store interface {
	store.Queues
	store.Admin
}

// Registrar registers the bot's commands when a session begins, if they have changed. It tries
// again after failures that may pass. Mentions learns the IDs of the commands, also of those that
// another process has registered.
//
// During an update two versions of the program may run. The older one leaves the commands of the
// newer one alone while a process of that version runs.
type Registrar struct {
	store       Store
	application *discord.Application
	mentions    *Mentions
	log         *slog.Logger
	// begun holds a new session whose commands are not registered yet.
	begun chan *discordgo.Ready
	// elsewhere receives when another process has the sessions.
	elsewhere chan struct{}
	// retry is the first pause after a failure.
	retry time.Duration
	// noSession says that another process has, or had, a session that this one lacks.
	noSession bool
	// bot is the ID of the bot's user, "" while unknown; noted is the last note that mentions have
	// learned.
	bot, noted string
	// hold keeps this version of the commands registered; nil before they are.
	hold *store.Hold
}

const (
	registerRetryMin = time.Second
	registerRetryMax = 5 * time.Minute
)

// commandsNote is the prefix of the note with the registered commands, as JSON.
const commandsNote = "commands"

type registered struct {
	discord.Registration
	// Earlier are the hashes of commands that were registered before, the latest last.
	Earlier []string `json:"earlier,omitempty"`
}

const maxEarlier = 20

func (g *registered) add(now discord.Registration) {
	known := slices.DeleteFunc(append(g.Earlier, g.Hash), func(hash string) bool {
		return hash == now.Hash || hash == ""
	})
	g.Registration, g.Earlier = now, known[max(len(known)-maxEarlier, 0):]
}

// holdName names the hold of the processes with a version of the commands.
func holdName(hash string) string { return commandsNote + ":" + hash }

// NewRegistrar returns a registrar. retry is the first pause after a failure; 0 is a second.
func NewRegistrar(
	s Store, application *discord.Application, mentions *Mentions, log *slog.Logger, retry time.Duration,
) *Registrar {
	return &Registrar{
		store: s, application: application, mentions: mentions, log: log, begun: make(chan *discordgo.Ready, 1),
		retry: cmp.Or(retry, registerRetryMin), elsewhere: make(chan struct{}, 1),
	}
}

// BeginSession says that a session has begun, whose Ready has no user if another process began it.
// It returns at once.
func (r *Registrar) BeginSession(begun *discordgo.Ready) {
	rest.Signal(r.begun, begun) // a session that waits is of the same bot
}

// BeginWithoutSession says that another process has the sessions and so registers the commands. It
// returns at once.
func (r *Registrar) BeginWithoutSession() { rest.Signal(r.elsewhere, struct{}{}) }

// Run registers the commands after every BeginSession, until the context ends.
func (r *Registrar) Run(ctx context.Context) {
	beat := time.NewTicker(store.Term / 3)
	defer beat.Stop()
	var left *discordgo.Ready // a session for which the commands are left to a newer version
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.elsewhere:
			r.noSession = true
			r.tryLearn(ctx)
		case begun := <-r.begun:
			left = r.insist(ctx, begun)
			if left != nil {
				r.logConnected(begun, false)
				r.log.Info("the commands are left to a newer version of the program, which runs too")
			}
		case <-beat.C:
			if left != nil {
				left = r.insist(ctx, left)
			}
			r.tryLearn(ctx)
			r.keep(ctx)
		}
	}
}

// tryLearn has mentions learn what any process has registered, as well as it can now.
func (r *Registrar) tryLearn(ctx context.Context) {
	if err := r.learn(ctx); err != nil && ctx.Err() == nil {
		r.log.Warn("cannot tell which commands are registered", slog.Any("err", err))
	}
}

func (r *Registrar) learn(ctx context.Context) (err error) {
	switch {
	case r.bot != "":
	case !r.noSession:
		return nil // a session is about to tell
	default:
		if r.bot, err = r.application.BotID(ctx); err != nil {
			return err
		}
	}
	written, err := r.store.Note(ctx, commandsNote+":"+r.bot)
	if err != nil || written == r.noted {
		return err
	}
	known := parseRegistered(written)
	if len(known.IDs) > 0 {
		r.mentions.Learn(known.IDs)
	}
	r.noted = written
	for _, all := range [][]*discordgo.ApplicationCommand{All(), WithoutUsers(All())} {
		hash, err := discord.HashCommands(all)
		if err != nil {
			return err
		}
		if r.hold == nil && hash == known.Hash {
			r.hold = store.NewHold(r.store, holdName(hash), 0)
		}
	}
	return nil
}

// keep tells older versions that this one runs.
func (r *Registrar) keep(ctx context.Context) {
	if r.hold == nil {
		return
	}
	if _, err := r.hold.Mine(ctx); err != nil && ctx.Err() == nil {
		r.log.Warn("cannot note that this version of the commands runs", slog.Any("err", err))
	}
}

// insist registers the commands, with growing pauses after failures that may pass. It returns the
// session if it leaves the commands to a newer version.
func (r *Registrar) insist(ctx context.Context, begun *discordgo.Ready) (left *discordgo.Ready) {
	for wait := r.retry; ; wait = min(2*wait, registerRetryMax) {
		err := r.register(ctx, begun)
		switch {
		case err == nil || ctx.Err() != nil:
			return nil
		case errors.Is(err, errNewer):
			return begun
		case errors.Is(err, rest.ErrPermanent):
			r.log.Error("cannot register the commands", slog.Any("err", err))
			return nil
		}
		pause := max(wait, rest.RetryAfter(err))
		r.log.Warn("cannot register the commands yet, trying again", slog.Duration("pause", pause), slog.Any("err", err))
		if rest.Sleep(ctx, pause) != nil {
			return nil
		}
	}
}

var errNewer = errors.New("commands: a newer version of the program runs")

// register makes one attempt to register the commands, if they have changed.
func (r *Registrar) register(ctx context.Context, begun *discordgo.Ready) error {
	if begun.User == nil {
		bot, err := r.application.BotID(ctx)
		if err != nil {
			return err
		}
		begun.User = &discordgo.User{ID: bot}
	}
	r.bot = begun.User.ID
	note := commandsNote + ":" + r.bot
	all := All()
	users, err := r.application.ForUsers(ctx)
	switch {
	case err != nil:
		return err
	case !users:
		WithoutUsers(all)
		r.log.Info("only servers can install the bot: the page Installation of the developer portal can allow users to")
	}
	remembered, err := r.remembered(ctx, note)
	if err != nil {
		return err
	}
	hash, err := discord.HashCommands(all)
	if err != nil {
		return err
	}
	if err := r.giveWay(ctx, hash, remembered); err != nil {
		return err
	}
	if r.hold == nil {
		r.hold = store.NewHold(r.store, holdName(hash), 0)
	}
	r.keep(ctx) // before the commands are registered, so that older versions leave them
	now, changed, err := r.application.OverwriteCommandsIfChanged(ctx, all, remembered.Registration)
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
	// The note must be written even if the bot is being stopped.
	err = r.store.ChangeNote(context.WithoutCancel(ctx), note, func(old string) (string, error) {
		return addRegistered(old, now)
	})
	if err != nil {
		r.log.Error("cannot note which commands are registered", slog.Any("err", err))
	}
	return nil
}

func (r *Registrar) logConnected(begun *discordgo.Ready, changed bool) {
	if begun.User.Username == "" { // another process began the session
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

// giveWay returns errNewer if a newer version has replaced the commands with this hash, and one of
// its processes still runs.
func (r *Registrar) giveWay(ctx context.Context, hash string, remembered registered) error {
	if hash == remembered.Hash || !slices.Contains(remembered.Earlier, hash) {
		return nil
	}
	const moment = time.Millisecond // only to see whether another process holds it
	free, _, err := r.store.Hold(ctx, holdName(remembered.Hash), moment, "")
	if err != nil || free {
		return err
	}
	r.mentions.Learn(remembered.IDs)
	return errNewer
}

func (r *Registrar) remembered(ctx context.Context, note string) (registered, error) {
	written, err := r.store.Note(ctx, note)
	if err != nil {
		return registered{}, fmt.Errorf("cannot read which commands are registered: %w", err)
	}
	return parseRegistered(written), nil
}

func addRegistered(old string, now discord.Registration) (string, error) {
	known := parseRegistered(old)
	known.add(now)
	written, err := json.Marshal(known)
	return string(written), err
}

// parseRegistered reads a note. Earlier versions of the program noted only a hash; registering
// again brings the IDs.
func parseRegistered(written string) (known registered) {
	if json.Unmarshal([]byte(written), &known) != nil {
		return registered{}
	}
	return known
}
