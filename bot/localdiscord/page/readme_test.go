package page_test

import (
	"bytes"
	"flag"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
	enginetable "amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

var update = flag.Bool("update", false, "rewrite the README's picture of the page")

// maxReadmePicture is how many bytes a picture of the README may have.
const maxReadmePicture = 200_000

// TestTheReadmeShowsThePage takes the first picture of the README: a game after a few turns, and
// the panel of the player whose turn it is.
func TestTheReadmeShowsThePage(t *testing.T) {
	if !*update {
		longrun.Only(t, "turns by clicks take long")
	}
	t.Parallel()
	windows := table(t, 3, clicked[0], desktop)
	windows[0].resize(size{1200, 960})
	random := rand.New(rand.NewPCG(5, 5))
	turns := 4
	if *update {
		turns = 9
	}
	playTurns(windows, random, turns)
	ana, eve := windows[0], windows[1]
	const menu = panel + `?.querySelector('.select:not(:disabled)')`
	for open := false; !open; {
		if eve.myTurn() {
			eve.turn(random)
		}
		// For a moment after her turn, Ana's window can still show the message that called her. Its
		// panel has no menu.
		if ana.myTurn() {
			ana.openPanel()
			open = ana.holds(menu)
		}
	}
	ana.reach(menu)
	ana.await("the menu", panel+`?.querySelector('.listbox:not([hidden])')`)
	const name = "readme"
	ana.capture(name)
	ana.resize(phone)
	ana.fits()

	compareReadme(t, name)
}

// TestTheReadmeShowsTheGamesBoard takes a picture of the message that lists a server's games, with
// a lobby, a running game, and a bot that was restarted meanwhile.
func TestTheReadmeShowsTheGamesBoard(t *testing.T) {
	if !*update {
		longrun.Only(t, "the tests of the board look at its message")
	}
	t.Parallel()
	p := play(t, 3)
	p.begun(clicked[0])
	opened := localdiscord.Args{"game": "babel"}
	p.answer(p.world.Cleo.Slash(t.Context(), p.world.Babel, "game new", opened))
	p.stopBot()
	db, err := bolt.Open(filepath.Join(p.folder, "amytis.db"), bolt.Options{Program: "test"})
	require.NoError(t, err)
	guild, at := enginetable.ParseID[enginetable.GuildID](localdiscord.BabylonID), enginetable.ParseID[enginetable.ChannelID](towersID)
	require.NoError(t, db.ChangeSettings(t.Context(), guild, func(s *store.Settings) error {
		s.Board = at
		return nil
	}))
	require.NoError(t, db.Close())
	p.startBot()
	var board *localdiscord.Message
	require.Eventually(t, func() bool {
		board = p.world.Towers.Last()
		return board != nil && len(board.Controls()) == 1
	}, patience, time.Millisecond)
	w := p.window("ana", towersID, phone)
	w.await("the board", `document.getElementById(%q)`, "m"+board.ID)
	const name = "readme-board"
	require.NoError(t, os.MkdirAll(artifacts, 0o755))
	w.capturePart(filepath.Join(artifacts, name+".png"), "m"+board.ID, portraitWindows[550])
	compareReadme(t, name)
	w.resize(phone)
	w.press("Join: Babel")
	w.await("the seat", says("You have a seat"))
}

// compareReadme compares the size of a picture that was taken with that of the README's. Browsers
// draw letters differently, so that is all. -update replaces the README's.
func compareReadme(t *testing.T, name string) {
	t.Helper()
	taken, err := os.ReadFile(filepath.Join(artifacts, name+".png"))
	require.NoError(t, err)
	shown := filepath.Join("testdata", name+".png")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(shown, taken, 0o644))
	}
	checkedIn, err := os.ReadFile(shown)
	require.NoError(t, err)
	assert.Less(t, len(checkedIn), maxReadmePicture)
	want, err := png.DecodeConfig(bytes.NewReader(taken))
	require.NoError(t, err)
	have, err := png.DecodeConfig(bytes.NewReader(checkedIn))
	require.NoError(t, err)
	assert.Equal(t, want, have)
}
