package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

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
	w.Helper()
	open := ask[string](w, `document.documentElement.dataset.ready`)
	return w.world.Channels[slices.IndexFunc(w.world.Channels, func(c *localdiscord.Channel) bool { return c.ID == open })]
}

// portray keeps a picture of every message of the window's channel whose kind has none yet.
func (w *window) portray(channel *localdiscord.Channel) {
	w.Helper()
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
	w.Helper()
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
	w.Helper()
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
