package page_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"amytis/bot/control"
	"amytis/bot/localdiscord"
)

// kindsFolder is the folder of the screenshots of each kind of message, among the artifacts.
var kindsFolder = filepath.Join(filepath.Dir(artifacts), "kinds")

// The windows in which pictures are 550 and 350 wide. They are tall enough for every message.
var (
	wide   = size{900, 4000}
	narrow = size{wideAs350.width, 4000}
)

// album takes screenshots of the messages of a game.
type album struct {
	*playground
	game    string
	channel *localdiscord.Channel
	others  []*localdiscord.User // the players besides Ana
	turns   int                  // turns before most screenshots are taken
	random  *rand.Rand
	windows map[int]*window // by the width of pictures
	taken   int
}

// TestEveryKindOfMessageOnAScreenshot takes pictures of messages for people to look at. It plays a
// part of each game, and asks for those that belong to no running game. It only checks that no
// message is wider than a phone. It runs in CI.
func TestEveryKindOfMessageOnAScreenshot(t *testing.T) {
	if testing.Short() || os.Getenv(browserRequired) == "" {
		t.Skip("these screenshots are for the artifacts of CI: set " + browserRequired)
	}
	t.Parallel()
	require.NoError(t, os.RemoveAll(kindsFolder))
	require.NoError(t, os.MkdirAll(kindsFolder, 0o755))
	for name, take := range map[string]func(*testing.T){"games": takeGames, "apart": takeApart} {
		t.Run(name, func(t *testing.T) { t.Parallel(); take(t) })
	}
}

// albumWindows returns windows of Ana's for an album, by the width of their pictures.
func (p *playground) albumWindows() map[int]*window {
	p.Helper()
	return map[int]*window{550: p.window("ana", gardensID, wide), 350: p.window("ana", gardensID, narrow)}
}

// takeGames fills an album of each game.
func takeGames(t *testing.T) {
	often := timing
	often.LiveBeat = beat
	p := playTimed(t, 41, often)
	windows := p.albumWindows()
	for i, game := range wholeGames {
		a := &album{turns: []int{8, 4, 4}[i], playground: p, game: game.name, channel: p.world.Channels[i], windows: windows,
			others: []*localdiscord.User{p.world.Eve, p.world.Dan}[:len(game.players)-1], random: rand.New(rand.NewPCG(uint64(i), 4))}
		for _, w := range windows {
			w.run(chromedp.Navigate(fmt.Sprintf("%s/?as=ana&channel=%s", p.page.URL(), game.channel)))
			w.await("the channel is there", `document.documentElement.dataset.ready === %q`, game.channel)
		}
		a.fill()
		if game.channel == towersID {
			a.game, a.taken = "quick", 0
			a.fillQuick()
		}
	}
	require.Empty(t, p.world.Violations())
}

// fill takes the screenshots of one game between Ana, who looks on, and the others.
func (a *album) fill() {
	a.Helper()
	ana := a.world.Ana
	a.command(ana, "game new", localdiscord.Args{"game": a.game, "hints": true})
	lobby := a.newest(control.Join)
	a.shoot("lobby", lobby)
	for _, u := range a.others {
		a.press(u, lobby, control.Join)
	}
	a.press(ana, a.newest(control.Start), control.Start)
	a.shoot("start", a.newest(control.Panel))
	for n := 0; n < a.turns || !a.calls(ana); n++ {
		a.turn(a.next(), nil)
	}
	table := a.newest(control.Panel)
	a.shoot("table", table)
	a.shoot("hint", a.command(ana, "game hint", nil))
	a.shoot("boards", a.press(ana, table, control.Boards))
	a.shoot("board", a.command(ana, "board", nil))
	a.shoot("board-past", a.command(ana, "board", localdiscord.Args{"turn": "2"}))
	a.shoot("board-all", a.command(ana, "board", localdiscord.Args{"view": "all"}))
	a.shoot("scores", a.press(ana, table, control.Scores))
	a.shoot("rules", a.press(ana, table, control.Rules))
	a.shoot("refusal", a.command(ana, "game new", localdiscord.Args{"game": a.game}))
	const stages = 4
	aimed, shown := false, 0
	a.turn(ana, func(panel *localdiscord.Message) *localdiscord.Message {
		if shown++; shown <= stages {
			a.shoot("panel", panel)
		}
		if !aimed && has(panel, control.Cursor) {
			aimed = true
			panel = a.press(ana, panel, control.Cursor)
			a.shoot("cursor", panel)
		}
		return panel
	})
	for _, u := range append([]*localdiscord.User{ana}, a.others[1:]...) { // one player is left
		a.press(u, a.command(u, "game resign", nil), control.Resign)
	}
	a.shoot("end", a.newest(control.Rematch))
	a.shoot("leaderboard", a.command(ana, "leaderboard", nil))
	a.shoot("mine", a.command(ana, "game mine", nil))
}

// next returns the person that the newest table message calls.
func (a *album) next() *localdiscord.User {
	a.Helper()
	for _, u := range a.others {
		if a.calls(u) {
			return u
		}
	}
	return a.world.Ana
}

// calls reports whether the newest table message is for a person.
func (a *album) calls(u *localdiscord.User) bool {
	a.Helper()
	return strings.Contains(a.newest(control.Panel).MentionText(), u.Mention())
}

// newest waits for a public message with a control of an action, and returns the newest.
func (a *album) newest(action string) (found *localdiscord.Message) {
	a.Helper()
	require.Eventually(a, func() bool {
		list := a.channel.Messages()
		for i := len(list) - 1; i >= 0 && found == nil; i-- {
			if has(list[i], action) {
				found = list[i]
			}
		}
		return found != nil
	}, patience, 5*time.Millisecond, action)
	return found
}

// has reports whether a message has a control of an action that can be used.
func has(m *localdiscord.Message, action string) bool { return controlOf(m, action) != nil }

func controlOf(m *localdiscord.Message, action string) *localdiscord.Component {
	for _, c := range m.Controls() {
		if strings.HasPrefix(c.CustomID, action+":") && !c.Disabled {
			return &c
		}
	}
	return nil
}

// command sends a slash command and returns the answer.
func (a *album) command(u *localdiscord.User, name string, args localdiscord.Args) *localdiscord.Message {
	a.Helper()
	in, err := u.Slash(a.Context(), a.channel, name, args)
	return a.answer(in, err)
}

// press presses the button of an action and returns the answer.
func (a *album) press(u *localdiscord.User, m *localdiscord.Message, action string) *localdiscord.Message {
	a.Helper()
	c := controlOf(m, action)
	require.NotNil(a, c, "%s in %s", action, m.Text())
	in, err := u.Press(a.Context(), m, c.CustomID)
	return a.answer(in, err)
}

func (a *album) answer(in *localdiscord.Interaction, err error) *localdiscord.Message {
	a.Helper()
	require.NoError(a, err)
	out, err := in.Wait(a.Context())
	require.NoError(a, err)
	require.NotNil(a, out.Message, "%s %s", out.Kind, out.Failure)
	return out.Message
}

// turn opens the panel of a person and uses random controls until the turn is over. Unless look is
// nil, it gets each stage of the panel and returns the one to go on with.
func (a *album) turn(u *localdiscord.User, look func(*localdiscord.Message) *localdiscord.Message) {
	a.Helper()
	before := a.newest(control.Panel)
	panel := a.press(u, before, control.Panel)
	for range 60 {
		if look != nil {
			panel = look(panel)
		}
		next := a.choose(panel)
		if next == nil {
			break
		}
		if next.IsSelect() {
			low, _ := next.ValueRange()
			var values []string
			for i := range max(low, 1) {
				values = append(values, next.Options[i].Value)
			}
			in, err := u.Select(a.Context(), panel, next.CustomID, values...)
			panel = a.answer(in, err)
			continue
		}
		in, err := u.Press(a.Context(), panel, next.CustomID)
		panel = a.answer(in, err)
	}
	require.Eventually(a, func() bool { return a.newest(control.Panel).ID != before.ID }, patience, 5*time.Millisecond)
}

// choose returns a control that continues a turn, nil if there is none: an answer to "Are you
// sure?", a move or a menu, or else a button that leads to a choice.
func (a *album) choose(panel *localdiscord.Message) *localdiscord.Component {
	of := func(matches func(c *localdiscord.Component) bool) (list []localdiscord.Component) {
		for _, c := range panel.Controls() {
			if !c.Disabled && matches(&c) {
				list = append(list, c)
			}
		}
		return list
	}
	styled := func(style int) []localdiscord.Component {
		return of(func(c *localdiscord.Component) bool { return !c.IsSelect() && c.Style == style })
	}
	const primary, success, danger = 1, 3, 4
	menus := of(func(c *localdiscord.Component) bool { return c.IsSelect() })
	moves := styled(success)
	if len(menus) > 0 && a.random.IntN(3) > 0 {
		moves = nil
	}
	for _, list := range [][]localdiscord.Component{styled(danger), moves, menus, styled(primary)} {
		if len(list) > 0 {
			return &list[a.random.IntN(len(list))]
		}
	}
	return nil
}

// shoot waits until a message is shown as it is or was edited later, and takes a screenshot of it
// in each window.
func (a *album) shoot(kind string, m *localdiscord.Message) {
	a.Helper()
	a.taken++
	var edited int64 // in Unix milliseconds; 0 if it is as it was sent
	if m.EditedTimestamp != nil {
		edited = m.EditedTimestamp.UnixMilli()
	}
	for width, w := range a.windows {
		w.await(kind, `(() => { const e = document.getElementById('m%s');
			return e && (Date.parse(e.dataset.edited) || 0) >= %d && [...e.querySelectorAll('img')].every((i) => i.complete); })()`, m.ID, edited)
		require.False(a, w.holds(`document.scrollingElement.scrollWidth > innerWidth`), "%s is wider than the window", kind)
		png := w.picture(m.ID)
		name := fmt.Sprintf("%s-%02d-%s-%d.png", a.game, a.taken, kind, width)
		require.NoError(a, os.WriteFile(filepath.Join(kindsFolder, name), png, 0o644))
	}
}

// picture takes a screenshot of a message, again if the list moves meanwhile, as for news.
func (w *window) picture(message string) (png []byte) {
	w.Helper()
	place := func() box {
		return ask[box](w, `(() => { const e = document.getElementById('m%s'); e.scrollIntoView({block: 'nearest'});
			return e.getBoundingClientRect().toJSON(); })()`, message)
	}
	for at := place(); ; {
		png = tell(w, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{OptimizeForSpeed: ptr(true),
			Clip: &cdppage.Viewport{X: at.X, Y: at.Y, Width: at.Width, Height: at.Height, Scale: 1}}).Data
		before := at
		if at = place(); at == before {
			return png
		}
	}
}
