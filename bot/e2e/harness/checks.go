package harness

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine"
	"amytis/engine/table"
)

// CheckFinished checks all that must hold after a whole game: acknowledged actions, announcements,
// pings, buttons, the record and the store. strangers watch the game, and are not pinged.
func (t *Table) CheckFinished(people []*Player, strangers ...*Player) {
	t.CheckClean()
	ended, log := t.Ended()
	for _, p := range people {
		p.Acks.Check(log)
	}
	t.CheckAnnouncedOnce(log)
	t.checkPings(log, people, strangers)
	t.CheckNoButtons()
	t.CheckRecord(ended)
	t.CheckStore()
}

// CheckClean waits until everything is announced. Discord must have refused nothing but
// Options.Refusals, and no error may be in the log.
func (e *Env) CheckClean() {
	e.Settle()
	e.checkRefusals()
}

func (e *Env) checkRefusals() {
	require.Empty(e, e.Discord.Violations(e.refusals...), "requests that Discord refused")
	require.Empty(e, e.BotLog.Errors(), "errors in the log")
}

func (e *Env) CheckStore() {
	require.Empty(e, must[[]string](e)(e.Store.Check(context.Background())), "faults in the store")
}

func (e *Env) CheckRecord(ended *table.Table) {
	rec := must[*engine.Record](e)(ended.Record())
	data := must[[]byte](e)(rec.Append(nil))
	require.True(e, json.Valid(data), "the record is JSON: %s", data)
	read := must[*engine.Record](e)(engine.ParseRecord(data))
	require.NoError(e, read.Check(ended.Game))
	require.NotEmpty(e, read.Result)
}

// checkPings has each player pinged once for each turn and once for the end, and nobody else.
func (t *Table) checkPings(log []table.Event, people, strangers []*Player) {
	for _, p := range strangers {
		require.Empty(t, p.Pings(), "%s does not play", p.Name)
	}
	for _, p := range people {
		turns, err := TurnsOf(log, p.UserID())
		require.NoError(t, err)
		distinct := map[Turn]bool{}
		for _, turn := range turns {
			distinct[turn] = true
		}
		require.Len(t, p.Pings(), len(distinct)+1, "%s's pings", p.Name)
		for _, ping := range p.Pings() {
			require.False(t, ping.Edit || ping.Silent, "%s is pinged aloud, by a new message: %s", p.Name, ping.Text)
		}
	}
}

// CheckNoButtons allows only what can be done after a game, below its end.
func (t *Table) CheckNoButtons() {
	for _, m := range t.Channel.Messages() {
		if EndsGame(m) {
			want := 5
			if strings.HasSuffix(m.Controls()[0].CustomID, ":"+control.Stronger) {
				want++
			}
			require.Len(t, m.Controls(), want, "again, with the same deal or stronger, replay, review and boards")
			continue
		}
		require.Empty(t, m.Controls(), "buttons after the game, below: %s", m.Text())
	}
}

func (t *Table) OnlyLastHasButtons() bool {
	all := t.Channel.Messages()
	return !slices.ContainsFunc(all[:len(all)-1], func(m *localdiscord.Message) bool { return len(m.Controls()) > 0 })
}

func (e *Env) CheckPictures(m *localdiscord.Message) {
	require.NotEmpty(e, m.Pictures())
	for _, p := range m.Pictures() {
		require.Greater(e, len(p.Alt), 20, "alt text")
		_, err := png.DecodeConfig(bytes.NewReader(fileOf(e, p)))
		require.NoError(e, err)
	}
}

// PictureHashes also has the alt texts.
func (e *Env) PictureHashes(m *localdiscord.Message) (text string) {
	for _, p := range m.Pictures() {
		text += fmt.Sprintf(" %x %s", sha256.Sum256(fileOf(e, p)), p.Alt)
	}
	return text
}

// fileOf checks the alt text of a picture, and returns its file.
func fileOf(e *Env, p wire.Picture) []byte {
	require.NotEmpty(e, p.Alt)
	require.LessOrEqual(e, len([]rune(p.Alt)), 1024)
	data, found := e.Discord.File(p.URL)
	require.True(e, found, "Discord has the picture %s", p.URL)
	return data
}

// Countdown matches a countdown. Its group is the time in Unix seconds.
var Countdown = regexp.MustCompile(`<t:(\d+):R>`)

func (e *Env) Deadline(m *localdiscord.Message) time.Time {
	found := Countdown.FindStringSubmatch(m.Content)
	require.NotNil(e, found, m.Content)
	at, err := strconv.ParseInt(found[1], 10, 64)
	require.NoError(e, err)
	return time.Unix(at, 0)
}

// CheckDeadline has the first countdown end in a while by the bot's clock, within a minute.
func (e *Env) CheckDeadline(m *localdiscord.Message, in time.Duration) {
	require.WithinDuration(e, e.Clock.Now().Add(in), e.Deadline(m), time.Minute)
}

// File returns the store's file, wiped of what was erased.
func (e *Env) File() []byte {
	e.Eventually("nothing reads the store for long", func() bool {
		return e.Store.Wipe(context.Background(), 0) == nil
	})
	content, err := os.ReadFile(e.StorePath)
	require.NoError(e, err)
	return content
}
