package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/bot/discord/gateway"
	"amytis/bot/discord/rest"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/postgres/postgrestest"
)

// sick is a bot with its Discord, of which a test breaks something.
type sick struct {
	discord *localdiscord.Server
	guild   *localdiscord.Guild
	channel *localdiscord.Channel // with an open game
	db      string
	flags   []string
}

// sickWithoutGame has no store yet, which is quicker.
func sickWithoutGame(t *testing.T, o localdiscord.Options) *sick {
	return &sick{discord: startDiscord(t, o), db: filepath.Join(t.TempDir(), "amytis.db")}
}

func newSick(t *testing.T, o localdiscord.Options) *sick {
	s := sickWithoutGame(t, o)
	s.guild = s.discord.AddGuild("Babylon", "en-US")
	s.channel = s.guild.AddChannel("games")
	s.openGame(t, 1, s.channel)
	return s
}

func (s *sick) openGame(t *testing.T, id table.ID, in *localdiscord.Channel) {
	guild, err := strconv.ParseUint(s.guild.ID, 10, 64)
	require.NoError(t, err)
	channel, err := strconv.ParseUint(in.ID, 10, 64)
	require.NoError(t, err)
	db, err := bolt.Open(s.db, bolt.Options{Program: program()})
	require.NoError(t, err)
	require.NoError(t, db.Commit(t.Context(), store.Commit{
		Table: id, Events: []table.Event{table.OpenLobby(games.All[0].Info(), table.Player{User: 1, Name: "Ana"}, nil, 0, 1)},
		Header: store.Header{Guild: table.GuildID(guild), Channel: table.ChannelID(channel),
			Game: games.All[0].Info().ID, Status: store.Lobby, Players: []table.UserID{1}},
	}))
	require.NoError(t, db.Close())
}

// putBehind puts a value into a store's file behind the back of the store.
func putBehind(t *testing.T, path, bucket, key string, value []byte) {
	t.Helper()
	b, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, b.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte(bucket)).Put([]byte(key), value) }))
	require.NoError(t, b.Close())
}

// examine runs the doctor and returns its findings. It checks that both reports agree.
func (s *sick) examine(t *testing.T) (code int, found []finding) {
	t.Helper()
	args := append([]string{"doctor", "--db", s.db}, s.flags...)
	code, out, errs := amytis(t, "", append(args, "--json")...)
	require.NoError(t, json.Unmarshal([]byte(out), &found), "%s%s", out, errs)
	return code, found
}

// examineFor has the doctor find problems, one of them by a check, with words of its cause and fix.
func (s *sick) examineFor(t *testing.T, problems int, check, cause, fix string) {
	t.Helper()
	code, found := s.examine(t)
	assert.Equal(t, problems > 0, code == exitWrong, found)
	found = slices.DeleteFunc(found, func(f finding) bool { return f.State != problem })
	assert.Len(t, found, problems)
	named := false
	for _, f := range found {
		said := f.Text + " / " + f.Fix
		named = named || strings.HasPrefix(f.Check, check) &&
			strings.Contains(f.Text, cause) && strings.Contains(said, fix)
		assert.NotContains(t, said, "secret")
		assert.LessOrEqual(t, strings.Count(f.Text, cause), 1, f.Text)
	}
	assert.Equal(t, problems > 0, named, "want %q, to be mended by %q: %v", cause, fix, found)
}

// TestDoctorFindsEachFault breaks one thing of a bot with a game at a time. Everything else must be
// found in order.
func TestDoctorFindsEachFault(t *testing.T) {
	ahead := func(by time.Duration) localdiscord.Options {
		return localdiscord.Options{Now: func() time.Time { return time.Now().Add(-by) }}
	}
	rest := func(f localdiscord.RESTFault) func(*testing.T, *sick) {
		return func(_ *testing.T, s *sick) { s.discord.Faults().REST(f) }
	}
	nineveh := func(s *sick) *localdiscord.Guild {
		g := s.discord.AddGuild("Nineveh", "en-US")
		g.AddChannel("talk")
		return g
	}
	nothing := func(*testing.T, *sick) {}
	for name, c := range map[string]struct {
		options    localdiscord.Options
		sicken     func(t *testing.T, s *sick)
		check      string // that has the problem, "" for none
		cause, fix string
		violates   bool // Discord blames the bot for what was broken
	}{
		"nothing": {sicken: nothing},
		"nothing, before the first start": {
			sicken: func(t *testing.T, s *sick) { require.NoError(t, os.Remove(s.db)) }},
		"a permission in one channel": {localdiscord.Options{}, func(t *testing.T, s *sick) {
			other := s.guild.AddChannel("other")
			s.openGame(t, 2, other)
			other.DenyBot(discordgo.PermissionSendMessages | discordgo.PermissionEmbedLinks)
		}, "permissions", "the bot lacks: Send Messages, Embed Links", "Edit Channel", false},
		"a permission of everyone in the channel": {localdiscord.Options{}, func(_ *testing.T, s *sick) {
			s.channel.DenyRole(s.channel.GuildID, discordgo.PermissionReadMessageHistory)
		}, "permissions", "the bot lacks: Read Message History", "Edit Channel", false},
		"a hidden channel": {localdiscord.Options{}, func(_ *testing.T, s *sick) {
			s.channel.DenyBot(discordgo.PermissionViewChannel)
		}, "permissions", "the bot lacks: View Channel", "Edit Channel", true},
		"a channel that is gone": {localdiscord.Options{}, func(_ *testing.T, s *sick) {
			s.channel.Delete() // Discord may not tell it from a hidden one
		}, "permissions", "Or the channel is deleted", "Edit Channel", true},
		"a server without a channel to post in": {localdiscord.Options{}, func(_ *testing.T, s *sick) {
			nineveh(s).SetBotPermissions(discordgo.PermissionViewChannel)
		}, "permissions", "no channel where the bot may post", "Server Settings", false},
		"a server with one channel to post in": {sicken: func(_ *testing.T, s *sick) {
			g := nineveh(s)
			g.SetBotPermissions(0)
			g.AddChannel("games").AllowBot(needed)
		}},
		"an administrator": {sicken: func(_ *testing.T, s *sick) {
			s.guild.SetBotPermissions(discordgo.PermissionAdministrator)
			s.channel.DenyBot(discordgo.PermissionSendMessages)
		}},
		"a clock that is ahead":  {ahead(time.Minute), nothing, "clock", "ahead of Discord's", "timedatectl", false},
		"a clock that is behind": {ahead(-time.Minute), nothing, "clock", "behind Discord's", "timedatectl", false},
		"a ban": {localdiscord.Options{}, rest(localdiscord.RESTFault{Banned: true, RetryAfter: time.Hour}),
			"discord", "Cloudflare bans this address", "wait", false},
		"a timeout": {localdiscord.Options{}, func(_ *testing.T, s *sick) {
			s.guild.TimeOut(s.discord.BotID(), time.Now().Add(time.Hour))
		}, "permissions", "in a timeout", "Remove Timeout", false},
		"a broken network": {localdiscord.Options{}, rest(localdiscord.RESTFault{DropRequest: true}),
			"discord", "cannot be reached", "HTTPS_PROXY", false},
		"a limit of requests": {sicken: func(_ *testing.T, s *sick) {
			limit := localdiscord.RESTFault{Path: "guilds", Status: 429, RetryAfter: time.Millisecond, Times: 1}
			s.discord.Faults().REST(limit)
		}},
		"a damaged store": {localdiscord.Options{}, func(t *testing.T, s *sick) {
			data, err := os.ReadFile(s.db)
			require.NoError(t, err)
			for i := 2*4096 + 8; i < len(data); i += 4096 { // all but the first pages
				data[i] ^= 0x55
			}
			require.NoError(t, os.WriteFile(s.db, data, 0o600))
		}, "store", "the store is damaged", "restore the last good backup", false},
		"a changed entry": {localdiscord.Options{}, func(t *testing.T, s *sick) {
			putBehind(t, s.db, "s\x0e", "identifies", []byte("1"))
		}, "games", `note "identifies" has changed since it was written`, "restore a backup", false},
		"a newer schema": {localdiscord.Options{}, func(t *testing.T, s *sick) {
			putBehind(t, s.db, "meta", "schema", []byte{0, 0, 0, 99})
		}, "store", "schema 99", "install that version of amytis", false},
		"a game that cannot be played": {localdiscord.Options{}, func(t *testing.T, s *sick) {
			require.NoError(t, storePlace{where: s.db}.withStore(t.Context(), func(db anyStore) error {
				return db.Commit(t.Context(), badCommit())
			}))
		}, "games", "table 7: ", "restore a backup", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSick(t, c.options)
			c.sicken(t, s)
			problems := min(len(c.check), 1)
			s.examineFor(t, problems, c.check, c.cause, c.fix)
			assert.Equal(t, c.violates, len(s.discord.Violations()) > 0, s.discord.Violations())
			assert.Zero(t, s.discord.Identifies())
		})
	}
}

func TestDoctorsReportFitsTheTerminal(t *testing.T) {
	s := newSick(t, localdiscord.Options{})
	s.channel.DenyBot(discordgo.PermissionSendMessages)
	t.Setenv("AMYTIS_SHARDS", "many")
	code, out, errs := amytis(t, "", "doctor", "--db", s.db)
	require.Equal(t, exitWrong, code, errs)
	for line := range strings.Lines(out) {
		if !strings.Contains(line, s.db) { // a path is not broken
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
		}
	}
	words := strings.Join(strings.Fields(out), " ")
	assert.Contains(t, words, "problem configuration: AMYTIS_SHARDS: discord.shards is many, but must be 0 to 10000")
	assert.Contains(t, words, "problem permissions: #games on Babylon: the bot lacks: Send Messages To fix it, give the bot's role")
	assert.True(t, strings.HasSuffix(out, "\n2 problems found.\n"), out)
	s.channel.AllowBot(discordgo.PermissionSendMessages)
	t.Setenv("AMYTIS_SHARDS", "")
	code, out, _ = amytis(t, "", "doctor", "--db", s.db)
	assert.Zero(t, code, out)
	assert.True(t, strings.HasSuffix(out, "\nNo problems found.\n"), out)
	code, _, _ = amytis(t, "", "doctor", "--loud")
	assert.Equal(t, exitFailed, code)
}

// The doctor learns of the games from the running bot, and leaves the bot's sessions alone.
func TestDoctorWorksWhileTheBotRuns(t *testing.T) {
	s := newSick(t, localdiscord.Options{EnforceRate: true})
	s.channel.DenyBot(discordgo.PermissionAttachFiles)
	whileServing(t, s.discord, s.db, func() {
		require.Eventually(t, func() bool {
			_, found := s.examine(t)
			return strings.Contains(textOf(found, "store"), "a running amytis uses it")
		}, patience, 100*time.Millisecond)
		code, found := s.examine(t)
		assert.Equal(t, exitWrong, code)
		assert.Equal(t, "the bot lacks: Attach Files", textOf(found, "permissions"))
		assert.Equal(t, 1, s.discord.Identifies())
	})
	assert.Empty(t, s.discord.Violations())
}

func textOf(found []finding, check string) string {
	for _, f := range found {
		if f.Check == check {
			return f.Text
		}
	}
	return ""
}

// TestRunLogsProblemsAtItsStart also checks that the log names no servers and channels.
func TestRunLogsProblemsAtItsStart(t *testing.T) {
	s := newSick(t, localdiscord.Options{Now: func() time.Time { return time.Now().Add(-time.Hour) }})
	s.channel.DenyBot(discordgo.PermissionAttachFiles)
	printed, end := started(t, "run", "--db", s.db)
	require.Eventually(t, func() bool { return strings.Contains(printed.String(), "problems=2") }, patience, time.Millisecond)
	require.Zero(t, end())
	assert.Contains(t, printed.String(), "check=clock")
	assert.Contains(t, printed.String(), `problem="the bot lacks: Attach Files"`)
	assert.Contains(t, printed.String(), "guild="+s.guild.ID+" channel="+s.channel.ID)
	assert.NotContains(t, printed.String(), "Babylon")
}

func TestDoctorLooksAtADatabaseAndChangesNothing(t *testing.T) {
	s := newSick(t, localdiscord.Options{})
	file := s.db
	s.db = postgrestest.Start(t).NewURL(t)
	finds := func(want string) {
		t.Helper()
		code, found := s.examine(t)
		assert.Zero(t, code, found)
		assert.Contains(t, textOf(found, "store"), want)
	}
	finds("is empty: the first start makes its tables")
	succeeds(t, "store", "move", file, s.db) // only into an empty one
	finds("has 1 open games")
	s.db = "postgres://127.0.0.1:1/none"
	code, found := s.examine(t)
	assert.Equal(t, exitWrong, code)
	assert.Equal(t, 1, strings.Count(textOf(found, "store"), "connection refused"), "with TLS and without it is the same")
}

// A server that takes the connection and says nothing is slow, like one that answers late. The
// clock is the test's, so no machine is too slow.
func TestDoctorTellsASlowDiscordFromOneOutOfReach(t *testing.T) {
	silent := func() (net.Conn, error) {
		conn, server := net.Pipe()
		go func() { _, _ = io.Copy(io.Discard, server) }()
		return conn, nil
	}
	away := func() (net.Conn, error) { return nil, &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded} }
	for want, dial := range map[string]func() (net.Conn, error){"it is slow": silent, "it cannot be reached": away} {
		synctest.Test(t, func(t *testing.T) {
			to := rest.Config{Token: "token", BaseURL: "http://discord",
				Dial: func(context.Context, string, string) (net.Conn, error) { return dial() }}
			c, err := rest.New(to, slog.New(slog.DiscardHandler))
			require.NoError(t, err)
			defer c.Close()
			d := newDoctor(*newConfigReader().config)
			_, err = gateway.Lookup(t.Context(), c)
			assert.False(t, d.token(err), "a doctor without an answer asks no further")
			require.Len(t, d.findings, 1)
			assert.Contains(t, d.findings[0].Text, want)
			assert.NotEmpty(t, d.findings[0].Fix)
		})
	}
	d := newDoctor(*newConfigReader().config)
	assert.True(t, d.token(nil), "it answers, so the doctor asks further")
	assert.Zero(t, d.problems())
	d.pace(slowAnswer + 1)
	assert.Contains(t, d.findings[2].Text, "it is slow")
	assert.Contains(t, d.findings[2].Fix, "discordstatus.com")
}

func TestDoctorNamesTheAddressAtWhichDiscordIsSlow(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	discord.Faults().REST(localdiscord.RESTFault{Path: "^/users/@me/guilds", Delay: time.Minute})
	to := rest.Config{Token: discord.Token(), BaseURL: discord.URL(), Timeout: 10 * time.Millisecond}
	c, err := rest.New(to, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	defer c.Close()
	d := newDoctor(*newConfigReader().config)
	d.permissions(t.Context(), c, "")
	require.Equal(t, 1, d.problems(), d.findings)
	assert.Contains(t, d.findings[0].Text, "it is slow")
	assert.Contains(t, d.findings[0].Text, "/users/@me/guilds")
	assert.Contains(t, d.findings[0].Fix, "discordstatus.com")
	d.gateway(t.Context(), c, gateway.Info{URL: "ws://127.0.0.1:1"})
	assert.Contains(t, d.findings[1].Text, "it cannot be used")
	assert.Contains(t, d.findings[1].Fix, "wss://gateway.discord.gg")
}

func TestDoctorStopsAfterManyProblemsWithPermissions(t *testing.T) {
	s := newSick(t, localdiscord.Options{})
	for range enoughProblems + 2 {
		s.discord.AddGuild("Nineveh", "en-US").SetBotPermissions(0)
	}
	code, found := s.examine(t)
	assert.Equal(t, exitWrong, code)
	last := found[len(found)-1]
	assert.Equal(t, unchecked, last.State)
	assert.Equal(t, "2 servers were not looked at", last.Text)
}
