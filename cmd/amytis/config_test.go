package main

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFlagsOverrideTheEnvironmentAndTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(
		t,
		os.WriteFile(file, []byte("[discord]\ntoken = \"from-file\"\n[store]\npath = \"file.db\"\n[log]\nlevel = \"DEBUG\"\n"), 0o600),
	)
	f := settingsFlags{Config: file}
	c, err := f.load()
	require.NoError(t, err)
	assert.Equal(t, "from-file", c.Discord.Token)
	assert.Equal(t, "file.db", c.Store.Path)
	assert.Equal(t, "DEBUG", c.Log.Level.String())
	t.Setenv(tokenVariable, "\ufeff\"Bot from-environment\"\r\n")
	f.DB = "flag.db"
	c, err = f.load()
	require.NoError(t, err)
	assert.Equal(t, "from-environment", c.Discord.Token)
	assert.Equal(t, "flag.db", c.Store.Path)
}

// read returns the configuration of a text, with the faults that name the file f.toml.
func read(text string) (*configuration, []string) {
	r := newConfigReader()
	r.readFile("f.toml", text)
	var faults []string
	if wrong, is := r.check().(configError); is {
		for _, f := range wrong {
			faults = append(faults, f.text)
		}
	}
	return r.config, faults
}

func TestEveryFaultOfAConfigurationIsReportedWithItsLineAndTheFix(t *testing.T) {
	t.Parallel()
	const token = "MTIzNDU2.secret.token"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"no faults":        {"", nil},
		"an empty section": {"[limits]\n", nil},
		"a wrong key":      {"[store]\npth = \"a.db\"\n", []string{"f.toml:2: unknown key store.pth: did you mean path below [store]?"}},
		"a wrong section": {"[stroe]\npath = \"a.db\"\n",
			[]string{"f.toml:2: unknown key stroe.path: did you mean path below [store]?"}},
		"no section": {"\nlevel = \"INFO\"\n", []string{"f.toml:2: unknown key level: did you mean level below [log]?"}},
		"a key of another section": {"[log]\ntables_per_host = 3\n",
			[]string{"f.toml:2: unknown key log.tables_per_host: did you mean tables_per_host below [limits]?"}},
		"nothing like any key": {"[discord]\ncolour = \"red\"\n",
			[]string{"f.toml:2: unknown key discord.colour: config.example.toml lists all that exist"}},
		"an unknown empty section": {"[speed]\n",
			[]string{"f.toml:1: unknown key speed: config.example.toml lists all that exist"}},
		"an inline table":        {"log = { level = \"LOUD\" }", []string{`f.toml:1: log.level is "LOUD", but must be DEBUG, INFO, WARN or ERROR`}},
		"dotted keys":            {"log.level = \"WARN\"\nlog.format = \"xml\"", []string{`f.toml:2: log.format is "xml", but must be text or json`}},
		"a value for a section":  {"log = 3", []string{"f.toml:1: log is a section: write [log] in a line, and its keys below"}},
		"a section as a list":    {"[[log]]\nlevel = \"INFO\"", []string{"f.toml:1: log is a section: write [log] in a line, and its keys below"}},
		"a number for a text":    {"[store]\npath = 3", []string{"f.toml:2: store.path must be text in quotes: a file"}},
		"a text for a number":    {"[discord]\nshards = \"two\"", []string{"f.toml:2: discord.shards must be a whole number: 0 to 10000"}},
		"a fraction":             {"[discord]\nshards = 1.5", []string{"f.toml:2: discord.shards must be a whole number: 0 to 10000"}},
		"a number for a level":   {"[log]\nlevel = 3", []string{"f.toml:2: log.level must be text in quotes: DEBUG, INFO, WARN or ERROR"}},
		"a level in between":     {"[log]\nlevel = \"INFO+2\"", []string{`f.toml:2: log.level is "INFO+2", but must be DEBUG, INFO, WARN or ERROR`}},
		"a lower-case level":     {"[log]\nlevel = \"debug\"", nil},
		"a number too small":     {"[limits]\ntables_per_host = 0", []string{`f.toml:2: limits.tables_per_host is 0, but must be 1 to 100000`}},
		"a number too large":     {"[limits]\ntables_per_server = 100001", []string{`f.toml:2: limits.tables_per_server is 100001, but must be 1 to 100000`}},
		"a wrong URL":            {"[discord]\nurl = \"discord.com\"", []string{"f.toml:2: discord.url must be http:// or https:// and a host, such as http://127.0.0.1:1234"}},
		"a token with a space":   {"[discord]\ntoken = \"Bot secret token\"", []string{"f.toml:2: discord.token has a space, a line break or another character in it"}},
		"an invisible character": {"[discord]\ntoken = \"sec\u200bret\"", []string{"f.toml:2: discord.token has a space, a line break or another character in it"}},
		"Bot before the token":   {"[discord]\ntoken = \"Bot secret\"", nil},
		"a token without quotes": {"[discord]\ntoken = " + token + "\n", []string{"f.toml:2: "}},
		"a token for a number":   {"[discord]\nshards = \"1\"\ntoken = 3", []string{"f.toml:2: discord.shards", "f.toml:3: discord.token must be text in quotes"}},
		"a key that stands twice": {"[log]\nlevel = \"INFO\"\nlevel = \"WARN\"\nformat = \"xml\"",
			[]string{"f.toml:3: "}},
		"an open bracket": {"[discord]\nshards = -1\n[store\npath = \"a\"\n[log]\nformat = \"xml\"",
			[]string{"f.toml:3: "}},
		"everything at once": {
			"[discord]\nshards = -1\nlisten = \"8421\"\npublic_key = \"12\"\n[store]\nurl = \"mysql://db/\"\n" +
				"pasword_file = \"p\"\n[limits]\ntables_per_host = 5\n[log]\nlevel = 7\n",
			[]string{"f.toml:2: discord.shards", "f.toml:3: discord.listen is", "f.toml:4: discord.public_key: ",
				"f.toml:6: store.url must", "f.toml:7: unknown key store.pasword_file: did you mean password_file below [store]?",
				"f.toml:11: log.level"},
		},
		"an address without a key": {"[discord]\nlisten = \":8421\"", nil},
		"a byte order mark":        {"\ufeff[log]\nlevel = \"WARN\"\n", nil},
		"one address for all":      {"[discord]\nlisten = \":8421\"\n[http]\nlisten = \"[::]:8421\"", []string{"f.toml:4: http.listen and discord.listen"}},
		"two addresses on a port":  {"[discord]\nlisten = \"127.0.0.1:8421\"\n[http]\nlisten = \"127.0.0.2:8421\"", nil},
		"any port":                 {"[discord]\nlisten = \":0\"\n[http]\nlisten = \":0\"", nil},
		"a port by its name":       {"[http]\nlisten = \":http\"", nil},
		"an address without port":  {"[http]\nlisten = \"127.0.0.1:\"", []string{"f.toml:2: http.listen is"}},
		"a key without an address": {"[discord]\npublic_key = \"" + goodKey + "\"", []string{"f.toml:2: discord.public_key is set, but discord.listen is not"}},
		"no hexadecimal digit":     {"[discord]\nlisten = \":8421\"\npublic_key = \"" + goodKey[1:] + "g\"", []string{"f.toml:3: discord.public_key: "}},
		"a password for a file":    {"[store]\npath = \"a.db\"\npassword_file = \"p\"", []string{"f.toml:3: store.password_file is set"}},
		"all that is checked beyond the ranges": {
			"[discord]\nlisten = \"8421\"\npublic_key = \"12\"\n[store]\nurl = \"mysql://root:secret@db/\"\npath = \"a\"",
			[]string{"f.toml:2: discord.listen is", "f.toml:3: discord.public_key: ", "f.toml:5: store.url must", "f.toml:6: store.path and"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, faults := read(c.text)
			require.Len(t, faults, len(c.want), faults)
			for i, want := range c.want {
				assert.True(t, strings.HasPrefix(faults[i], want), "%s\nwant: %s", faults[i], want)
				assert.NotContains(t, faults[i], "secret")
			}
		})
	}
}

func TestFaultsOfTheEnvironmentNameTheVariable(t *testing.T) {
	t.Setenv("AMYTIS_SHARDS", "many")
	t.Setenv(tokenVariable, "a secret")
	f := settingsFlags{Config: writeTemp(t, "[discord]\nshards = -3\n")}
	_, err := f.load()
	assert.EqualError(t, err, "the configuration has 2 faults:\n"+
		`AMYTIS_SHARDS: discord.shards is many, but must be 0 to 10000`+"\n"+
		"DISCORD_TOKEN: discord.token has a space, a line break or another character in it that no token has: copy it again")
}

func TestConfigCheckHasExitCodesForScripts(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("AMYTIS_CONFIG", "") // names no file
	good, bad := writeTemp(t, "[log]\nlevel = \"WARN\"\n"), writeTemp(t, "[log]\nlevel = 3\nformt = \"text\"\n")
	for name, c := range map[string]struct {
		args []string
		code int
		want string
	}{
		"good":             {[]string{good}, 0, good + ": ok\n"},
		"good, by a flag":  {[]string{"--config", good}, 0, good + ": ok\n"},
		"bad":              {[]string{bad}, exitWrong, bad + ":2: log.level must"},
		"no file":          {nil, 0, "there is no config.toml: the defaults apply\n"},
		"no such file":     {[]string{filepath.Join(filepath.Dir(good), "none.toml")}, exitFailed, ""},
		"several files":    {[]string{good, bad}, exitFailed, ""},
		"a folder":         {[]string{filepath.Dir(good)}, exitFailed, ""},
		"an unknown flag":  {[]string{"--loud"}, exitFailed, ""},
		"bad, by position": {[]string{"--config", good, bad}, exitWrong, bad + ":3: unknown key log.formt: did you mean format below [log]?"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := amytis(t, "", append([]string{"config", "check"}, c.args...)...)
			assert.Equal(t, c.code, code, errs)
			assert.Contains(t, out, c.want)
			assert.Equal(t, code == exitFailed, errs != "", errs)
		})
	}
	taken := httptest.NewServer(http.NotFoundHandler())
	defer taken.Close()
	code, out, _ := amytis(t, "", "config", "check", writeTemp(t, "[http]\nlisten = \""+taken.Listener.Addr().String()+"\""))
	assert.Equal(t, exitWrong, code)
	assert.Contains(t, strings.Join(strings.Fields(out), " "), "already in use")
	fails(t, exitRefused, bad+":3: unknown key log.formt", "run", "--config", bad)
	require.NoError(t, os.WriteFile("config.toml", []byte("[log]\nlevel = 3\n"), 0o600))
	code, out, _ = amytis(t, "", "config", "check")
	assert.Equal(t, exitWrong, code)
	assert.Contains(t, out, "config.toml:2: ")
}

func TestExampleHasEveryKeyWithDefaultRangeAndReason(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../config.example.toml")
	require.NoError(t, err)
	comments := map[string]string{}
	section := ""
	parts := regexp.MustCompile(`(?m)^\[(\w+)\]$|((?:^# .*\n)+)(?:# )?([a-z_]+) = .*$`)
	for _, part := range parts.FindAllStringSubmatch(string(data), -1) {
		if part[1] != "" {
			section = part[1] + "."
			continue
		}
		assert.NotContains(t, comments, section+part[3])
		comments[section+part[3]] = strings.ReplaceAll(part[2], "\n# ", " ")
	}
	for _, s := range newConfigReader().keys {
		comment := comments[s.key]
		delete(comments, s.key)
		facts := fmt.Sprintf("Default: %s. Range: %s.", cmp.Or(s.tag.Get("default"), "none"), s.possible())
		if s.isLive() {
			facts += " Changes with SIGHUP."
		}
		reason, found := strings.CutSuffix(comment, facts+"\n")
		assert.True(t, found, "%s: the comment must end with: %s\nbut is: %s", s.key, facts, comment)
		assert.Greater(t, len(reason), 40, "%s: the comment says too little", s.key)
	}
	assert.Empty(t, comments, "these keys of config.example.toml do not exist")
	// With path and url both set there is a fault, but no unknown key and no wrong type.
	all := regexp.MustCompile(`(?m)^# ([a-z_]+ = )`).ReplaceAllString(string(data), "$1")
	for _, fault := range second(read(all)) {
		assert.NotContains(t, fault, "unknown")
		assert.NotContains(t, fault, "quotes")
	}
}

func second[A, B any](_ A, b B) B { return b }

func TestExampleConfigurationHasTheDefaults(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../config.example.toml")
	require.NoError(t, err)
	c, faults := read(string(data))
	require.Empty(t, faults)
	assert.Equal(t, newConfigReader().config, c)
}

// TestRangesHoldTheDefaults panics for a range or a default that the type of its key does not have.
func TestRangesHoldTheDefaults(t *testing.T) {
	t.Parallel()
	for _, s := range newConfigReader().keys {
		assert.NotEmpty(t, s.tag.Get("range"), s.key)
		assert.Equal(t, s.tag.Get("default") != "", s.text() != "", "%s is %q without being set", s.key, s.text())
		assert.True(t, s.inRange(), s.key)
	}
}

func TestDurationsCanHaveDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{"90s": 90 * time.Second, "36h": 36 * time.Hour, "30d": 720 * time.Hour,
		"0": 0, "0d": 0} {
		var d duration
		require.NoError(t, d.UnmarshalText([]byte(text)), text)
		assert.Equal(t, duration(want), d)
	}
	for _, text := range []string{"", "d", "-1d", "1.5d", "7", "99999d", "a day"} {
		var d duration
		require.Error(t, d.UnmarshalText([]byte(text)), text)
	}
}

func FuzzConfiguration(f *testing.F) {
	f.Add([]byte("[discord]\ntoken = \"x\"\n"))
	f.Add([]byte("[log]\nlevel = \"WARN\"\nformat = \"json\"\n"))
	f.Add([]byte("[store\npath=1"))
	f.Add([]byte("log = {level = 3, \"for.mat\" = [{}]}\n[[store]]\n[limits]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, faults := read(string(data))
		lines := strings.Count(string(data), "\n") + 1
		for _, fault := range faults {
			var line int
			if n, _ := fmt.Sscanf(fault, "f.toml:%d: ", &line); n == 1 {
				require.LessOrEqual(t, line, lines, fault)
			}
		}
	})
}
