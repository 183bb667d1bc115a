package crashlab_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// judgeRound compares the store file with what players were told and what the channels show.
func (l *lab) judgeRound() {
	now := readContent(l, l.StorePath)
	for _, before := range l.began.LoggedGames {
		after := now.Game(before.ID)
		require.GreaterOrEqual(l, len(after.Log), len(before.Log), "table %v has lost events", before.ID)
		require.Equal(l, before.Log, after.Log[:len(before.Log)], "the log of table %v", before.ID)
	}
	for _, after := range now.LoggedGames {
		before := l.began.Game(after.ID).Header.Version
		if before < after.Header.Version {
			l.CheckRecordOf(after)
		}
	}
	for _, g := range l.groups {
		played := now.In(g.Channel)
		l.counts["moves"] += g.checkMoves(l.began, played, nil)
		l.counts["messages"] += g.checkAnnouncements(l.began, now, played)
	}
	for _, b := range l.backups {
		if b.acked == nil {
			continue // judged before
		}
		then := readContent(l, b.path)
		for _, g := range l.groups {
			g.checkMoves(l.began, then.In(g.Channel), b.acked)
		}
		b.acked = nil
	}
	l.backups = l.backups[max(0, len(l.backups)-maxBackups):]
	l.note("rounds")
}

// checkMoves compares the actions since the round began with what the players were told, and counts
// them. With acked, only so many of a player's first actions must be there; later ones may be.
func (g *group) checkMoves(began *content, played harness.LoggedGames, acked map[string]int) (moves int) {
	for _, p := range g.People {
		var done []string
		for _, one := range played {
			done = append(done, harness.ActionsBy(p.UserID(), one.Log[began.Game(one.ID).Header.Version:])...)
		}
		acks, agrees := p.Acks.List, false
		least := len(acks)
		if acked != nil {
			least = acked[p.ID]
		}
		for n := least; !agrees && n <= min(len(acks), least+maxUnderWay); n++ {
			agrees = harness.Agree(acks[:n], done)
		}
		require.True(g, agrees, "%s in %s was told:\n%v\nand later:\n%v\nthe log has:\n%s", p.Name, g.Variant.Name,
			acks[:least], acks[least:], strings.Join(done, "\n"))
		moves += len(done)
	}
	return moves
}

// maxUnderWay is the most that a player is told while a backup is written.
const maxUnderWay = 50

// checkAnnouncements checks that the round's messages tell its events, once, and counts them.
func (g *group) checkAnnouncements(began, now *content, played harness.LoggedGames) int {
	messages := g.Channel.Messages()
	g.checkPostedOnce(messages)
	var expected []harness.Announced
	for _, one := range played {
		a := harness.Announced{
			ID: one.ID, Log: one.Log, After: []table.Version{max(1, began.Game(one.ID).Header.Announced)}, To: one.Header.Announced,
		}
		for _, m := range began.waiting { // sent in the round, or before it
			if m.Table == one.ID && m.Kind == tables.PostTable {
				a.After = append(a.After, m.From, m.Version)
			}
		}
		for _, m := range now.waiting {
			if m.Table == one.ID && slices.Contains([]string{tables.PostTable, tables.FollowLive}, m.Kind) {
				a.To = min(a.To, m.From)
			}
		}
		expected = append(expected, a)
	}
	inRound := slices.DeleteFunc(messages, func(m *localdiscord.Message) bool { return g.before[m.ID] })
	g.CheckAnnouncedIn(inRound, expected...)
	return len(inRound)
}

// checkPostedOnce checks that no message of the round has the nonce of another one. The other may
// be one that was changed in time that a restore took away, such as a lobby that was closed: nobody
// can tell that it is the same.
func (g *group) checkPostedOnce(messages []*localdiscord.Message) {
	nonces := map[string]*localdiscord.Message{}
	for _, m := range messages {
		if m.Nonce == "" {
			continue
		}
		if first := nonces[m.Nonce]; first != nil && !g.before[m.ID] {
			changed := g.Discord.History(first.ID)[0].Text() != first.Text()
			require.True(g, changed && g.lost[first.ID] && !g.lost[m.ID],
				"posted twice in %s:\n%s %s\n%s %s", g.Variant.Name, first.ID, first.Text(), m.ID, m.Text())
		}
		nonces[m.Nonce] = m
	}
}

// content is what a store file holds: tables, and what is to be announced. Zero is a new store's.
type content struct {
	harness.LoggedGames
	waiting []store.Entry
}

// readContent checks a store file that no program uses, and reads it.
func readContent(t testing.TB, path string) *content {
	to := filepath.Join(t.TempDir(), filepath.Base(path))
	copyFile(t, path, to) // opening the file itself would tidy up what a kill has left
	c := &content{}
	faults, err := bolt.CheckFile(context.Background(), to, c.Add)
	require.NoError(t, err)
	require.Empty(t, faults, "faults in the store")
	db, err := bolt.Open(to, bolt.Options{Program: "test"})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	c.waiting, err = db.Outbox(context.Background(), 0, 10_000)
	require.NoError(t, err)
	return c
}

func copyFile(t testing.TB, from, to string) {
	data, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, data, 0o600))
}
