package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"amytis/bot/discord/interactions"
	"amytis/bot/discord/rest"
	"amytis/store/postgres"
)

// configuration is everything an operator can set in the file, the environment or flags. A flag
// takes precedence over the environment, and the environment over the file.
//
// The tags say all of a key: its name in the file (toml), its default, its environment variable
// (env), and its values (range), such as "text|json" or "1..9". Words in parentheses only tell an
// operator what belongs there: what must be refused needs a row in the method checks. A reload
// changes the keys with the tag live; others need a restart. A new key also needs its lines in
// config.example.toml.
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

type configCheck struct {
	key   string
	wrong bool
	text  string // what is wrong, after the key
}

// checks returns what must hold beyond the ranges. twoStores means that the file names two.
func (c *configuration) checks(twoStores bool) []configCheck {
	discord, store, contact := c.Discord, c.Store, c.Privacy.Contact
	hasKey, hasListen := discord.PublicKey != "", discord.Listen != ""
	_, badKey := interactions.ParsePublicKey(discord.PublicKey)
	return []configCheck{
		{"discord.token", rest.TokenFault(discord.Token) != "", " " + rest.TokenFault(discord.Token)},
		{"discord.url", wrongURL(discord.URL), " must be http:// or https:// and a host, such as http://127.0.0.1:1234"},
		{"discord.public_key", hasKey && !hasListen, " is set, but discord.listen is not: interactions by HTTP need an address"},
		{"discord.public_key", hasKey && badKey != nil, fmt.Sprintf(": %v", badKey)},
		{"discord.listen", wrongAddress(discord.Listen), fmt.Sprintf(noAddress, discord.Listen)},
		{"store.path", store.Path == "", " is empty: it must name the file that keeps the games"},
		{"store.path", twoStores, " and store.url are both set: keep the one that says where the games are"},
		{"store.url", store.URL != "" && !postgres.IsURL(store.URL),
			" must begin with postgres://, as in postgres://amytis@db.example.org/amytis"},
		{"store.password_file", store.PasswordFile != "" && store.URL == "",
			" is set, but a store in a file has no password: set store.url as well"},
		{"store.path", urlScheme.MatchString(store.Path), " is a URL: a database belongs into store.url"},
		{"http.listen", wrongAddress(c.HTTP.Listen), fmt.Sprintf(noAddress, c.HTTP.Listen)},
		{"http.listen", sameAddress(c.HTTP.Listen, discord.Listen), fmt.Sprintf(sameThing, discord.Listen)},
		{"HTTPS_PROXY", wrongProxy(os.Getenv("HTTPS_PROXY")), " must begin with http://, https:// or socks5://"},
		{"privacy.contact", utf8.RuneCountInString(contact) > maxContact || strings.ContainsAny(contact, "\r\n"),
			" must be at most 200 characters in one line, such as a mail address"},
	}
}

const (
	noAddress = " is %q, but must be an address and a port, such as 127.0.0.1:8421"
	sameThing = " and discord.listen are one address, %s: give each a port of its own"
	// maxContact leaves room for the rest of the answer to /privacy.
	maxContact = 200
)

func wrongURL(text string) bool {
	u, err := url.Parse(text)
	return text != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https")
}

// wrongProxy reports whether the gateway cannot use a proxy.
func wrongProxy(text string) bool {
	scheme, _, isURL := strings.Cut(text, "://")
	return isURL && !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, scheme)
}

func wrongAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	_, unknown := net.LookupPort("tcp", port)
	return text != "" && (err != nil || port == "" || unknown != nil)
}

// sameAddress reports whether two programs cannot listen on two addresses at once.
func sameAddress(a, b string) bool {
	host, port, _ := net.SplitHostPort(a)
	other, same, _ := net.SplitHostPort(b)
	isAll := func(host string) bool { return host == "" || net.ParseIP(host).IsUnspecified() }
	return port != "" && port != "0" && port == same && (host == other || isAll(host) || isAll(other))
}

// tokenVariable has no flag, because other users of a machine can read command lines.
const tokenVariable = "DISCORD_TOKEN"

// settingsFlags are the flags that say where the settings and the store are.
type settingsFlags struct {
	Config string `help:"Configuration file (TOML). Default: config.toml, if it exists." placeholder:"FILE" env:"AMYTIS_CONFIG" type:"place"`
	DB     string `name:"db" help:"Store, which keeps all games: a file, or the URL of a PostgreSQL database. Default: store.path or store.url of the configuration, or amytis.db." placeholder:"FILE" env:"AMYTIS_DB" type:"place"`
}

// botFlags are the flags of commands about a bot. They take precedence over its settings.
type botFlags struct {
	settingsFlags
	HTTP       string `name:"http" help:"Address at which the bot serves its health (/healthz) and its metrics (/metrics), such as 127.0.0.1:9420. Default: http.listen of the configuration, or none." placeholder:"ADDRESS" env:"AMYTIS_HTTP"`
	DiscordURL string `name:"discord-url" help:"URL of another server to use in place of Discord, for tests. Default: the real Discord." placeholder:"URL" env:"AMYTIS_DISCORD_URL"`
}

func (f *botFlags) load() (configuration, error) {
	return f.read(map[string]string{"http.listen": f.HTTP, "discord.url": f.DiscordURL})
}

// defaultConfig is read if it exists and --config names no file.
const defaultConfig = "config.toml"

func (f *settingsFlags) load() (configuration, error) { return f.read(nil) }

// read reads the settings and checks them. flags are texts by key. The error is a configError if
// some are wrong; the others are returned all the same.
func (f *settingsFlags) read(flags map[string]string) (configuration, error) {
	r := newConfigReader()
	r.readFlagsAndEnvironment(flags)
	file, asked := f.file()
	data, unreadable := os.ReadFile(file)
	switch {
	case errors.Is(unreadable, fs.ErrNotExist) && !asked:
		unreadable = nil
	case unreadable != nil:
		unreadable = fmt.Errorf("configuration: %w", unreadable)
	default:
		r.readFile(file, string(data))
	}
	switch c := r.config; {
	case postgres.IsURL(f.DB):
		c.Store.URL = f.DB
	case f.DB != "":
		c.Store.Path, c.Store.URL, c.Store.PasswordFile = f.DB, "", ""
	}
	r.config.Discord.Token = rest.CleanToken(r.config.Discord.Token)
	faults := r.check()
	return *r.config, cmp.Or(unreadable, faults)
}

// ProvidePlace gives the store to the Run methods of commands.
func (f *settingsFlags) ProvidePlace() (storePlace, error) {
	c, err := f.load()
	return c.place(), err
}

// file returns the path of the configuration file, and whether it must exist.
func (f *settingsFlags) file() (path string, asked bool) {
	if f.Config == "" {
		_, missing := os.Lstat(defaultConfig)
		return defaultConfig, missing == nil // a link to nothing is there
	}
	return f.Config, true
}

func (c *configuration) place() storePlace {
	if c.Store.URL != "" {
		return storePlace{c.Store.URL, c.Store.PasswordFile}
	}
	return storePlace{where: c.Store.Path}
}

type configCommand struct {
	Check configCheckCommand `cmd:"" help:"Check the configuration: the file, and the environment variables that are set. Prints each fault with its line and what would be right; if a line is no TOML, only that. Exit code 0: no faults; 1: faults; 2: the file cannot be read."`
}

type configCheckCommand struct {
	settingsFlags
	File string `arg:"" optional:"" help:"File to check. Default: that of --config, or config.toml." type:"path"`
}

func (c *configCheckCommand) Run(ctx context.Context, std streams) error {
	if c.File != "" {
		c.Config = c.File
	}
	s, err := c.load()
	if faults, is := errors.AsType[configError](err); is {
		for _, fault := range faults {
			fmt.Fprintln(std.out, fault.text)
		}
		return &exitError{code: exitWrong}
	}
	if err != nil {
		return err
	}
	d := newDoctor(s)
	d.addresses(ctx)
	d.backups()
	if d.problems() > 0 {
		d.print(std.out)
		return &exitError{code: exitWrong}
	}
	file, _ := c.file()
	if _, err := os.Stat(file); err != nil {
		fmt.Fprintf(std.out, "there is no %s: the defaults apply\n", file)
		return nil
	}
	fmt.Fprintf(std.out, "%s: ok\n", file)
	return nil
}
