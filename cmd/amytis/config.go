package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strings"
	"unicode/utf8"

	"amytis/bot/discord/interactions"
	"amytis/store/postgres"
)

// configuration is everything an operator can set in the file, the environment or flags. A flag
// takes precedence over the environment, and the environment over the file.
//
// The tags are all that the program needs to know of a key: its name in the file (toml), its value
// if nobody sets it (default), its environment variable (env), and its possible values (range): "|"
// separates alternatives, "1..9" is all from 1 to 9. Words in parentheses describe values that
// configChecks checks. A key with the tag live changes when the configuration is reloaded; others
// need a restart. A new key also needs its lines in config.example.toml.
type configuration struct {
	Discord struct {
		Token     string `toml:"token" env:"DISCORD_TOKEN" range:"(a bot token, or none for the playground)"`
		URL       string `toml:"url" range:"(http:// or https:// and a host)"`
		Shards    int    `toml:"shards" env:"AMYTIS_SHARDS" default:"0" range:"0..10000"`
		PublicKey string `toml:"public_key" range:"(64 hex digits)"`
		Listen    string `toml:"listen" range:"(an address and a port)"`
	} `toml:"discord"`
	Store struct {
		Path         string `toml:"path" default:"amytis.db" range:"(a file)"`
		URL          string `toml:"url" range:"(postgres:// and a database)"`
		PasswordFile string `toml:"password_file" range:"(a file)"`
		KeepDays     int    `toml:"keep_days" default:"0" range:"0..36500"`

		BackupDir   string   `toml:"backup_dir" range:"(a folder)"`
		BackupEvery duration `toml:"backup_every" default:"1d" range:"10m..30d"`
		BackupKeep  int      `toml:"backup_keep" default:"7" range:"1..10000"`
	} `toml:"store"`
	Privacy struct {
		Contact string `toml:"contact" range:"(at most 200 characters in one line)"`
	} `toml:"privacy"`
	HTTP struct {
		Listen string `toml:"listen" range:"(an address and a port)"`
	} `toml:"http"`
	Limits struct {
		TablesPerHost   int `toml:"tables_per_host" default:"10" range:"1..100000" live:""`
		TablesPerServer int `toml:"tables_per_server" default:"200" range:"1..100000" live:""`
	} `toml:"limits"`
	Log struct {
		Level  slog.Level `toml:"level" default:"INFO" range:"DEBUG|INFO|WARN|ERROR" live:""`
		Format string     `toml:"format" default:"text" range:"text|json"`
	} `toml:"log"`
}

// configChecks are what must hold beyond the ranges of the keys. A check returns what is wrong with
// its key, "" for nothing. named reports whether the file has a key.
var configChecks = []struct {
	key   string
	fault func(c *configuration, named func(key string) bool) string
}{
	{"discord.token", func(c *configuration, _ func(string) bool) string {
		if token := strings.TrimSpace(strings.TrimPrefix(c.Discord.Token, "Bot ")); strings.ContainsAny(token, " \t\r\n") {
			return "discord.token has a space or a line break in it: copy it again"
		}
		return ""
	}},
	{"discord.url", func(c *configuration, _ func(string) bool) string {
		u, err := url.Parse(c.Discord.URL)
		if c.Discord.URL != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			return "discord.url must be http:// or https:// and a host, such as http://127.0.0.1:1234"
		}
		return ""
	}},
	{"discord.public_key", func(c *configuration, _ func(string) bool) string {
		if c.Discord.PublicKey == "" {
			return ""
		}
		if c.Discord.Listen == "" {
			return "discord.public_key is set, but discord.listen is not: interactions by HTTP need both"
		}
		if _, err := interactions.ParsePublicKey(c.Discord.PublicKey); err != nil {
			return fmt.Sprintf("discord.public_key: %v", err)
		}
		return ""
	}},
	{"discord.listen", func(c *configuration, _ func(string) bool) string {
		if c.Discord.Listen == "" {
			return ""
		}
		if c.Discord.PublicKey == "" {
			return "discord.listen is set, but discord.public_key is not: interactions by HTTP need both"
		}
		return addressFault("discord.listen", c.Discord.Listen)
	}},
	{"store.path", func(c *configuration, named func(string) bool) string {
		if c.Store.Path == "" {
			return "store.path is empty: it must name the file that keeps the games"
		}
		if named("store.path") && named("store.url") {
			return "store.path and store.url are both set: keep the one that says where the games are"
		}
		return ""
	}},
	{"store.url", func(c *configuration, _ func(string) bool) string {
		if c.Store.URL != "" && !postgres.IsURL(c.Store.URL) {
			return "store.url must begin with postgres://, as in postgres://amytis@db.example.org/amytis"
		}
		return ""
	}},
	{"store.password_file", func(c *configuration, _ func(string) bool) string {
		if c.Store.PasswordFile != "" && c.Store.URL == "" {
			return "store.password_file is set, but a store in a file has no password: set store.url as well"
		}
		return ""
	}},
	{"http.listen", func(c *configuration, _ func(string) bool) string {
		if c.HTTP.Listen == "" {
			return ""
		}
		return addressFault("http.listen", c.HTTP.Listen)
	}},
	{"privacy.contact", func(c *configuration, _ func(string) bool) string { return contactFault(c.Privacy.Contact) }},
}

// addressFault returns what is wrong with an address to listen on, "" for nothing.
func addressFault(key, address string) string {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return fmt.Sprintf("%s is %q, but must be an address and a port, such as 127.0.0.1:8421", key, address)
	}
	return ""
}

// tokenVariable is the environment variable of the token. There is no flag for it, because other
// users of a machine can read command lines.
const tokenVariable = "DISCORD_TOKEN"

// settingsFlags are the flags that say where the settings and the store are.
type settingsFlags struct {
	Config string `help:"Configuration file (TOML). Default: config.toml, if it exists." placeholder:"FILE" env:"AMYTIS_CONFIG" type:"path"`
	DB     string `name:"db" help:"Store, which keeps all games: a file, or the URL of a PostgreSQL database. Default: store.path or store.url of the configuration, or amytis.db." placeholder:"FILE" env:"AMYTIS_DB" type:"place"`
}

// defaultConfig is the configuration file that is read if it exists and --config names none.
const defaultConfig = "config.toml"

// load reads the settings and checks them. The error is a configError if some are wrong. What could
// be read is returned in any case.
func (f *settingsFlags) load() (configuration, error) {
	r := newConfigReader()
	file, asked := f.file()
	data, unreadable := os.ReadFile(file)
	switch {
	case errors.Is(unreadable, fs.ErrNotExist) && !asked:
		unreadable = nil
	case unreadable != nil:
		unreadable = fmt.Errorf("configuration: %w", unreadable)
	default:
		r.readFile(file, data)
	}
	r.readEnvironment()
	switch c := r.config; {
	case postgres.IsURL(f.DB):
		c.Store.URL = f.DB
	case f.DB != "":
		c.Store.Path, c.Store.URL, c.Store.PasswordFile = f.DB, "", ""
	}
	r.check()
	return *r.config, cmp.Or(unreadable, r.err())
}

// file returns the path of the configuration file, and whether it must exist.
func (f *settingsFlags) file() (path string, asked bool) {
	if f.Config == "" {
		return defaultConfig, false
	}
	return f.Config, true
}

// place returns where the store is.
func (c *configuration) place() storePlace {
	if c.Store.URL != "" {
		return storePlace{c.Store.URL, c.Store.PasswordFile}
	}
	return storePlace{where: c.Store.Path}
}

// maxContact leaves room for the rest of the answer to /privacy.
const maxContact = 200

// contactFault returns what is wrong with a contact, "" for nothing.
func contactFault(contact string) string {
	if utf8.RuneCountInString(contact) > maxContact || strings.ContainsAny(contact, "\r\n") {
		return "privacy.contact must be at most 200 characters in one line, such as a mail address"
	}
	return ""
}
