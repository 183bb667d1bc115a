package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"amytis/bot"
	"amytis/bot/session"
	"amytis/store/bolt"
)

// runCommand is `amytis run`, and `amytis` alone.
type runCommand struct {
	settingsFlags
	DiscordURL string `name:"discord-url" help:"Where Discord is, for tests against another one." placeholder:"URL" env:"AMYTIS_DISCORD_URL"`
	Listen     string `default:"127.0.0.1:8420" help:"Without a token: where the page of the local Discord is served. Another address than this machine's own shares it with the network, without accounts." placeholder:"ADDRESS"`
	Console    bool   `help:"Without a token: play by typing, too. It is there by itself in a terminal."`
	Pictures   string `default:"playground" help:"Without a token: the folder for the pictures that the console shows." type:"path"`
	Verbose    bool   `short:"v" help:"Log everything."`
}

// Run runs the bot until it is told to stop.
func (c *runCommand) Run(ctx context.Context, std streams) error {
	s, err := c.load()
	if err != nil {
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
	return serve(ctx, s, logger(s, std), nil)
}

// program names this program in the store's file.
const program = "amytis"

func logger(s configuration, std streams) *slog.Logger {
	options := &slog.HandlerOptions{Level: s.Log.Level}
	var h slog.Handler = slog.NewTextHandler(std.err, options)
	if s.Log.Format == "json" {
		h = slog.NewJSONHandler(std.err, options)
	}
	return slog.New(session.Redact(h, strings.TrimPrefix(s.Discord.Token, "Bot ")))
}

// serve runs the bot on its store. tweak, if not nil, may change the session's
// configuration.
func serve(ctx context.Context, s configuration, log *slog.Logger, tweak func(*session.Config)) (err error) {
	db, err := bolt.Open(s.Store.Path, bolt.Options{Program: program})
	if err != nil {
		return fmt.Errorf("store %s: %w", s.Store.Path, err)
	}
	defer func() {
		if closing := db.Close(); err == nil && closing != nil {
			err = fmt.Errorf("store %s: %w", s.Store.Path, closing)
		}
	}()
	cfg := session.Config{Token: strings.TrimPrefix(s.Discord.Token, "Bot "), BaseURL: s.Discord.URL}
	if tweak != nil {
		tweak(&cfg)
	}
	b, err := bot.New(bot.Options{Session: cfg, Store: db, Logger: log})
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() {
		if err := db.Serve(serving); err != nil {
			log.Warn("backups while running are not possible", "err", err)
		}
	})
	log.Info("starting", "store", s.Store.Path)
	err = b.Run(ctx)
	stop()
	beside.Wait()
	log.Info("stopped")
	return err
}
