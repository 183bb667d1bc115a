package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/page"
	"amytis/bot/play/games"
)

// pageAddress is where the page is if nothing else is asked for, or at one of the next 20 ports.
const pageAddress = "127.0.0.1:8420"

// playground runs the bot on a local Discord, with a page for the browser, and keeps its data in
// files beside the configured store.
func playground(ctx context.Context, c *runCommand, s configuration, l *live, std streams) error {
	next := 0
	if c.Listen == "" {
		c.Listen = pageAddress
		next = 20
	}
	listener, err := page.Listen(c.Listen, next)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	defer listener.Close()
	if next > 0 && listener.Addr().String() != c.Listen {
		fmt.Fprintf(std.out, "%s is taken, perhaps by another playground, so the page has another port.\n", c.Listen)
	}
	base := strings.TrimSuffix(s.Store.Path, filepath.Ext(s.Store.Path)) + ".playground"
	s.Store.Path, s.Store.URL, s.Store.BackupDir = base+".db", "", ""
	if !c.Verbose {
		s.Log.Level = max(s.Log.Level, slog.LevelWarn)
	}
	l.apply(s)
	// The random token keeps other bots out.
	// Stored games find a channel by its position, so the games keep their order.
	world, err := localdiscord.Playground(localdiscord.Options{BotToken: rand.Text(), MaxAttachments: 1000}, games.IDs()...)
	if err == nil {
		defer world.Close()
		err = world.KeepIn(base + ".discord.db")
	}
	if err != nil {
		return fmt.Errorf("start the local Discord: %w", err)
	}
	s.Discord.Token, s.Discord.URL = strings.TrimPrefix(world.Token(), "Bot "), world.URL()
	log := logger(s, l, std)
	shown := page.Serve(world.Server, listener, page.Options{Logger: log})
	defer shown.Close()
	fmt.Fprintf(std.out, "There is no token in %s or the configuration, so this is a playground:\na local Discord on this "+
		"machine, without accounts. Play on this page:\n\n    %s\n\n", tokenVariable, strings.Join(shown.URLs(), "\n    "))

	// The local Discord does not limit identifies, so the bot may reconnect at once.
	return service{
		configuration: s, log: log, live: l,
		discord: discord.Config{Gateway: gateway.Config{IdentifySpacing: time.Millisecond}},
	}.run(ctx)
}
