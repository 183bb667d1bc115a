package page_test

import (
	"bytes"
	"flag"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the README's picture of the page")

// maxReadmePicture is how many bytes a picture of the README may have.
const maxReadmePicture = 200_000

// TestTheReadmeShowsThePage takes the picture of the README: a game after a few turns, and the
// panel of the player whose turn it is. Browsers draw letters differently, so the picture is not
// compared with the one in the repository. -update replaces that one.
func TestTheReadmeShowsThePage(t *testing.T) {
	t.Parallel()
	p, windows := table(t, 3, clicked[0], desktop)
	windows[0].resize(size{1200, 960})
	random := rand.New(rand.NewPCG(5, 5))
	turns := 4
	if *update {
		turns = 9
	}
	playTurns(windows, random, turns, func() { restartBot(p) })
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
