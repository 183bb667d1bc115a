package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strconv"

	"github.com/pelletier/go-toml/v2"

	"amytis/store/postgres"
)

// configuration is everything an operator can set in the file, the environment or flags. A flag
// takes precedence over the environment, and the environment over the file.
type configuration struct {
	Discord struct {
		Token     string `toml:"token"`
		URL       string `toml:"url"`
		Shards    int    `toml:"shards"`
		PublicKey string `toml:"public_key"`
		Listen    string `toml:"listen"`
	} `toml:"discord"`
	Store struct {
		Path         string `toml:"path"`
		URL          string `toml:"url"`
		PasswordFile string `toml:"password_file"`
	} `toml:"store"`
	HTTP struct {
		Listen string `toml:"listen" range:"(an address and a port)"`
	} `toml:"http"`
	Limits struct {
		TablesPerHost   int `toml:"tables_per_host"`
		TablesPerServer int `toml:"tables_per_server"`
	} `toml:"limits"`
	Log struct {
		Level  slog.Level `toml:"level"`
		Format string     `toml:"format"`
	} `toml:"log"`
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

// load reads the settings and checks them.
func (f *settingsFlags) load() (configuration, error) {
	var c configuration
	c.Store.Path = "amytis.db"
	c.Log.Format = "text"
	c.Limits.TablesPerHost, c.Limits.TablesPerServer = 10, 200
	file, asked := f.Config, true
	if file == "" {
		file, asked = defaultConfig, false
	}
	data, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !asked:
	case err != nil:
		return c, fmt.Errorf("configuration: %w", err)
	default:
		if err := parseConfig(data, &c); err != nil {
			return c, fmt.Errorf("configuration %s: %w", file, err)
		}
	}
	switch {
	case postgres.IsURL(f.DB):
		c.Store.URL = f.DB
	case f.DB != "":
		c.Store.Path, c.Store.URL, c.Store.PasswordFile = f.DB, "", ""
	}
	if token := os.Getenv(tokenVariable); token != "" {
		c.Discord.Token = token
	}
	if err := c.readShards(); err != nil {
		return c, err
	}
	return c, c.check()
}

// shardsVariable is the environment variable of the number of shards.
const shardsVariable = "AMYTIS_SHARDS"

// readShards takes the number of shards from the environment, if it is there.
func (c *configuration) readShards() (err error) {
	text := os.Getenv(shardsVariable)
	if text == "" {
		return nil
	}
	if c.Discord.Shards, err = strconv.Atoi(text); err != nil {
		return fmt.Errorf("%s is %q, but must be a number", shardsVariable, text)
	}
	return nil
}

// parseConfig reads the text of a file. Its errors name the position but never quote the text,
// which may contain a token.
func parseConfig(data []byte, c *configuration) error {
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	err := dec.Decode(c)
	var unknown *toml.StrictMissingError
	var place *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		row, column := unknown.Errors[0].Position()
		return fmt.Errorf("line %d, column %d: unknown setting %v", row, column, unknown.Errors[0].Key())
	case errors.As(err, &place):
		row, column := place.Position()
		return fmt.Errorf("line %d, column %d: %s", row, column, place.Error())
	}
	if err != nil {
		return err
	}
	return checkStorePlaces(data)
}

// checkStorePlaces returns an error for a file that names two stores.
func checkStorePlaces(data []byte) error {
	var named struct {
		Store struct {
			Path *string `toml:"path"`
			URL  *string `toml:"url"`
		} `toml:"store"`
	}
	if err := toml.Unmarshal(data, &named); err != nil {
		return err
	}
	if named.Store.Path != nil && named.Store.URL != nil {
		return errors.New("store.path and store.url are both set: keep the one that says where the games are")
	}
	return nil
}

// place returns where the store is.
func (c *configuration) place() storePlace {
	if c.Store.URL != "" {
		return storePlace{c.Store.URL, c.Store.PasswordFile}
	}
	return storePlace{where: c.Store.Path}
}

// check returns an error for the first setting that cannot be used.
func (c *configuration) check() error {
	if c.Store.Path == "" {
		return errors.New("store.path is empty: it must name the file that keeps the games")
	}
	if c.Store.URL != "" && !postgres.IsURL(c.Store.URL) {
		return errors.New("store.url must begin with postgres://, as in postgres://amytis@db.example.org/amytis")
	}
	if c.Store.PasswordFile != "" && c.Store.URL == "" {
		return errors.New("store.password_file is set, but a store in a file has no password: set store.url as well")
	}
	if c.Discord.Shards < 0 {
		return fmt.Errorf("discord.shards is %d, but must be 1 or more, or 0 for the number that Discord recommends",
			c.Discord.Shards)
	}
	if err := c.checkEndpoint(); err != nil {
		return err
	}
	if c.Limits.TablesPerHost < 1 {
		return fmt.Errorf("limits.tables_per_host is %d, but must be 1 or more", c.Limits.TablesPerHost)
	}
	if c.Limits.TablesPerServer < 1 {
		return fmt.Errorf("limits.tables_per_server is %d, but must be 1 or more", c.Limits.TablesPerServer)
	}
	if c.Log.Format != "text" && c.Log.Format != "json" {
		return fmt.Errorf("log.format is %q, but must be text or json", c.Log.Format)
	}
	return nil
}
