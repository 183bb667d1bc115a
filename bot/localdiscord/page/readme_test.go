package page_test

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
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
	p := play(t, 3)
	p.begun(clicked[0])
	ana, eve := p.window("ana", gardensID, size{1200, 960}), p.window("eve", gardensID, desktop)
	random := rand.New(rand.NewPCG(5, 5))
	turns := 4
	if *update {
		turns = 9
	}
	playTurns([]*window{ana, eve}, random, turns)
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

// compareReadme compares the sizes of a picture that was taken and of the README's. Browsers
// draw letters differently, so that is all. -update replaces the README's.
func compareReadme(t *testing.T, name string) {
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

// portraitsIn in the environment names a folder for pictures of every kind of message, for people
// to look at.
const portraitsIn = "AMYTIS_PORTRAITS"

// The widths of windows in which a picture is 350 and 550 wide.
var portraitWindows = map[int]int64{350: 418, 550: 618}

// kind tells messages apart that look different: by who sees them, controls and pictures.
func kind(m *localdiscord.Message) string {
	parts := []string{map[bool]string{true: "own", false: "all"}[m.Ephemeral()]}
	for _, c := range m.Controls() {
		action, _, _ := strings.Cut(c.CustomID, ":")
		parts = append(parts, action)
	}
	for _, a := range m.Attachments {
		view, _, _ := strings.Cut(a.Filename, "-")
		parts = append(parts, view)
	}
	if m.Interaction != nil && m.Interaction.Name != "" {
		parts = append(parts, strings.ReplaceAll(m.Interaction.Name, " ", "-"))
	}
	return strings.Join(slices.Compact(parts), "-")
}

// channel is the one that the window shows.
func (w *window) channel() *localdiscord.Channel {
	open := ask[string](w, `document.documentElement.dataset.ready`)
	return w.world.Channels[slices.IndexFunc(w.world.Channels, func(c *localdiscord.Channel) bool { return c.ID == open })]
}

// portray keeps a picture of every message of the window's channel whose kind has none yet.
func (w *window) portray(channel *localdiscord.Channel) {
	folder := os.Getenv(portraitsIn)
	if folder == "" {
		return
	}
	require.NoError(w, os.MkdirAll(folder, 0o755))
	for _, m := range w.user().Messages(channel) {
		name := filepath.Join(folder, fmt.Sprintf("%s-%.90s", channel.Name, kind(m)))
		if _, err := os.Stat(name + "-350.png"); err == nil || m.Loading() {
			continue
		}
		for wide, window := range portraitWindows {
			w.capturePart(fmt.Sprintf("%s-%d.png", name, wide), "m"+m.ID, window)
		}
	}
	w.resize(phone)
}

// capturePart writes a picture of an element, in a window so high that the whole of it is seen.
func (w *window) capturePart(file, id string, width int64) {
	tell(w, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: 6000, DeviceScaleFactor: 1, Mobile: true})
	w.await("the pictures are there", `innerWidth === %d && [...document.images].every((i) => i.complete)`, width)
	at := ask[*box](w, `document.getElementById(%q)?.getBoundingClientRect().toJSON()`, id)
	if at == nil || at.Height == 0 {
		return // it was deleted meanwhile
	}
	png := tell(w, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{
		Clip: &cdppage.Viewport{X: at.X, Y: at.Y, Width: at.Width, Height: at.Height, Scale: 1},
	}).Data
	require.NoError(w, os.WriteFile(file, png, 0o644))
}

// asked are the commands whose answers are portrayed besides the turns.
var asked = []string{
	"help", "rules", "board", "game status", "game mine", "game hint", "game record", "leaderboard", "profile",
	"stats", "settings", "me pings", "me quiet", "me zone", "me away", "me private", "privacy", "learn", "game new",
	"game replace", "game skip", "game stand-in", "game back", "game resign", "game abort", "game rematch", "replay", "review",
}

// portrayAnswers keeps pictures of what the bot answers to commands.
func (w *window) portrayAnswers(channel *localdiscord.Channel) {
	if os.Getenv(portraitsIn) == "" {
		return
	}
	for _, command := range asked {
		in, err := w.user().Slash(w.ctx, channel, command, nil)
		if err != nil {
			w.Logf("%s: %v", command, err) // it needs an option, or is not for this person
			continue
		}
		w.answer(in, nil)
		w.portray(channel)
	}
}
