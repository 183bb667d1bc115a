package crashlab_test

import (
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// judgeRound compares the store file, which no program uses, with what the players of the round
// were told and what the channels show.
func (l *lab) judgeRound() {
	l.Helper()
	now := readContent(l, l.StorePath)
	for _, before := range l.began.LoggedGames {
		after := now.Game(before.ID)
		require.GreaterOrEqual(l, len(after.Log), len(before.Log), "table %v has lost events", before.ID)
		require.Equal(l, before.Log, after.Log[:len(before.Log)], "the log of table %v", before.ID)
	}
	for _, g := range l.groups {
		played := now.In(g.Channel)
		g.checkSeats(played)
		l.count("moves", g.checkMoves(l.began, played, all))
		l.count("messages", g.checkAnnouncements(l.began, now, played))
		g.checkRecords(l.began, played)
	}
	for _, b := range l.fresh {
		l.judgeBackup(b)
	}
	l.backups = append(l.backups, l.fresh...)
	l.backups, l.fresh = l.backups[max(0, len(l.backups)-maxBackups):], nil
	l.note("rounds")
}

// judgeBackup checks that a backup has what the players had been told when it was begun.
func (l *lab) judgeBackup(b *backup) {
	l.Helper()
	then := readContent(l, b.path)
	for _, g := range l.groups {
		played := then.In(g.Channel)
		g.checkMoves(l.began, played, func(p *harness.Player) int { return b.acked[p.ID] })
	}
}

// all has checkMoves expect everything that a player was told.
func all(p *harness.Player) int { return p.Acks.Len() }

// checkMoves compares the actions since the round began with what the players were told. At least
// the first actions that told counts must be there; later ones may be. It returns how many actions
// there are.
func (g *group) checkMoves(began *content, played harness.LoggedGames, told func(*harness.Player) int) (moves int) {
	g.Helper()
	for _, p := range g.People {
		var done []string
		for _, one := range played {
			done = append(done, harness.ActionsBy(p.UserID(), one.Log[began.Game(one.ID).Header.Version:])...)
		}
		least, acks := told(p), p.Acks.List
		agrees := false
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

// checkAnnouncements checks that the messages of the round announce its events, and that none was
// posted twice. It returns how many messages the round has.
func (g *group) checkAnnouncements(began, now *content, played harness.LoggedGames) int {
	g.Helper()
	messages := g.Channel.Messages()
	g.checkPostedOnce(messages)
	var expected []harness.Announcement
	for _, one := range played {
		announced, before := max(1, one.Header.Announced), began.Game(one.ID).Header.Announced
		for _, a := range g.Announcements(one.Log[:announced]) {
			switch {
			case a.Version > before && !now.waits(one.ID, a.Version):
				expected = append(expected, a)
			case a.Version > before || began.waits(one.ID, a.Version):
				expected = append(expected, a.Optional()) // perhaps after the round, or before it
			}
		}
	}
	inRound := slices.IndexFunc(messages, func(m *localdiscord.Message) bool { return !g.before[m.ID] })
	if inRound < 0 {
		inRound = len(messages)
	}
	g.CheckAnnouncedIn(messages[inRound:], expected, true)
	return len(messages) - inRound
}

// checkPostedOnce checks that no message of the round has the nonce of another one. The other may
// be one that was changed in time that a restore took away, such as a lobby that was closed: nobody
// can tell that it is the same.
func (g *group) checkPostedOnce(messages []*localdiscord.Message) {
	g.Helper()
	nonces := map[string]*localdiscord.Message{}
	for _, m := range messages {
		if m.Nonce == nil {
			continue
		}
		if first := nonces[string(m.Nonce)]; first != nil && !g.before[m.ID] {
			changed := g.Discord.History(first.ID)[0].Text() != first.Text()
			require.True(g, changed && g.lost[first.ID] && !g.lost[m.ID],
				"posted twice in %s:\n%s %s\n%s %s", g.Variant.Name, first.ID, first.Text(), m.ID, m.Text())
		}
		nonces[string(m.Nonce)] = m
	}
}

// checkSeats checks that only people of the group have ever sat at its tables.
func (g *group) checkSeats(played harness.LoggedGames) {
	g.Helper()
	for _, one := range played {
		for _, user := range one.Header.Players {
			require.NotNil(g, harness.PlayerOf(g.People, user), "%v sits at table %v in %s",
				user, one.ID, g.Variant.Name)
		}
		for _, e := range one.Log {
			require.True(g, e.By == 0 || harness.PlayerOf(g.People, e.By) != nil,
				"%v has done something at table %v in %s: %+v", e.By, one.ID, g.Variant.Name, e)
		}
	}
}

// checkRecords checks the records of the games that ended in the round.
func (g *group) checkRecords(began *content, played harness.LoggedGames) {
	g.Helper()
	for _, one := range played {
		if began.Game(one.ID).Header.Version < one.Header.Version {
			g.CheckRecordOf(one)
		}
	}
}
