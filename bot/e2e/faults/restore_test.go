package faults_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
	"amytis/store/bolt"
)

// TestGracefulStopAnnouncesEverything stops the bot the moment a move is acknowledged.
func TestGracefulStopAnnouncesEverything(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	for round := range 3 {
		first.MustRemoveTile(ch)
		require.NoError(t, env.Bot.Stop())
		require.NotContains(t, env.BotLog.Text(), "still running", "no handler ran into its timeout")
		for _, waiting := range env.Outbox() {
			require.Equal(t, tables.StripButtons, waiting.Kind, "only old buttons may be left for the next start")
		}
		require.Contains(t, ch.Last().Content, "removed")
		require.Equal(t, round+1, env.At(ch).Moves())
		env.Bot.StartAgain()
		first, second = second, first
	}
}

func backup(env *harness.Env) []byte {
	var copied bytes.Buffer
	require.NoError(env, env.Store.Backup(env.Context(), &copied))
	return copied.Bytes()
}

// restore stops the bot, puts a copy in the place of the store, and starts the bot again.
func restore(env *harness.Env, copied []byte) {
	replaceStore(env, func() error { return os.WriteFile(env.StorePath, copied, 0o600) })
}

func replaceStore(env *harness.Env, replace func() error) {
	require.NoError(env, env.Bot.Stop())
	require.NoError(env, env.Store.Close())
	require.NoError(env, replace())
	var err error
	env.Store, err = bolt.Open(env.StorePath, bolt.Options{Program: "test"})
	require.NoError(env, err)
	env.Bot.StartAgain()
}

// TestARestoredBackupIsAnnouncedOnce loses two turns in a channel, and a lobby's end in another.
func TestARestoredBackupIsAnnouncedOnce(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	hall := env.Guild.AddChannel("hall")
	first.MustCommand(hall, "game new", nil)
	env.Settle()
	saved := filepath.Join(t.TempDir(), "saved.db")
	require.NoError(t, env.Store.BackupTo(t.Context(), saved))
	kept := ch.Last()
	first.MustRemoveTile(ch)
	second.MustRemoveTile(ch)
	first.MustCommand(hall, "game leave", nil)
	second.MustCommand(hall, "game new", nil)
	env.Settle()
	pings := len(first.Pings()) + len(second.Pings())
	labels := map[*localdiscord.Channel]string{ch: "turn", hall: "join"}
	lost, counts := map[string]*localdiscord.Message{}, map[string]int{}
	for at, label := range labels {
		lost[label], counts[label] = at.Last(), len(at.Messages())
	}
	replaceStore(env, func() error {
		_, err := bolt.Restore(t.Context(), saved, env.StorePath, bolt.Options{})
		return err
	})
	for range 2 {
		env.Settle()
		for at, label := range labels {
			require.Len(t, at.Messages(), counts[label]+1, label)
			require.NotNil(t, harness.Button(at.Last(), env.Words.Say("bot.button."+label)))
			require.Contains(t, at.Last().Content, env.Words.Say("bot.table.restored"))
			require.Empty(t, env.Discord.Message(lost[label].ID).Components, "a lost message keeps its buttons")
		}
		require.Empty(t, env.Discord.Message(kept.ID).Components)
		require.Len(t, append(first.Pings(), second.Pings()...), pings+1, "the player in turn is called once")
		env.Bot.RestartAfter(0)
	}
}

// TestControlsFromBeforeARestoreActOnNoOtherTable opens a lobby that a restored backup forgets, and
// then another one on another server.
func TestControlsFromBeforeARestoreActOnNoOtherTable(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "fr")
	other := env.Discord.AddGuild("Nineveh", "en-US")
	elsewhere := func() *harness.Env { return env.InGuild(other, "en-US", harness.Gardens, 7) }
	cleo := elsewhere().NewPlayer("Cleo", "en-US")
	hall, forgotten := env.Guild.AddChannel("hall"), env.Guild.AddChannel("forgotten")
	env.At(hall).Open(nil, []*harness.Player{ana, bo})
	env.Settle()
	saved := backup(env)

	ana.MustCommand(forgotten, "game new", nil)
	env.Settle()
	lobby := forgotten.Last()
	restore(env, saved)
	garden := elsewhere().Guild.AddChannel("garden")
	cleo.MustCommand(garden, "game new", nil)
	env.Settle()
	require.NotNil(t, garden.Last(), "the new lobby is announced")

	for _, label := range []string{"join", "options"} {
		refused := bo.MustClick(lobby, env.Words.Say("bot.button."+label))
		require.Equal(t, "⛔ "+bo.T("table.refused.foreign_control"), refused.Content, label)
	}
	require.Len(t, elsewhere().At(garden).Now().Players, 1, "a stranger sits down")

	restore(env, saved)
	for range 3 {
		cleo.MustCommand(garden, "game new", nil)
		env.Settle()
		require.NotNil(t, harness.Button(garden.Last(), env.Words.Say("bot.button.join")), "the lobby is announced")
		cleo.MustCommand(garden, "game leave", nil)
		env.Settle()
	}
	announced := len(garden.Messages())
	require.Equal(t, 1+3, announced, "every lobby is announced once")
}

// TestMoveThatIsMadeAgainAfterARestoreIsAnnouncedAgain keeps the second announcement waiting until
// the bot has restarted. Then the bot looks for it in the channel, which shows the first one.
func TestMoveThatIsMadeAgainAfterARestoreIsAnnouncedAgain(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{SharedClock: true}, nil)
	saved, before := backup(env), len(ch.Messages())
	cell := first.MustRemoveTile(ch)
	env.Settle()
	require.Len(t, second.Pings(), 1)
	restore(env, saved)
	fault := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: harness.Posts, Status: 503})
	harness.MustDo(first, ch, "garden remove", localdiscord.Args{"cell": cell})
	env.Eventually("the announcement is tried", func() bool { return fault.Hits() > 0 })
	env.Bot.RestartAfter(time.Minute)
	fault.Remove()
	env.Settle()
	require.Len(t, ch.Messages(), before+2)
	require.Len(t, second.Pings(), 2)
}

// TestControlsOfTheLostTimeAreOldWhenTheirVersionIsReachedAgain restores a backup after a move, and
// then plays another one, so that the table has the same version with another position.
func TestControlsOfTheLostTimeAreOldWhenTheirVersionIsReachedAgain(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	cells := first.MustSuggest(ch, "garden remove", "cell")
	remove := func(cell string) {
		harness.MustDo(first, ch, "garden remove", localdiscord.Args{"cell": cell})
		env.Settle()
	}
	saved := backup(env)
	remove(cells[0])
	lost, then := ch.Last(), env.At(ch).Now()
	panel := second.MustOpenPanel(ch)
	restore(env, saved)
	remove(cells[1])
	now := env.At(ch).Now()
	require.Equal(t, then.Version, now.Version)
	require.NotEqual(t, then.State, now.State)

	menus, _ := harness.PanelControls(panel)
	require.NotEmpty(t, menus)
	move := menus[0].Options[0].Value
	if strings.HasSuffix(move, cells[1]) {
		move = menus[0].Options[1].Value // it is possible now, too
	}
	answer := second.MustChoose(panel, menus[0].CustomID, move)
	require.Equal(t, now.Version, env.At(ch).Now().Version, "a move that was chosen on a forgotten picture is played")
	require.Contains(t, answer.Content, second.T("bot.turn.forgotten"))
	require.Equal(t, panel.ID, answer.ID, "the panel is replaced")

	before := len(second.Messages(ch))
	second.MustClick(lost, env.Words.Say("bot.button.turn"))
	env.Eventually("a new panel is shown", func() bool { return len(second.Messages(ch)) > before })
	seen := second.Messages(ch)
	require.True(t, seen[len(seen)-1].Ephemeral(), "nobody else sees the new panel")
	bare := env.Discord.Message(lost.ID)
	require.Empty(t, bare.Components, "a message of the lost time keeps its buttons")
	require.Equal(t, lost.Content, bare.Content)
	require.Len(t, bare.Attachments, len(lost.Attachments))

	second.MustChooseFirst(answer)
	require.Greater(t, env.At(ch).Now().Version, now.Version, "the new panel acts")
}

// TestMessageOfTheLostTimeIsNotPostedAgain restores a backup in which an announcement waits that
// was then posted, and whose message has lost its buttons to the next one.
func TestMessageOfTheLostTimeIsNotPostedAgain(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	before := len(ch.Messages())
	fault := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: harness.Posts, Status: 503})
	first.MustRemoveTile(ch)
	env.Eventually("the announcement is tried", func() bool { return fault.Hits() > 0 })
	saved := backup(env)
	fault.Remove()
	env.Settle()
	second.MustRemoveTile(ch)
	env.Settle()
	env.Discord.ForgetNonces()
	restore(env, saved)
	env.Settle()
	require.Len(t, ch.Messages(), before+2)
	require.Len(t, second.Pings(), 1)
}

// TestControlsAreRefusedOutsideTheirChannel posts a lobby's button, as it might be on an old
// message, in another channel, on another server and in direct messages, and one that nobody knows.
func TestControlsAreRefusedOutsideTheirChannel(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "de")
	hall := env.Guild.AddChannel("hall")
	ana.MustCommand(hall, "game new", nil)
	env.Settle()
	join := harness.Button(hall.Last(), env.Words.Say("bot.button.join")).CustomID
	other := env.Discord.AddGuild("Nineveh", "en-US")
	other.Join(bo.User)
	for _, ch := range []*localdiscord.Channel{env.Guild.AddChannel("attic"), other.AddChannel("garden"), bo.DM()} {
		for id, said := range map[string]string{
			join: "⛔ " + bo.T("table.refused.foreign_control"), "unknown": bo.T("bot.error.unknown"),
		} {
			refused := bo.MustWait(bo.Press(t.Context(), postButton(env, ch, id), id))
			require.Equal(t, said, refused.Content)
		}
	}
	require.Len(t, env.At(hall).Now().Players, 1)
	bo.MustClick(hall.Last(), env.Words.Say("bot.button.join"))
	require.Len(t, env.At(hall).Now().Players, 2)
}

func postButton(env *harness.Env, ch *localdiscord.Channel, customID string) *localdiscord.Message {
	body := `{"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Join", "custom_id": "` + customID + `"}]}]}`
	r, err := http.NewRequest("POST", env.Discord.URL()+"/api/v10/channels/"+ch.ID+"/messages", strings.NewReader(body))
	require.NoError(env, err)
	r.Header = http.Header{"Authorization": {env.Discord.Token()}, "Content-Type": {"application/json"}}
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	require.NoError(env, err)
	defer resp.Body.Close()
	var posted struct{ ID string }
	require.NoError(env, json.NewDecoder(resp.Body).Decode(&posted))
	return env.Discord.Message(posted.ID)
}
