//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store/postgres/postgrestest"
)

// hostFaults are real faults of a host. Each has words that must be in the cause and in the fix
// that the doctor names.
func hostFaults(t *testing.T, server *postgrestest.Server) []hostFault {
	config := func(text string) func(*testing.T, *sick) {
		return func(t *testing.T, s *sick) { s.flags = []string{"--config", writeTemp(t, text)} }
	}
	env := func(key, value string) func(*testing.T, *sick) {
		return func(t *testing.T, _ *sick) { t.Setenv(key, value) }
	}
	db := func(where string) func(*testing.T, *sick) { return func(_ *testing.T, s *sick) { s.db = where } }
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	link, random := filepath.Join(folder, "link"), make([]byte, 99_999)
	require.NoError(t, os.Symlink(link+".gone", link))
	_, _ = rand.NewChaCha8([32]byte{}).Read(random)
	taken := hangingUp(t)
	_, port, err := net.SplitHostPort(freeAddress(t))
	require.NoError(t, err)
	place := func(text string) func(*testing.T, *sick) {
		return func(t *testing.T, s *sick) {
			t.Chdir(t.TempDir())
			s.db, s.flags = "", []string{"--config", writeTemp(t, text)}
		}
	}
	utf16 := "\xff\xfe" + strings.Join(strings.Split("[log]\n", ""), "\x00") + "\x00"
	return []hostFault{
		{"a port that is taken", config("[http]\nlisten = \"" + taken + "\""), "already in use", "another port", 0},
		{"a taken port for interactions", config("[discord]\nlisten = \"" + taken + "\""),
			"discord.listen: listen", "another port", 0},
		{"two listeners on one address", config("[http]\nlisten = \":" + port + "\"\n[discord]\nlisten = \"127.0.0.1:" + port + "\""),
			"http.listen and discord.listen are one address", "a port of its own", 0},
		{"another machine's address", config("[http]\nlisten = \"192.0.2.7:8421\""), "cannot assign", "address of this machine", 0},
		{"a port out of range", config("[http]\nlisten = \"127.0.0.1:99999\""), "127.0.0.1:99999", "such as 127.0.0.1:8421", 0},
		{"a file in UTF-16", config(utf16), "must be in UTF-8", "save it again", 0},
		{"a file in Latin-1", config("[privacy]\ncontact = \"Andr\xe9\""), "must be in UTF-8", "save it again", 0},
		{"a text without quotes", config("[discord]\ntoken = MTIz.abc.def"), ":2: a text needs", "straight quotes", 0},
		{"a value that is missing", config("[log]\nlevel =\n"), ":2: a text needs", "straight quotes", 0},
		{"a path with backslashes", config("[store]\npath = \"C:\\games\\a.db\""), "escape", "write / in place", 0},
		{"another database's URL", place("[store]\nurl = \"mysql://db/amytis\""), "store.url must", "postgres://", 2},
		{"a URL in place of a path", place("[store]\npath = \"mysql://db/amytis\""), "store.path is a URL", "store.url", 2},
		{"a proxy of another kind", env("HTTPS_PROXY", "ftp://proxy:21"), "HTTPS_PROXY must", "socks5://", 0},
		{"a variable out of range", env("AMYTIS_SHARDS", "many"), "AMYTIS_SHARDS: discord.shards is many", "0 to 10000", 0},
		{"a folder as configuration", func(_ *testing.T, s *sick) { s.flags = []string{"--config", folder} }, "is a directory", "--config", 0},
		{"a configuration that is a link to nothing", func(t *testing.T, _ *sick) {
			t.Chdir(t.TempDir())
			require.NoError(t, os.Symlink("gone", defaultConfig))
		}, "no such file", "AMYTIS_CONFIG", 0},
		{"no such configuration", env("AMYTIS_CONFIG", "none.toml"), "no such file", "AMYTIS_CONFIG", 0},

		{"a folder that is missing", db(filepath.Join(folder, "none", "amytis.db")), "no such file", "create the folder", 0},
		{"a folder that is a file", db(filepath.Join(writeTemp(t, ""), "amytis.db")), "not a directory", "that is no folder", 0},
		{"a store that is a folder", db(folder), "it is a folder", "set the path of the store to a file", 0},
		{"a store that is a pipe", db(pipe), "it is a pipe, a socket or a device", "set the path of the store to a file", 0},
		{"a store that is a link to nothing", db(link), "is a link to " + link + ".gone", "mount its disk", 0},
		{"a store of random bytes", db(writeTemp(t, string(random))), "or is no store of amytis", "restore", 0},
		{"a store that is no store", db(writeTemp(t, strings.Repeat("no store\n", 9999))), "or is no store of amytis", "restore", 0},

		{"no token", env(tokenVariable, ""), "there is no token", "(Bot)", 0},
		{"a wrong token", env(tokenVariable, "MTIz.abc.def"), "does not accept the bot token", "Reset Token", 0},
		{"a token in two lines", env(tokenVariable, "MTIz.abc\n.def"), "line break", "copy it again", 0},
		{"the key of another application", config(fmt.Sprintf("[discord]\nlisten = \"127.0.0.1:0\"\npublic_key = %q", goodKey)),
			"not the key of this token's application", "remove discord.public_key", 0},
		{"nobody at Discord's address", env("AMYTIS_DISCORD_URL", "http://127.0.0.1:1"), "connection refused", "this machine's network", 0},
		{"a name that is not found", env("AMYTIS_DISCORD_URL", "http://discord..com"), "cannot be reached", "/etc/resolv.conf", 0},
		{"an outage of Discord", func(_ *testing.T, s *sick) { s.discord.Faults().REST(localdiscord.RESTFault{Status: 503}) }, "HTTP 503", "wait", 0},

		{"a server that is down", db("postgres://127.0.0.1:1/amytis"), "not available", "start it", 0},
		{"a server whose name is not found", db("postgres://db..example/amytis"), "lookup db..example: no such host", "the machine's name", 0},
		{"a URL that cannot be read", db("postgres://amytis:secret@%zz/"), "cannot be read", "postgres://user@host", 0},
		{"commits that a crash would lose", db(server.URL("careless", nil)), "synchronous_commit", "ALTER ROLE", 0},
	}
}

type hostFault struct {
	name       string
	sicken     func(t *testing.T, s *sick)
	cause, fix string
	problems   int // 0 for one
}

// hangingUp returns an address where a program takes connections and ends them at once.
func hangingUp(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
	return l.Addr().String()
}

func TestDoctorNamesCauseAndFixOfEachFaultOfAHost(t *testing.T) {
	server := postgrestest.Start(t)
	server.Exec(t, "CREATE ROLE careless LOGIN", "ALTER ROLE careless SET synchronous_commit = off")
	t.Cleanup(func() { server.Exec(t, "DROP ROLE careless") })
	for _, c := range hostFaults(t, server) {
		t.Run(c.name, func(t *testing.T) {
			s := sickWithoutGame(t, localdiscord.Options{})
			c.sicken(t, s)
			s.examineFor(t, max(c.problems, 1), "", c.cause, c.fix)
		})
	}
}
