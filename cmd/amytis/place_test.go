package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStoreIsWhereTheFlagOrTheFileSays(t *testing.T) {
	const url = "postgres://amytis@db/amytis"
	for name, c := range map[string]struct {
		file, flag string
		want       storePlace
	}{
		"nothing":                      {"", "", storePlace{where: "amytis.db"}},
		"a path":                       {`path = "file.db"`, "", storePlace{where: "file.db"}},
		"a URL":                        {`url = "` + url + `"`, "", storePlace{where: url}},
		"a URL and a password":         {"url = \"" + url + "\"\npassword_file = \"p\"", "", storePlace{url, "p"}},
		"a path, and a URL as flag":    {`path = "file.db"`, url, storePlace{where: url}},
		"a URL, and a path as flag":    {"url = \"" + url + "\"\npassword_file = \"p\"", "flag.db", storePlace{where: "flag.db"}},
		"a URL, and a URL as flag":     {`url = "postgres://other/"`, url, storePlace{where: url}},
		"another spelling of a scheme": {`url = "postgresql://db/"`, "", storePlace{where: "postgresql://db/"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := settingsFlags{Config: writeTemp(t, "[store]\n"+c.file+"\n"), DB: c.flag}
			s, err := f.load()
			require.NoError(t, err)
			assert.Equal(t, c.want, s.place())
		})
	}
}

func TestPlacesShowNoPasswords(t *testing.T) {
	for where, want := range map[string]string{
		"amytis.db": "amytis.db",
		"postgres://amytis@db.example.org:5433/games":                "postgres://amytis@db.example.org:5433/games",
		"postgres://amytis:secret@db/games":                          "postgres://amytis:xxxxx@db/games",
		"postgres://db/games?password=secret&sslmode=verify-full":    "postgres://db/games",
		"postgres://amytis:sec%ret@db/games":                         "the PostgreSQL database",
		filepath.Join("postgres:", "not a URL but a strange folder"): filepath.Join("postgres:", "not a URL but a strange folder"),
	} {
		assert.Equal(t, want, storePlace{where: where}.String())
	}
}

func TestComposeFilesSetVariablesThatTheProgramReads(t *testing.T) {
	t.Parallel()
	for file, want := range map[string][]string{
		"compose.yaml":  {tokenVariable},
		"replicas.yaml": {tokenVariable, "AMYTIS_DB"},
	} {
		compose, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(compose), "dockerfile: cmd/amytis/Containerfile")
		found := map[string]string{}
		for _, v := range regexp.MustCompile(`(?m)^ +(AMYTIS_\w+|DISCORD_\w+): (.+)$`).FindAllStringSubmatch(string(compose), -1) {
			found[v[1]] = v[2]
		}
		require.ElementsMatch(t, want, slices.Collect(maps.Keys(found)), file)
		if where, is := found["AMYTIS_DB"]; is {
			assert.Equal(t, "postgres://amytis@postgres/amytis", storePlace{where: where}.String())
		}
	}
}

// PRIVACY.md links the templates, whose only words in capitals are to be replaced.
func TestTemplatesOfPoliciesAreLinked(t *testing.T) {
	t.Parallel()
	privacy, err := os.ReadFile("PRIVACY.md")
	require.NoError(t, err)
	words := map[string]bool{}
	for _, name := range []string{"privacy-policy.md", "terms-of-service.md"} {
		require.Contains(t, string(privacy), "("+name+")")
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Contains(t, string(text), "30 days")
		for _, word := range regexp.MustCompile(`\b[A-Z_]{3,}\b`).FindAllString(string(text), -1) {
			words[word] = true
		}
	}
	require.ElementsMatch(t, []string{
		"BOT_NAME", "HOST_NAME", "CONTACT", "DATE", "COUNTRY", "LOG_DAYS", "KEEP_DAYS", "BACKUP_DAYS", "PRIVACY_POLICY_URL",
	}, slices.Collect(maps.Keys(words)))
}
