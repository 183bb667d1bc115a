package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"amytis/bot/handle/people"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

type adminCommand struct {
	Erase eraseCommand `cmd:"" help:"Erase all that is stored about a person who asks for it and cannot use /me data, for example after leaving Discord. The bot may be running. Exit code 0: erased; 2: nothing was erased, or not all, which the message says."`
}

type eraseCommand struct {
	settingsFlags
	User string `arg:"" help:"ID of the person in Discord, a number of 17 to 20 digits."`
	Yes  bool   `help:"Do not ask."`
}

func (c *eraseCommand) Run(ctx context.Context, std streams, place storePlace) error {
	user := table.ParseID[table.UserID](c.User)
	if !user.IsPerson() || len(c.User) < 17 { // the IDs of computers and anonymous players are short
		return fmt.Errorf("%q is not the ID of a person in Discord, which is a number of 17 to 20 digits", c.User)
	}
	if !c.Yes {
		fmt.Fprintf(std.err, "Erase the person %s from %s, on all servers? This cannot be undone. [y/N] ", user, place)
		answer, _ := bufio.NewReader(std.in).ReadString('\n')
		if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
			return errors.New("nothing was erased, because the answer was not yes")
		}
	}
	done, err := place.erase(ctx, user)
	if err == nil {
		fmt.Fprintln(std.out, done)
	}
	return err
}

// erase has the bot that uses the store erase a user, or does it itself. It says what it has done.
func (p storePlace) erase(ctx context.Context, user table.UserID) (done string, err error) {
	if !p.isDatabase() {
		if _, err := os.Stat(p.where); err != nil {
			return "", fmt.Errorf("%w: name the store with --db", err)
		}
		if done, asked, err := bolt.AskToErase(ctx, p.where, user); asked || err != nil {
			return done, err
		}
	}
	err = p.withStore(ctx, func(db anyStore) error {
		done, err = eraseUser(ctx, db, user)
		return err
	})
	return done, err
}

func eraseUser(ctx context.Context, db anyStore, user table.UserID) (string, error) {
	games := 0
	servers := map[table.GuildID]bool{}
	playing := ""
	err := db.Mentioning(ctx, user, func(_ table.ID, h store.Header, _ []table.Event) error {
		games++
		servers[h.Guild] = true
		if h.Status.Open() && slices.Contains(h.Players, user) {
			playing = fmt.Sprintf("channel %s of server %s", h.Channel, h.Guild)
		}
		return nil
	})
	set, unread := db.Preferences(ctx, user)
	damaged := errors.Join(err, unread)
	switch err := cmp.Or(store.NotDamage(err), store.NotDamage(unread)); {
	case err != nil:
		return "", err
	case playing != "":
		return "", fmt.Errorf("the person %s is at an open table in %s: first have a moderator take them out there, "+
			"with /game resign or /game abort", user, playing)
	case damaged == nil && games == 0 && reflect.ValueOf(set).IsZero():
		return "", fmt.Errorf("nothing is stored about a person with the ID %s", user)
	}
	err = people.Erase(ctx, tables.New(db, time.Now, nil), sentences.NewLanguages(db, slog.Default()), user)
	if errors.Is(err, store.ErrDamaged) {
		err = fmt.Errorf("the person %s is erased, except from what is damaged: %w", user, err)
	}
	return fmt.Sprintf("erased the person %s and their settings; games: %d, servers: %d", user, games, len(servers)), err
}
