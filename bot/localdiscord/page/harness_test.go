package page_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot"
	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/rest"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/page"
	"amytis/bot/play/tables"
	"amytis/store/bolt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(allTests{m}) }

type allTests struct{ *testing.M }

func (m allTests) Run() int {
	defer closeBrowser()
	return m.M.Run()
}

// patience bounds every wait of a test. It is more than a busy machine needs.
const patience = time.Minute

// timing has players take every step themselves, however slow the machine is.
var timing = bot.Timing{Forced: tables.Grace{Begins: never, Other: never}, News: 100 * time.Millisecond}

// never is longer than any test takes.
const never = 10 * 365 * 24 * time.Hour

// world is a playground's world with a channel for each game.
type world struct {
	*localdiscord.World
	Gardens, Babel, Towers *localdiscord.Channel
}

// The ids of the channels, and of two people.
const (
	gardensID = "1150000000000000200"
	babelID   = "1150000000000000201"
	towersID  = "1150000000000000202"
	anaID     = "1150000000000000301"
	boID      = "1150000000000000302"
)

// newWorld runs the test beside others.
func newWorld(t testing.TB, options localdiscord.Options) *world {
	harness.Parallel(t)
	w, err := localdiscord.Playground(options, "gardens", "babel", "towers")
	require.NoError(t, err)
	require.Equal(t, []string{gardensID, babelID, towersID},
		[]string{w.Channels[0].ID, w.Channels[1].ID, w.Channels[2].ID})
	return &world{w, w.Channels[0], w.Channels[1], w.Channels[2]}
}

// playground is a local Discord with its page and the real bot. All of them can be restarted.
type playground struct {
	testing.TB
	folder  string
	addr    string
	world   *world
	page    *page.Page
	seed    uint64
	stopBot func()
}

// play returns a playground with a connected bot, and runs the test beside others.
func play(t testing.TB, seed uint64) *playground {
	harness.Parallel(t)
	p := &playground{TB: t, folder: t.TempDir(), addr: "127.0.0.1:0", seed: seed}
	p.open()
	p.startBot()
	t.Cleanup(func() {
		p.stopBot()
		p.close()
	})
	return p
}

// open starts the Discord and its page, with the stored world and at the same address as before.
func (p *playground) open() {
	p.world = newWorld(p, localdiscord.Options{AnswerWithin: patience})
	require.NoError(p, p.world.KeepIn(filepath.Join(p.folder, "discord.db")))
	p.page = serveAt(p, p.world, p.addr, 0)
	_, port, err := net.SplitHostPort(p.page.URL()[len("http://"):])
	require.NoError(p, err)
	p.addr = "127.0.0.1:" + port
}

func (p *playground) close() {
	require.NoError(p, p.page.Close())
	require.NoError(p, p.world.Close())
}

func (p *playground) startBot() {
	db, err := bolt.Open(filepath.Join(p.folder, "amytis.db"), bolt.Options{Program: "test"})
	require.NoError(p, err)
	b, err := bot.New(bot.Options{
		Discord: discord.Config{
			REST:         rest.Config{Token: p.world.Token(), BaseURL: p.world.URL()},
			Gateway:      gateway.Config{IdentifySpacing: time.Millisecond},
			Interactions: interactions.Config{AnswerWithin: patience},
		},
		Store: db, Rand: rand.New(rand.NewPCG(p.seed, 1)), Logger: slog.New(slog.DiscardHandler),
		Timing: timing,
	})
	require.NoError(p, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := b.Run(ctx); err != nil {
			p.Errorf("the bot: %v", err)
		}
	}()
	p.stopBot = func() {
		cancel()
		<-ended
		require.NoError(p, db.Close())
	}
	require.Eventually(p, func() bool {
		return p.world.Sessions() > 0 && len(p.world.Commands()) > 0
	}, patience, time.Millisecond)
}

func (p *playground) say(u *localdiscord.User, ch *localdiscord.Channel, text string) *localdiscord.Message {
	m, err := u.Say(ch, text)
	require.NoError(p, err)
	return m
}

// answer waits for what the bot answers to an interaction.
func (p *playground) answer(in *localdiscord.Interaction, err error) *localdiscord.Message {
	require.NoError(p, err)
	out, err := in.Wait(p.Context())
	require.NoError(p, err)
	return out.Message
}

// controlOf returns the ID of a message's control of an action, "" for none.
func controlOf(m *localdiscord.Message, action string) string {
	for _, c := range m.Controls() {
		if strings.HasPrefix(c.CustomID, action+":") {
			return c.CustomID
		}
	}
	return ""
}

// pressed presses a person's control of an action, and returns the answer.
func (p *playground) pressed(u *localdiscord.User, m *localdiscord.Message, action string) *localdiscord.Message {
	id := controlOf(m, action)
	require.NotEmpty(p, id, "no control for %s: %s", action, m.Content)
	return p.answer(u.Press(p.Context(), m, id))
}

// begun has the players of a game begin it without clicks, and returns who has the first turn, or
// the host if all have.
func (p *playground) begun(g game) (first string) {
	ch := p.world.Channels[slices.IndexFunc(p.world.Channels, func(c *localdiscord.Channel) bool { return c.ID == g.channel })]
	args := localdiscord.Args{"game": g.name}
	if g.mode != "" {
		args["mode"] = g.mode
	}
	last := func(action string) (m *localdiscord.Message) {
		require.Eventually(p, func() bool {
			m = ch.Last()
			return m != nil && controlOf(m, action) != ""
		}, patience, time.Millisecond, action)
		return m
	}
	host := p.world.UserNamed(g.players[0])
	p.answer(host.Slash(p.Context(), ch, "game new", args))
	for _, name := range g.players[1:] {
		p.pressed(p.world.UserNamed(name), last("join"), "join")
	}
	p.pressed(host, last("start"), "start")
	for _, name := range g.players {
		if g.mode != "" { // in live games all get ready first
			p.pressed(p.world.UserNamed(name), last("ready"), "ready")
		}
	}
	pinged := last("panel").Pinged
	if len(pinged) != 1 {
		return host.Name
	}
	users := p.world.Users()
	return users[slices.IndexFunc(users, func(u *localdiscord.User) bool { return u.ID == pinged[0] })].Name
}
