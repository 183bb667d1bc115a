package bot_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store"
)

// started is a house with a game of two in it, and who is first and second.
func started(t *testing.T, s setup, locale string, args localdiscord.Args) (h *house, ch *localdiscord.Channel, first, second *person) {
	t.Helper()
	h = build(t, s)
	people := h.people(locale, 2)
	ch = h.guild.AddChannel("gardens")
	h.open(ch, args, people)
	h.settle()
	first, second = people[0], people[1]
	if len(first.Pings()) == 0 {
		first, second = second, first
	}
	return h, ch, first, second
}

// must is for what has to work.
func must(t testing.TB) func(*localdiscord.Message, error) *localdiscord.Message {
	return func(m *localdiscord.Message, err error) *localdiscord.Message {
		t.Helper()
		require.NoError(t, err)
		return m
	}
}

// clean holds a house to never having done what Discord refuses.
func (h *house) clean() {
	h.Helper()
	h.settle()
	require.Empty(h, h.discord.Violations())
	require.Empty(h, h.log.faults())
}

// moves is how many moves were made in a channel.
func (h *house) moves(ch *localdiscord.Channel) int {
	h.Helper()
	header, err := h.db.Header(context.Background(), h.tableIn(ch))
	require.NoError(h, err)
	return int(header.Version) - 3 // opened, joined, started
}

func TestOfTwoPressesAtOnceOneActsAndTheOtherHearsWhatChanged(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		commits := &meeting{came: make(chan struct{})}
		h, ch, first, _ := started(t, setup{locale: locale, between: commits.at}, locale, nil)
		panel := must(t)(first.openPanel(ch, nil))
		menus, _ := controls(panel)
		commits.missing.Store(2) // both are found good before either is committed
		var both sync.WaitGroup
		answers := make([]*localdiscord.Message, 2)
		for i := range answers {
			both.Go(func() {
				answers[i], _ = first.choose(panel, menus[0].CustomID, menus[0].Options[i].Value)
			})
		}
		both.Wait()
		require.Equal(t, 1, h.moves(ch), "one of two presses acts")
		require.NotEqual(t, first.movedOn(answers[0]), first.movedOn(answers[1]), "%s\n%s", answers[0].Content, answers[1].Content)
		for _, m := range answers {
			require.False(t, first.refused(m), m.Content)
		}
		h.clean()
	}
}

// meeting is a store whose next commits, as many as are missing, wait for each
// other.
type meeting struct {
	store.Store
	missing atomic.Int32
	came    chan struct{} // closed by the last of them
}

func (m *meeting) at(s store.Store) store.Store {
	m.Store = s
	return m
}

func (m *meeting) Commit(ctx context.Context, c store.Commit) error {
	switch left := m.missing.Add(-1); {
	case left == 0:
		close(m.came)
	case left > 0:
		select {
		case <-m.came:
		case <-ctx.Done():
		}
	}
	return m.Store.Commit(ctx, c)
}

func TestTwoPlayersAtOnceOneActsAndTheOtherIsNotInTurn(t *testing.T) {
	t.Parallel()
	h, ch, first, second := started(t, setup{}, "en-US", nil)
	var both sync.WaitGroup
	for _, p := range []*person{first, second} {
		both.Go(func() {
			m, err := p.slash(ch, "garden remove", localdiscord.Args{"cell": "b2"})
			p.remember(m, err, "remove", "b2")
			if err != nil || p == second && !p.refused(m) && h.moves(ch) < 2 {
				h.Errorf("%v %v", m, err)
			}
		})
	}
	both.Wait()
	require.Len(t, first.acks, 1)
	h.clean()
}

func TestAStalePressGetsTheCurrentPanel(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, first, second := started(t, setup{locale: locale}, locale, nil)
		old := must(t)(first.openPanel(ch, nil))
		menus, _ := controls(old)
		must(t)(first.slash(ch, "garden remove", localdiscord.Args{"cell": menus[0].Options[3].Value[len("remove "):]}))
		m := must(t)(first.choose(old, menus[0].CustomID, menus[0].Options[0].Value))
		require.True(t, first.movedOn(m), m.Content)
		require.Contains(t, m.Content, first.say("bot.turn.waiting", "Players", second.Name))
		require.Empty(t, m.Controls())
		require.Equal(t, old.ID, m.ID, "the panel is changed in place")
		require.Len(t, m.Pictures(), 1)
		require.Equal(t, 1, h.moves(ch))
		h.clean()
	}
}

func TestAStrangerSeesWhatIsPublicAndActsOnNothing(t *testing.T) {
	t.Parallel()
	h, ch, _, _ := started(t, setup{}, "en-US", nil)
	for _, locale := range locales {
		eve := h.person("Eve-"+locale, locale)
		refusal := "⛔ " + eve.say("table.refused.not_player")
		table := ch.Last()
		require.Equal(t, refusal, must(t)(eve.press(table, h.words.T("bot.button.turn", nil))).Content)
		for _, command := range []string{"game undo", "game resign"} {
			require.Equal(t, refusal, must(t)(eve.slash(ch, command, nil)).Content, command)
		}
		require.Contains(t, must(t)(eve.slash(ch, "garden dig", localdiscord.Args{"cell": "b2"})).Content, refusal)
		require.Equal(t, "⛔ "+eve.say("table.refused.not_host"), must(t)(eve.slash(ch, "game abort", nil)).Content)
		require.Equal(t, "⛔ "+eve.say("table.refused.started"), must(t)(eve.slash(ch, "game join", nil)).Content)
		for _, command := range []string{"game new", "game rematch"} {
			require.Equal(t, "⛔ "+eve.say("table.refused.channel_taken"), must(t)(eve.slash(ch, command, nil)).Content)
		}
		require.Equal(t, eve.say("bot.mine.none"), must(t)(eve.slash(ch, "game mine", nil)).Content)
		none, err := eve.suggestions(ch, "garden remove", nil, "cell")
		require.NoError(t, err)
		require.Empty(t, none)

		boards := must(t)(eve.press(table, h.words.T("bot.button.boards", nil)))
		require.Len(t, boards.Pictures(), 2)
		scores := must(t)(eve.press(table, h.words.T("bot.button.scores", nil)))
		require.Contains(t, scores.Content, eve.say("gardens.score.statues"))
		require.NotEmpty(t, must(t)(eve.press(table, h.words.T("bot.button.rules", nil))).Embeds)
		require.Len(t, must(t)(eve.slash(ch, "game status", nil)).Pictures(), 1)
		require.Len(t, must(t)(eve.slash(ch, "board", localdiscord.Args{"player": "2"})).Pictures(), 1)
		require.Len(t, must(t)(eve.slash(ch, "board", localdiscord.Args{"player": "2", "turn": "0"})).Pictures(), 1)
		require.Len(t, must(t)(eve.slash(ch, "game record", nil)).Attachments, 1)
		for _, m := range eve.Messages(ch) {
			require.True(t, !m.Ephemeral() || m.OnlyFor == eve.ID)
		}
	}
	require.Equal(t, 0, h.moves(ch))
	h.clean()
}

func TestNamesNeitherPingNorFormat(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	victim := h.person("Victim", "en-US")
	people := h.people("en-US", 2)
	for i, name := range []string{"@everyone", "<@" + victim.ID + "> *b* # `c`"} {
		h.guild.SetNick(people[i].User, name)
	}
	ch := h.guild.AddChannel("gardens")
	h.open(ch, nil, people)
	h.settle()
	for range 3 {
		for _, p := range people {
			if len(p.Pings()) > p.pinged {
				p.pinged++
				require.NoError(t, p.slashTurn(ch))
				h.settle()
			}
		}
	}
	must(t)(people[0].slash(ch, "game abort", nil))
	require.Empty(t, victim.Pings())
	for _, m := range ch.Messages() {
		require.False(t, m.MentionEveryone)
		require.NotContains(t, m.Text(), "*b*", "a name formats")
		require.NotContains(t, m.Content, "<@"+victim.ID+">")
	}
	h.clean()
}

func TestResignAndAbort(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, first, second := started(t, setup{locale: locale}, locale, nil)
		sure := must(t)(second.slash(ch, "game resign", nil))
		require.Equal(t, second.say("bot.game.resign_sure"), sure.Content)
		done := must(t)(second.press(sure, second.say("bot.button.resign")))
		require.Equal(t, second.say("bot.game.resigned"), done.Content)
		require.Empty(t, done.Controls())
		h.settle()
		require.Contains(t, ch.Last().Content, h.words.T("gardens.line.resign", map[string]any{"Name": second.Name}))
		require.Contains(t, ch.Last().Content, h.words.T("bot.table.won", map[string]any{"Players": "**" + first.Name + "**", "Count": 1}))
		h.verdictWithout(ch)

		eve, host := h.person("Eve", locale), h.person("Host", locale)
		h.open(ch, nil, []*person{host, eve})
		require.Equal(t, "⛔ "+eve.say("table.refused.not_host"), must(t)(eve.slash(ch, "game abort", nil)).Content)
		sure = must(t)(host.slash(ch, "game abort", nil))
		require.Equal(t, host.say("bot.game.abort_sure"), sure.Content)
		require.Equal(t, host.say("bot.game.aborted"), must(t)(host.press(sure, host.say("bot.button.abort"))).Content)
		h.settle()
		require.Equal(t, h.words.T("bot.table.aborted", map[string]any{"By": host.Mention()}), ch.Last().Content)
		require.Equal(t, "⛔ "+host.say("table.refused.no_table"), must(t)(host.slash(ch, "garden end", nil)).Content)
		h.noButtonsLeft(ch)

		h.open(ch, nil, []*person{host, eve})
		h.guild.SetPermissions(first.User, localdiscord.DefaultUserPermissions|localdiscord.ManageMessages)
		sure = must(t)(first.slash(ch, "game abort", nil))
		must(t)(first.press(sure, first.say("bot.button.abort")))
		h.clean()
		h.noButtonsLeft(ch)
	}
}

// verdictWithout is the verdict on a game that was not played to its end.
func (h *house) verdictWithout(ch *localdiscord.Channel) {
	h.Helper()
	h.clean()
	t, log := h.ended(ch)
	h.toldOnce(ch, log)
	h.noButtonsLeft(ch)
	h.recordHolds(t)
}

func TestOneOnOneItPlaysNothing(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana := h.person("Ana", "fr")
	dm := ana.DM()
	require.Empty(t, ana.Commands(dm), "the commands are for servers")
	h.clean()
}

func TestWithoutPermissionsItSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h := build(t, setup{locale: locale})
		ana, bo := h.person("Ana", locale), h.person("Bo", locale)
		ch := h.guild.AddChannel("gardens")
		ch.DenyBot(localdiscord.SendMessages)
		m := must(t)(ana.slash(ch, "game new", nil))
		require.Contains(t, m.Content, ana.say("bot.error.permissions", "Permissions", ana.say("bot.permission.send")))
		must(t)(bo.slash(ch, "game join", nil))
		must(t)(ana.slash(ch, "game start", nil))
		ch.AllowBot(localdiscord.SendMessages)
		h.settle() // what could not be said is said now
		require.Contains(t, ch.Last().Content, h.words.T("gardens.name", nil))
		require.NotEmpty(t, ch.Last().Controls())
		require.Empty(t, h.log.faults())
	}
}

func TestAQuietServerIsNotPingedAndSpeaksItsLanguage(t *testing.T) {
	t.Parallel()
	h := build(t, setup{locale: "fr"})
	people := h.people("de", 2)
	ana := people[0]
	ch := h.guild.AddChannel("gardens")
	_, err := ana.slash(ch, "settings", nil)
	require.Error(t, err, "settings are for those who manage the server")
	h.guild.SetPermissions(ana.User, localdiscord.DefaultUserPermissions|localdiscord.ManageGuild)
	m := must(t)(ana.slash(ch, "settings", localdiscord.Args{"language": "es", "pings": "name"}))
	require.Contains(t, m.Content, ana.say("bot.settings.language", "Language", ana.say("bot.language.es")))
	require.Contains(t, m.Content, ana.say("bot.settings.turns", "Pings", ana.say("bot.settings.pings.name")))
	h.useLanguage("es-ES")
	h.open(ch, nil, people)
	h.settle()
	require.Contains(t, ch.Last().Content, h.words.T("gardens.name", nil))
	started := ch.Last().Content
	require.True(t, strings.Contains(started, h.words.T("bot.table.next", map[string]any{"Players": "**Ana**", "Count": 1})) ||
		strings.Contains(started, h.words.T("bot.table.next", map[string]any{"Players": "**Bo**", "Count": 1})), started)
	for _, p := range people {
		require.Empty(t, p.Pings())
	}
	m = must(t)(ana.slash(ch, "settings", localdiscord.Args{"language": "server", "pings": "mention"}))
	require.Contains(t, m.Content, ana.say("bot.settings.language", "Language", ana.say("bot.language.server")))
	require.Contains(t, m.Content, ana.say("bot.settings.turns", "Pings", ana.say("bot.settings.pings.mention")))
	for _, p := range people {
		cell, err := p.pick(ch, "garden remove", nil, "cell")
		require.NoError(t, err)
		if cell != "" {
			require.NoError(t, p.act(ch, "remove", localdiscord.Args{"cell": cell}))
			break
		}
	}
	h.settle()
	h.useLanguage("fr")
	require.Contains(t, ch.Last().Content, h.words.T("gardens.material.C", nil))
	require.Equal(t, 1, len(people[0].Pings())+len(people[1].Pings()))
	h.clean()
}

// TestWhateverIsTypedIsAnswered types what no option has: texts as long as Discord
// allows, in letters of several bytes, and such as look like what the bot itself
// writes into refusals.
func TestWhateverIsTypedIsAnswered(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := started(t, setup{}, "en-US", nil)
	for name, typed := range map[string]string{
		"long": strings.Repeat("ü", 6000), "a text": "@arg.tile.name", "seats": "#1,2", "everyone": "@everyone `x`",
	} {
		for command, options := range map[string][]string{
			"board": {"player", "turn"}, "game skip": {"player"}, "garden remove": {"cell"}, "rules": {"topic"}, "me quiet": {"utc"},
		} {
			for _, option := range options {
				m, err := first.slash(ch, command, localdiscord.Args{option: typed})
				require.NoError(t, err, "%s %s: %s", command, option, name)
				if command == "rules" {
					continue
				}
				require.True(t, first.refused(m), m.Content)
				if command != "me quiet" && name != "long" {
					require.Contains(t, strings.NewReplacer(`\`, "", "\u200b", "").Replace(m.Content), typed, "%s %s: it is said what was typed", command, option)
				}
			}
		}
	}
	h.clean()
}
