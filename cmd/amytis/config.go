package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/pelletier/go-toml/v2"
)

// configuration is what an operator can set: in a file, by environment, or by
// flags. A flag wins over the environment, and that over the file.
type configuration struct {
	Discord struct {
		Token string `toml:"token"`
		URL   string `toml:"url"`
	} `toml:"discord"`
	Store struct {
		Path string `toml:"path"`
	} `toml:"store"`
	Log struct {
		Level  slog.Level `toml:"level"`
		Format string     `toml:"format"`
	} `toml:"log"`
}

// The environment variable of the token. It has no flag: command lines can be
// read by everybody on a machine.
const tokenVariable = "DISCORD_TOKEN"

// settingsFlags are the flags that say where the settings are.
type settingsFlags struct {
	Config string `help:"The configuration file (TOML); config.toml is read if it is there." placeholder:"FILE" env:"AMYTIS_CONFIG" type:"path"`
	DB     string `name:"db" help:"The store's file." placeholder:"FILE" env:"AMYTIS_DB" type:"path"`
}

// defaultConfig is read if it is there.
const defaultConfig = "config.toml"

// load reads the settings.
func (f *settingsFlags) load() (configuration, error) {
	var c configuration
	c.Store.Path = "amytis.db"
	c.Log.Format = "text"
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
	if f.DB != "" {
		c.Store.Path = f.DB
	}
	if token := os.Getenv(tokenVariable); token != "" {
		c.Discord.Token = token
	}
	return c, c.check()
}

// parseConfig reads a file's text. Its errors say where the mistake is and never
// quote the text, which may hold a token.
func parseConfig(data []byte, c *configuration) error {
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	err := dec.Decode(c)
	var unknown *toml.StrictMissingError
	var place *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		row, column := unknown.Errors[0].Position()
		return fmt.Errorf("line %d, column %d: there is no setting %v", row, column, unknown.Errors[0].Key())
	case errors.As(err, &place):
		row, column := place.Position()
		return fmt.Errorf("line %d, column %d: %s", row, column, place.Error())
	}
	return err
}

// check says which setting cannot be used.
func (c *configuration) check() error {
	if c.Store.Path == "" {
		return errors.New("store.path is empty: it is the file that keeps the games")
	}
	if c.Log.Format != "text" && c.Log.Format != "json" {
		return fmt.Errorf("log.format is %q: it can be text or json", c.Log.Format)
	}
	return nil
}
