package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"amytis/bot"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/store/bolt"
)

// runCommand is amytis run, and amytis without a command.
type runCommand struct {
	settingsFlags
	httpFlag
	DiscordURL string `name:"discord-url" help:"URL of another server to use in place of Discord, for tests. Default: the real Discord." placeholder:"URL" env:"AMYTIS_DISCORD_URL"`
	Listen     string `default:"127.0.0.1:8420" help:"Playground only: address and port of the page. Default: 127.0.0.1:8420. An address other than 127.0.0.1 opens the page to the network, without accounts." placeholder:"ADDRESS"`
	Console    bool   `help:"Playground only: read commands from standard input, too. This is the default in a terminal."`
	Pictures   string `default:"playground" help:"Playground only: folder for the pictures that the console shows." type:"path"`
	Verbose    bool   `short:"v" help:"Log at level DEBUG, whatever log.level says."`
}

// Run runs the bot until the context ends.
func (c *runCommand) Run(ctx context.Context, std streams) error {
	s, err := c.load()
	if err != nil {
		return err
	}
	if err := c.use(&s); err != nil {
		return err
	}
	if c.DiscordURL != "" {
		s.Discord.URL = c.DiscordURL
	}
	if c.Verbose {
		s.Log.Level = slog.LevelDebug
	}
	if s.Discord.Token == "" {
		return playground(ctx, c, s, std)
	}
	endpoint, err := openEndpoint(s)
	if err != nil {
		return err
	}
	defer endpoint.close()
	return serve(ctx, s, logger(s, std), endpoint.use)
}

// program is the program's name in the store's file.
const program = "amytis"

func logger(s configuration, std streams) *slog.Logger {
	options := &slog.HandlerOptions{Level: s.Log.Level}
	var h slog.Handler = slog.NewTextHandler(std.err, options)
	if s.Log.Format == "json" {
		h = slog.NewJSONHandler(std.err, options)
	}
	return slog.New(session.Redact(h, strings.TrimPrefix(s.Discord.Token, "Bot ")))
}

// serve runs the bot on its store. If change is not nil, it may change the session's configuration.
func serve(ctx context.Context, s configuration, log *slog.Logger, change func(*session.Config)) (err error) {
	watched, err := s.listenHTTP()
	if err != nil {
		return err
	}
	if watched != nil {
		defer watched.Close() // the bot has usually done so
	}
	place := s.place()
	db, err := place.open(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if closing := db.Close(); err == nil && closing != nil {
			err = fmt.Errorf("store %s: %w", place, closing)
		}
	}()
	cfg := session.Config{
		Token: strings.TrimPrefix(s.Discord.Token, "Bot "), BaseURL: s.Discord.URL, Shards: s.Discord.Shards,
	}
	if change != nil {
		change(&cfg)
	}
	b, err := bot.New(bot.Options{
		Session: cfg, Store: db, Logger: log, HTTP: watched,
		Caps: tables.Caps{PerHost: s.Limits.TablesPerHost, PerServer: s.Limits.TablesPerServer},
	})
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	if file, is := db.(*bolt.DB); is {
		beside.Go(func() {
			if err := file.Serve(serving); err != nil {
				log.Warn("backups are not possible while the bot runs", slog.Any("err", err))
			}
		})
	}
	log.Info("starting", slog.String("store", place.String()))
	err = b.Run(ctx)
	stop()
	beside.Wait()
	log.Info("stopped")
	return err
}
