package bot_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// moderator is somebody who may tidy up in channels.
func (h *house) moderator(name, locale string) *person {
	p := h.person(name, locale)
	h.guild.SetPermissions(p.User, localdiscord.DefaultUserPermissions|localdiscord.ManageMessages)
	return p
}

// logOf reads the table of a channel with its events.
func (h *house) logOf(ch *localdiscord.Channel) (*table.Table, []table.Event) {
	h.Helper()
	_, events, err := h.db.Table(context.Background(), h.tableIn(ch))
	require.NoError(h, err)
	t, err := table.Load(games.Rules, events)
	require.NoError(h, err)
	return t, events
}

func (p *person) userID() table.UserID { return table.UserID(snowflake(p.ID)) }

// offers are what autocomplete offers for an option.
func (p *person) offers(ch *localdiscord.Channel, command, option string) []string {
	p.house.Helper()
	values, err := p.suggestions(ch, command, nil, option)
	require.NoError(p.house, err)
	return values
}

// told looks for a line in a channel's newest message.
func (h *house) told(ch *localdiscord.Channel, key string, args map[string]any) {
	h.Helper()
	h.settle()
	require.Contains(h, strings.Split(ch.Last().Content, "\n"), h.words.T(key, args))
}

func TestAModeratorSkipsWhoIsAwaitedAndItIsWrittenInTheLog(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, first, second := started(t, setup{locale: locale}, locale, nil)
		mo := h.moderator("Mo", locale)
		seats := mo.offers(ch, "game skip", "player")
		require.Equal(t, []string{"1"}, seats, "only who is awaited can be skipped")
		for _, p := range []*person{first, second} {
			m := must(t)(p.slash(ch, "game skip", localdiscord.Args{"player": "1"}))
			require.Equal(t, "⛔ "+p.say("table.refused.not_moderator"), m.Content, "the host and a player may not")
		}
		m := must(t)(mo.slash(ch, "game skip", localdiscord.Args{"player": "1"}))
		require.Equal(t, mo.say("bot.moderation.skipped", "Player", first.Name), m.Content)
		h.told(ch, "bot.table.skipped", map[string]any{"By": mo.Mention(), "Name": first.Name})
		_, events := h.logOf(ch)
		last := events[len(events)-1]
		require.Equal(t, "0 skip 1", last.Move)
		require.Equal(t, mo.userID(), last.By)
		require.Len(t, second.Pings(), 1, "whose turn it is now is pinged")
		require.Empty(t, mo.Pings())
		m = must(t)(mo.slash(ch, "game skip", localdiscord.Args{"player": first.Name}))
		require.Equal(t, "⛔ "+mo.say("table.refused.nothing_to_skip", "seat", first.Name)+" (G-15)", m.Content)
		h.clean()
	}
}

func TestWhoReplacesAPlayerIsPingedAndPlaysOnAndThePanelsOfTheOneBeforeAreDead(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, first, second := started(t, setup{locale: locale}, locale, nil)
		mo, cleo := h.moderator("Mo", locale), h.person("Cleo", locale)
		panel := must(t)(first.openPanel(ch, nil))
		m := must(t)(mo.slash(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User}))
		require.Equal(t, mo.say("bot.moderation.replaced", "New", "Cleo", "Player", first.Name), m.Content)
		h.told(ch, "bot.table.replaced", map[string]any{"By": mo.Mention(), "Name": first.Name, "New": "Cleo"})
		require.Len(t, cleo.Pings(), 1, "whose turn it is now is pinged")
		require.Len(t, first.Pings(), 1, "once, at the start")

		menus, _ := controls(panel)
		m = must(t)(first.choose(panel, menus[0].CustomID, menus[0].Options[0].Value))
		require.Equal(t, "⛔ "+first.say("table.refused.not_player"), m.Content)
		cell := cleo.offers(ch, "garden remove", "cell")[0]
		require.False(t, cleo.refused(must(t)(cleo.slash(ch, "garden remove", localdiscord.Args{"cell": cell}))))
		now, events := h.logOf(ch)
		require.Equal(t, table.Event{
			Kind: table.Replaced, At: events[3].At, By: mo.userID(), Seat: 1, User: cleo.userID(), Name: "Cleo",
		}, events[3])
		require.Equal(t, second.userID(), now.Player(2).User)
		open, err := h.db.Playing(context.Background(), table.GuildID(snowflake(h.guild.ID)), cleo.userID())
		require.NoError(t, err)
		require.Len(t, open, 1, "it is among the newcomer's open games")
		h.clean()
	}
}

func TestNobodyIsSeatedWhoIsNotThereSitsAlreadyOrIsABot(t *testing.T) {
	t.Parallel()
	h, ch, first, second := started(t, setup{}, "en-US", nil)
	mo, gone := h.moderator("Mo", "fr"), h.person("Gone", "fr")
	h.guild.Leave(gone.User)
	for by, want := range map[string]string{
		second.ID:         mo.say("table.refused.already_seated", "player", second.Name),
		first.ID:          mo.say("table.refused.already_seated", "player", first.Name),
		gone.ID:           mo.say("table.refused.no_member", "player", gone.Mention()),
		h.discord.BotID(): mo.say("table.refused.bots_cannot_play"),
	} {
		m := must(t)(mo.slash(ch, "game replace", localdiscord.Args{"player": "1", "by": by}))
		require.Equal(t, "⛔ "+want, m.Content)
	}
	m := must(t)(second.slash(ch, "game replace", localdiscord.Args{"player": "1", "by": mo.User}))
	require.Equal(t, "⛔ "+second.say("table.refused.not_moderator"), m.Content)
	require.Zero(t, h.moves(ch))
	h.clean()
}

func TestAModeratorTakesAPlayerOutOfTheGameIfSure(t *testing.T) {
	t.Parallel()
	h, ch, first, second := started(t, setup{}, "en-US", nil)
	mo := h.moderator("Mo", "de")
	m := must(t)(mo.slash(ch, "game resign", localdiscord.Args{"player": second.Name}))
	require.Equal(t, mo.say("bot.moderation.take_out_sure", "Player", second.Name), m.Content)
	require.Zero(t, h.moves(ch))
	m = must(t)(mo.press(m, mo.say("bot.button.take_out")))
	require.Equal(t, mo.say("bot.moderation.taken_out", "Player", second.Name), m.Content)
	h.told(ch, "bot.table.taken_out", map[string]any{"By": mo.Mention(), "Name": second.Name})
	now, events := h.logOf(ch)
	require.Equal(t, table.Ended, now.Status)
	require.Equal(t, mo.userID(), events[len(events)-1].By)
	require.Equal(t, 1, now.Standings()[0].Rank)
	require.Equal(t, first.userID(), now.Standings()[0].User)
	h.clean()
}

func TestWhoStopsAGameIsTold(t *testing.T) {
	t.Parallel()
	h, ch, _, _ := started(t, setup{}, "en-US", nil)
	mo := h.moderator("Mo", "de")
	m := must(t)(mo.slash(ch, "game abort", nil))
	must(t)(mo.press(m, mo.say("bot.button.abort")))
	h.told(ch, "bot.table.aborted", map[string]any{"By": mo.Mention()})
	require.Empty(t, mo.Pings())
	h.clean()
}

func TestThatAPlayerHasLeftTheServerHarmsNoAnnouncement(t *testing.T) {
	t.Parallel()
	h, ch, first, second := started(t, setup{}, "en-US", nil)
	mo := h.moderator("Mo", "en-US")
	h.guild.Leave(second.User)
	must(t)(mo.slash(ch, "game skip", localdiscord.Args{"player": first.Name}))
	h.told(ch, "bot.table.skipped", map[string]any{"By": mo.Mention(), "Name": first.Name})
	require.Contains(t, ch.Last().Content, second.Mention())
	h.clean()
}

// TestTheGameOfWhoHasLeftTheServerGoesOn has the host, who is no moderator, do
// what the status offers.
func TestTheGameOfWhoHasLeftTheServerGoesOn(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 7})
	people := h.people("en-US", 3)
	host, ch := people[0], h.guild.AddChannel("gardens")
	h.open(ch, nil, people)
	h.settle()
	now, _ := h.logOf(ch)
	var gone *person
	for _, p := range people[1:] {
		if gone == nil || now.Seat(p.userID()) < now.Seat(gone.userID()) {
			gone = p
		}
	}
	for h.logTurn(ch) != gone.userID() {
		m := must(t)(h.moderator("Mo", "en-US").slash(ch, "game skip", localdiscord.Args{"player": host.Name}))
		require.False(t, host.refused(m), m.Content)
	}
	m := must(t)(host.slash(ch, "game status", nil))
	require.NotContains(t, m.Content, "⚠️")
	h.guild.Leave(gone.User)
	left := "⚠️ " + host.say("bot.moderation.departed", "Player", gone.Name)
	for _, p := range people {
		if p == gone {
			continue
		}
		m = must(t)(p.slash(ch, "game status", nil))
		require.Contains(t, m.Content, left, "whoever looks is told")
		require.Equal(t, p == host, len(m.Controls()) > 0, "and offered what they may do")
	}
	m = must(t)(host.slash(ch, "game status", nil))
	another := must(t)(host.slash(ch, "game status", nil))
	require.Equal(t, host.say("bot.moderation.skipped", "Player", gone.Name), must(t)(host.press(m, host.say("bot.button.skip"))).Content)
	h.told(ch, "bot.table.skipped", map[string]any{"By": host.Mention(), "Name": gone.Name})

	cleo := h.person("Cleopatra", "en-US")
	menu := another.Controls()[len(another.Controls())-1]
	m = must(t)(host.choose(another, menu.CustomID, cleo.ID))
	require.Equal(t, host.say("bot.moderation.replaced", "New", "Cleopatra", "Player", gone.Name), m.Content)
	now, _ = h.logOf(ch)
	require.NotZero(t, now.Seat(cleo.userID()))
	require.Zero(t, now.Seat(gone.userID()))
	require.Empty(t, h.discord.Violations(localdiscord.CodeUnknownMember), "but for having asked")
	require.Empty(t, h.log.faults())
}

// logTurn is whom a table waits for.
func (h *house) logTurn(ch *localdiscord.Channel) table.UserID {
	h.Helper()
	now, _ := h.logOf(ch)
	return now.Player(now.Turn().Slice()[0]).User
}

func TestAHandGoesToWhoReplacesItsOwnerAndToNobodyElse(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := started(t, setup{}, "en-US", localdiscord.Args{"game": "babel"})
	mo, cleo := h.moderator("Mo", "en-US"), h.person("Cleo", "en-US")
	hand := localdiscord.Args{"view": "hand", "player": "1"}
	before := must(t)(first.slash(ch, "board", hand))
	require.False(t, first.refused(before), before.Content)
	require.True(t, cleo.refused(must(t)(cleo.slash(ch, "board", hand))))
	must(t)(mo.slash(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User}))
	after := must(t)(cleo.slash(ch, "board", hand))
	require.False(t, cleo.refused(after), after.Content)
	require.Equal(t, strings.ReplaceAll(before.Pictures()[0].Alt, first.Name, "Cleo"), after.Pictures()[0].Alt, "the same cards")
	require.Equal(t, "⛔ "+first.say("table.refused.not_yours"), must(t)(first.slash(ch, "board", hand)).Content)
	h.clean()
}
