// Package reader_test has a player who does not see: it knows a game only by the texts of messages,
// text boards and the labels of controls. Its tests check that what can be read is the whole View.
package reader_test

import (
	"flag"
	"testing"

	"amytis/bot/e2e/harness"
)

// everyLanguage is the flag -languages.
var everyLanguage = flag.Bool("languages", false, "play each kind of game in every language, not in one")

func TestMain(m *testing.M) { harness.Main(m) }
