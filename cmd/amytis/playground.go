package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/term"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/page"
	"amytis/bot/session"
)

// playgroundPictures is how many pictures the playground's messages show at
// most; older ones are forgotten.
const playgroundPictures = 1000

// playgroundChannels are the names of the playground's channels. Their order
// decides about their ids, under which stored games find them again.
var playgroundChannels = []string{"gardens", "babel", "towers"}

// playground runs the bot on a Discord of its own, with a page to play in the
// browser and, in a terminal, a console. Its games and its messages are kept
// beside the configured store, in files of their own.
func playground(ctx context.Context, c *runCommand, s configuration, std streams) error {
	base := strings.TrimSuffix(s.Store.Path, filepath.Ext(s.Store.Path)) + ".playground"
	s.Store.Path = base + ".db"
	if !c.Verbose {
		s.Log.Level = max(s.Log.Level, slog.LevelWarn)
	}
	// Nobody but this bot is let in where it connects.
	world, err := localdiscord.Playground(localdiscord.Options{BotToken: rand.Text(), MaxAttachments: playgroundPictures},
		playgroundChannels...)
	if err != nil {
		return fmt.Errorf("local Discord: %w", err)
	}
	defer world.Close()
	if err := world.KeepIn(base + ".discord.db"); err != nil {
		return fmt.Errorf("local Discord: %w", err)
	}
	s.Discord.Token = strings.TrimPrefix(world.Token(), "Bot ")
	s.Discord.URL = world.URL()
	log := logger(s, std)
	shown, err := page.Serve(world.Server, page.Options{Addr: c.Listen, Logger: log})
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	defer shown.Close()
	fmt.Fprintf(std.out, "No token in %s: this is a playground without accounts, with a Discord of its own.\n\n    %s\n\n",
		tokenVariable, strings.Join(shown.URLs(), "\n    "))

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if c.Console || isTerminal(std) {
		if err := os.MkdirAll(c.Pictures, 0o755); err != nil {
			return fmt.Errorf("--pictures: %w", err)
		}
		// A console that has read its last line ends the playground.
		go func() {
			defer stop()
			if waitForCommands(ctx, world.Server) {
				newConsole(world, c.Pictures, std).run(ctx)
			}
		}()
	}
	// A playground restarts as often as it likes: nobody counts its identifies.
	return serve(ctx, s, log, func(cfg *session.Config) { cfg.IdentifySpacing = time.Millisecond })
}

// isTerminal tells whether somebody types.
func isTerminal(std streams) bool {
	f, is := std.in.(*os.File)
	return is && term.IsTerminal(int(f.Fd()))
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
