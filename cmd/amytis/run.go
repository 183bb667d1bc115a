package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"amytis/bot"
	"amytis/bot/background/monitor"
	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/rest"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/progress"
)

type runCommand struct {
	botFlags
	Listen   string `help:"Playground only: address and port of the page. Default: 127.0.0.1:8420, or if it is taken, the next free port. An address other than 127.0.0.1 opens the page to the network, without accounts." placeholder:"ADDRESS"`
	TakeOver bool   `help:"Let another bot use the store. It remembers the first bot's ID and refuses others, whose messages and buttons it does not know. Needed once."`
	Verbose  bool   `short:"v" help:"Log at level DEBUG, whatever log.level says."`
}

func (c *runCommand) Run(ctx context.Context, std streams) error {
	ctx = progress.WithTerminal(ctx, nil) // its log has the terminal
	limitMemory()
	s, err := c.settings()
	if err != nil {
		return &exitError{exitRefused, err.Error()}
	}
	l := &live{}
	l.apply(s)
	if s.Discord.Token == "" {
		return playground(ctx, c, s, l, std)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP) // otherwise it would end the program
	defer signal.Stop(signals)
	endpoint, err := s.endpoint(ctx)
	if err != nil {
		return err
	}
	if endpoint.Endpoint != nil {
		defer endpoint.Endpoint.Close() // the bot has usually done so
	}
	log := logger(s, l, std)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	return service{
		configuration: s, log: log, live: l, takeOver: c.TakeOver,
		discord: discord.Config{Interactions: endpoint},
		beside: []func(context.Context, anyStore){
			func(ctx context.Context, _ anyStore) {
				r := reloader{load: c.settings, started: s, applied: s, live: l, log: log}
				r.run(ctx, signals, std, stop)
			},
			func(ctx context.Context, db anyStore) { logProblems(ctx, s, db, log) },
		},
	}.run(ctx)
}

// memoryLimit is how many bytes make Go collect garbage more often. The program needs about 150 MB,
// with full caches and thousands of tables in play.
const memoryLimit = 256 << 20

func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}

// settings returns the configuration with the flags applied.
func (c *runCommand) settings() (configuration, error) {
	s, err := c.load()
	if err != nil {
		return s, err
	}
	if c.Verbose {
		s.Log.Level = slog.LevelDebug
	}
	return s, nil
}

// logger returns a logger with the level of l, which counts errors.
func logger(s configuration, l *live, std streams) *slog.Logger {
	options := &slog.HandlerOptions{Level: &l.level, ReplaceAttr: l.countError}
	var h slog.Handler = slog.NewTextHandler(std.err, options)
	if s.Log.Format == "json" {
		h = slog.NewJSONHandler(std.err, options)
	}
	return slog.New(h)
}

// service is the bot with its store, and what runs beside it.
type service struct {
	configuration configuration
	log           *slog.Logger
	live          *live
	discord       discord.Config // without what the configuration says
	takeOver      bool
	// beside are called on other goroutines once the store is open, and return when ctx ends.
	beside []func(ctx context.Context, db anyStore)
}

// botNote names the bot that uses a store, by its ID.
const botNote = "bot"

// botOf returns the application's ID in a token: the part before the first dot, in base64. It is ""
// for a token of another form, such as the playground's.
func botOf(token string) string {
	first, _, _ := strings.Cut(token, ".")
	id, err := base64.RawStdEncoding.DecodeString(first)
	if _, wrong := strconv.ParseUint(string(id), 10, 64); err != nil || wrong != nil {
		return ""
	}
	return string(id)
}

// claim refuses a store of another bot, unless this one takes it over. It returns the bot before.
func (s service) claim(ctx context.Context, db anyStore, bot string) (before string, err error) {
	err = db.ChangeNote(ctx, botNote, func(old string) (string, error) {
		before = old
		if old != "" && bot != "" && old != bot && !s.takeOver {
			return "", &exitError{exitRefused, fmt.Sprintf("store %s: it is of the bot %s, and the token is of the bot %s: "+
				"use the first one's token, or name another store with --db; "+
				"\"amytis run --take-over\" gives the store to the second bot", s.configuration.place(), old, bot)}
		}
		return cmp.Or(bot, old), nil
	})
	return before, err
}

func (s service) run(ctx context.Context) error { return endsWithin(ctx, 30*time.Second, s.serve) }

// endsWithin gives serve some time to return after ctx has ended.
func endsWithin(ctx context.Context, within time.Duration, serve func(context.Context) error) error {
	done := make(chan error, 1)
	late := make(chan struct{})
	go func() { done <- serve(ctx) }()
	defer context.AfterFunc(ctx, func() { time.Sleep(within); close(late) })()
	select {
	case err := <-done:
		return err
	case <-late:
		return &exitError{exitFailed, fmt.Sprintf("something hangs, so the stop was cut short after %v: look at the disk", within)}
	}
}

func (s service) serve(ctx context.Context) (err error) {
	watched, err := s.configuration.listenHTTP()
	if err != nil {
		return err
	}
	if watched != nil {
		defer watched.Close() // the bot has usually done so
	}
	place := s.configuration.place()
	if copies := s.configuration.copiesOfMissing(); len(copies) > 0 {
		s.log.Warn("there is no store, so a new one without games is made: if it should be there, stop amytis and restore a copy",
			slog.String("path", place.where), slog.Any("copies", copies))
	}
	db, err := place.open(ctx)
	if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrNewer) {
		return &exitError{exitRefused, err.Error()}
	}
	if err != nil {
		return err
	}
	defer func() {
		if closing := db.Close(); err == nil && closing != nil {
			err = fmt.Errorf("store %s: %w", place, closing)
		}
	}()
	if loading, err := db.Loading(context.WithoutCancel(ctx)); err != nil || loading {
		return cmp.Or(err, error(&exitError{exitRefused, fmt.Sprintf("store %s: %v", place, store.ErrLoading)}))
	}
	before, err := s.claim(context.WithoutCancel(ctx), db, botOf(s.configuration.Discord.Token))
	if err != nil {
		return err
	}
	cfg := s.discord
	cfg.REST = rest.Config{Token: s.configuration.Discord.Token, BaseURL: s.configuration.Discord.URL}
	cfg.Gateway.Shards = s.configuration.Discord.Shards
	keeper := backupKeeper(s.configuration, db, s.log)
	host := monitor.Host{Version: version(), Commit: commitText(), Disk: place.space, Backups: keeper, Errors: s.live.errors.Load}
	if file, is := db.(*bolt.DB); is {
		host.Lost = file.Lost
		file.Erasing = func(ctx context.Context, user table.UserID) (string, error) {
			done, err := eraseUser(ctx, db, user)
			_ = file.Wipe(ctx, 0) // otherwise it is done within a day
			return done, err
		}
		s.beside = append(s.beside, func(serving context.Context, _ anyStore) {
			if err := file.Serve(serving); err != nil {
				s.log.Warn("backups are not possible while the bot runs", slog.Any("err", err))
			}
		})
	}
	b, err := bot.New(bot.Options{
		Discord: cfg, Store: db, Logger: s.log, HTTP: watched,
		Caps: func() tables.Caps { return *s.live.caps.Load() },
		Privacy: interaction.Privacy{
			KeepDays: s.configuration.Store.KeepDays, Contact: s.configuration.Privacy.Contact,
		},
		Host: host,
	})
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	for _, work := range s.beside {
		beside.Go(func() { work(serving, db) })
	}
	if keeper != nil {
		beside.Go(func() { keeper.Run(serving) })
	}
	s.log.Info("starting", slog.String("store", place.String()))
	err = b.Run(ctx)
	if _, refused := errors.AsType[*gateway.FinalError](err); refused {
		err = errors.Join(err, db.SetNote(context.WithoutCancel(ctx), botNote, before)) // the token may be a wrong one
	}
	stop()
	beside.Wait()
	s.log.Info("stopped")
	return err
}
