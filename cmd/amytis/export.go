package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"amytis/bot/play/games"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/core"
)

type exportCommand struct {
	settingsFlags
	Guild table.GuildID `help:"Only the games of the server with this ID." placeholder:"ID"`
	Game  string        `help:"Only this game: ${games}."`
}

func (c *exportCommand) Run(ctx context.Context, std streams, place storePlace) error {
	if c.Game != "" {
		if _, err := findGame(c.Game); err != nil {
			return err
		}
	}
	out := bufio.NewWriterSize(raw(std.out), 64<<10)
	var exported, left int
	damaged := func(id table.ID, err error) {
		left++
		fmt.Fprintf(std.err, "game %s: not exported: %v\n", id, err)
	}
	match := func(h store.Header) bool {
		return (c.Guild == 0 || h.Guild == c.Guild) && (c.Game == "" || h.Game == c.Game)
	}
	export := func(id table.ID, log []table.Event) error {
		line, err := recordLine(log)
		if err != nil {
			damaged(id, err)
			return nil
		}
		exported++
		_, err = out.Write(escaped(line)) // the buffer may cut a character in two
		return err
	}
	var err error
	if place.isDatabase() {
		err = place.withStore(ctx, func(s anyStore) error { return s.Ended(ctx, match, export, damaged) })
	} else {
		err = bolt.View(ctx, place.where, core.Options{}, func(s *core.Store) error {
			return s.Ended(ctx, match, export, damaged)
		})
	}
	err = errors.Join(err, out.Flush()) // also after an interrupt, so that no line is cut off
	fmt.Fprintf(std.err, "games exported: %d\n", exported)
	switch {
	case errors.Is(err, store.ErrDamaged):
		return &exitError{code: exitWrong, message: err.Error()}
	case ctx.Err() != nil:
		return errors.New("interrupted: the games so far are complete, the others are missing")
	case err != nil:
		return err
	case left > 0:
		return &exitError{code: exitWrong, message: fmt.Sprintf("games not exported: %d", left)}
	}
	return nil
}

func recordLine(log []table.Event) ([]byte, error) {
	t, err := table.Load(games.Rules, log)
	if err != nil {
		return nil, err
	}
	if t.Status != table.Ended {
		return nil, errors.New("by its log the game has not ended")
	}
	record, err := t.Record()
	if err != nil {
		return nil, err
	}
	data, err := record.Append(nil)
	if err != nil {
		return nil, err
	}
	var line bytes.Buffer
	err = json.Compact(&line, data)
	line.WriteByte('\n')
	return line.Bytes(), err
}
