package bot_test

import (
	"context"
	"errors"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// verdict holds the store and the channels to what must be true after a soak test.
func (s *soak) verdict() {
	s.Helper()
	faults, err := bolt.CheckFile(context.Background(), s.path)
	require.NoError(s, err)
	require.Empty(s, faults, "what the store finds wrong with itself")
	s.db, err = bolt.Open(s.path, bolt.Options{Program: "test"})
	require.NoError(s, err)
	defer func() { require.NoError(s, s.db.Close()) }()
	logs := s.logs()
	for _, t := range s.tables {
		t.verdict(logs[t.channel.ID])
	}
}

// soakGame is a table of the store, with its log.
type soakGame struct {
	header store.Header
	log    []table.Event
}

// logs reads all tables, by channel, in the order in which they were opened.
func (s *soak) logs() map[string][]soakGame {
	s.Helper()
	all := map[string][]soakGame{}
	for id, unused := table.ID(1), 0; unused < 1000; id++ { // an ID may be without a table
		header, log, err := s.db.Table(context.Background(), id)
		if errors.Is(err, store.ErrNotFound) {
			unused++
			continue
		}
		require.NoError(s, err)
		unused = 0
		channel := header.Channel.String()
		all[channel] = append(all[channel], soakGame{header, log})
	}
	return all
}

// verdict holds the games of a channel to what its people were told.
func (t *soakTable) verdict(played []soakGame) {
	t.Helper()
	require.NotEmpty(t, played, "%s in %s: no game", t.name, t.channel.ID)
	require.Positive(t, t.active.Load(), "%s in %s: nobody was answered", t.name, t.channel.ID)
	var told []told
	for _, g := range played {
		t.recordHoldsIfEnded(g)
		told = append(told, t.tellings(g)...)
	}
	for _, p := range t.people {
		var done []string
		for _, g := range played {
			done = append(done, p.actions(g.log)...)
		}
		require.True(t, agree(p.acks, nil, done), "%s in %s: %s was told:\n%v\nthe log has:\n%s", t.name, t.channel.ID, p.Name, p.acks, strings.Join(done, "\n"))
	}
	t.toldInOrder(t.channel, told, t.discord.Message(t.first) != nil)
}

func (t *soakTable) recordHoldsIfEnded(g soakGame) {
	t.Helper()
	played, err := table.Load(games.Rules, g.log)
	require.NoError(t, err)
	if played.Status == table.Ended {
		t.recordHolds(played)
	}
}

// tellings are the lines of a game that may have been told, up to its newest
// message.
func (t *soakTable) tellings(g soakGame) []told {
	t.Helper()
	return tellings(t.house, t.words, g.log[:max(1, g.header.Announced)])
}
