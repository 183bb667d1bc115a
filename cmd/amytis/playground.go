package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"amytis/bot/localdiscord"
	"amytis/bot/session"
)

// playground runs the bot on a Discord of its own, with a console for four
// people. Its games are kept beside the configured store, in a file of their
// own.
func playground(ctx context.Context, c *runCommand, s configuration, std streams) error {
	if err := os.MkdirAll(c.Pictures, 0o755); err != nil {
		return fmt.Errorf("--pictures: %w", err)
	}
	world, err := localdiscord.Playground(localdiscord.Options{Addr: c.Listen})
	if err != nil {
		return fmt.Errorf("local Discord: %w", err)
	}
	defer world.Close()
	s.Discord.Token = strings.TrimPrefix(world.Token(), "Bot ")
	s.Discord.URL = world.URL()
	s.Store.Path = strings.TrimSuffix(s.Store.Path, filepath.Ext(s.Store.Path)) + ".playground.db"
	if !c.Verbose {
		s.Log.Level = max(s.Log.Level, slog.LevelWarn)
	}
	fmt.Fprintf(std.out, "No token in %s: playing on a local Discord at %s, a playground without accounts.\n", tokenVariable, world.URL())

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() {
		// A playground restarts as often as it likes: nobody counts its identifies.
		done <- serve(ctx, s, logger(s, std), func(cfg *session.Config) { cfg.IdentifySpacing = time.Millisecond })
	}()
	// A console that has read its last line ends the playground; so does a bot
	// that cannot run.
	go func() {
		if waitForCommands(ctx, world.Server) {
			newConsole(world, c.Pictures, std).run(ctx)
		}
		stop()
	}()
	return <-done
}

// waitForCommands waits until the bot has registered its commands; false if the
// context ends before.
func waitForCommands(ctx context.Context, s *localdiscord.Server) bool {
	for len(s.Commands("")) == 0 || s.Sessions() == 0 {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(10 * time.Millisecond):
		}
	}
	return true
}

// writeFile writes a picture, which is for everybody to look at.
func writeFile(path string, data []byte) error { return os.WriteFile(path, data, 0o644) }
