package play_test

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/longrun"
)

func TestEveryBoardHasAPictureAndAltText(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	views := first.MustSuggest(ch, "board", "view")
	require.Equal(t, append(slices.Clone(games.All[0].Info().Views), "all", "text"), views)
	views = views[:len(views)-2]
	players := first.MustSuggest(ch, "board", "player")
	require.Equal(t, []string{"🤖 1", "🤖 2"}, players, "no name of a person begins so")
	eve := env.NewPlayer("Eve", harness.LocaleOf(t))
	for j, view := range views {
		m := eve.MustCommand(ch, "board", localdiscord.Args{"view": view, "player": players[j%2]})
		require.True(t, m.Ephemeral(), "only Eve sees the view %s", view)
		name := []*harness.Player{first, second}[j%2].Name
		require.Equal(t, eve.T("bot.board.title", "Game", eve.T("gardens.name"), "Name", name), m.Content)
		env.CheckPictures(m)
	}
	open := second.MustCommand(ch, "board", localdiscord.Args{"public": true})
	require.False(t, open.Ephemeral(), "all see a board that is shown in public")
	env.CheckPictures(open)
	require.Contains(t, first.MustCommand(ch, "board", localdiscord.Args{"player": second.Name}).Content, second.Name)
	first.CheckRefused(first.MustCommand(ch, "board", localdiscord.Args{"player": "Zoe"}), "no_player", "player", "Zoe")
}

func TestSeveralViewsAreGalleriesWithTheirNames(t *testing.T) {
	in := games.All[0].Info()
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	label := func(p *harness.Player, view string) string { return "**" + p.T(in.ID+".view."+view) + "**" }
	check := func(p *harness.Player, m *localdiscord.Message, title string, names ...string) {
		require.True(t, m.V2(), "the message has its text in components")
		require.Empty(t, m.Content)
		require.Equal(t, append([]string{title}, names...), strings.Split(m.Text(), "\n"))
		require.Len(t, m.Pictures(), len(names))
		env.CheckPictures(m)
		for i := range names {
			gallery := m.Components[2*i+2]
			require.Len(t, gallery.Items, 1, "a gallery of one picture shows it whole")
		}
	}
	title := first.T("bot.board.title", "Game", first.T("gardens.name"), "Name", second.Name)
	all := first.MustCommand(ch, "board", localdiscord.Args{"view": "all", "player": second.Name})
	require.True(t, all.Ephemeral(), "nobody else sees the views")
	var every []string
	for _, v := range in.Views {
		every = append(every, label(first, v))
	}
	check(first, all, title, every...)
	boards := second.MustClick(ch.Last(), env.Words.Say("bot.button.boards"))
	check(second, boards, env.Mentioning(second.T("bot.board.more")), "**"+first.Name+"**", "**"+second.T("bot.you")+"**")

	at := slices.IndexFunc(boards.Controls(), func(c localdiscord.Component) bool { return len(c.Options) == len(in.Views) })
	require.GreaterOrEqual(t, at, 0, "the other views are a choice away")
	menu := boards.Controls()[at]
	corner := second.MustChoose(boards, menu.CustomID, menu.Options[slices.Index(in.Views, "iso")].Value)
	require.Len(t, corner.Pictures(), 1)
	require.Equal(t, second.T("bot.board.title", "Game", second.T("gardens.name"), "Name", second.T("bot.you")), corner.Content)

	open := first.MustCommand(ch, "board", localdiscord.Args{"view": "West, top,nowhere", "player": "2", "public": true})
	require.False(t, open.Ephemeral(), "all see views that are shown in public")
	public := env.Words
	check(first, open,
		public.Say("bot.board.title", "Game", public.Say("gardens.name"), "Name", second.Name),
		"**"+public.Say("gardens.view.top")+"**", "**"+public.Say("gardens.view.west")+"**")
	offered, err := first.Autocomplete(t.Context(), ch, "board", nil, "view", "west,top")
	require.NoError(t, err)
	require.Equal(t, "top+west", offered[len(offered)-1].Value)
}

func hasText(p *harness.Player, m *localdiscord.Message) bool {
	return len(m.Embeds) > 0 && strings.Contains(m.Embeds[0].Description, p.T("alt.gardens.left", "Count", 48))
}

func TestAPlayerCanHaveTextAtEveryPanelAndInTableMessages(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	require.Equal(t, first.T("bot.me.text.false"), first.MustCommand(ch, "me text", nil).Content)
	require.False(t, hasText(first, first.MustOpenPanel(ch)), "the panel has no text board when text is off")
	require.Equal(t, first.T("bot.me.text.true"),
		first.MustCommand(ch, "me text", localdiscord.Args{"on": true}).Content)
	require.Equal(t, first.T("bot.me.text.true"), first.MustCommand(ch, "me text", nil).Content)

	before := ch.Last()
	panel := first.MustOpenPanel(ch)
	require.False(t, hasText(first, panel), "it is read only on demand")
	board := first.MustClick(panel, first.T("bot.textboard.view"))
	require.True(t, hasText(first, board), board.Text())
	require.NotEqual(t, panel.ID, board.ID, "the panel stays")
	first.MustRemoveTile(ch)
	env.Settle()
	told := ch.Last()
	require.NotEqual(t, before.ID, told.ID)
	require.NotEmpty(t, told.Embeds, "a player of the table wants text")
	seconds := harness.Button(second.MustOpenPanel(ch), second.T("bot.textboard.view"))
	require.Nil(t, seconds, "others have it in public only")

	second.MustRemoveTile(ch)
	env.Settle()
	require.Empty(t, first.Message(told.ID).Embeds, "an older message is short")
	first.MustCommand(ch, "me text", localdiscord.Args{"on": false})
	require.Nil(t, harness.Button(first.MustOpenPanel(ch), first.T("bot.textboard.view")))
}

// TestEveryPastTurnLooksAsAnnounced compares tables after each turn with pictures posted then.
func TestEveryPastTurnLooksAsAnnounced(t *testing.T) {
	for i, g := range games.All {
		env, ch, people := harness.OpenedGame(t, harness.Options{Seed: 100 + uint64(i)},
			localdiscord.Args{"game": g.Info().ID}, g.Info().MinSeats)
		moves := cmp.Or(map[string]int{"babel": 210, "towers": 80}[g.Info().ID], 40)
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 101, moves/longrun.Choose(5, 1)))
		env.Settle()
		announced := ch.Messages()[1:] // without the lobby
		turns, err := people[0].Suggestions(ch, "board", nil, "turn")
		require.NoError(t, err)
		last, err := strconv.Atoi(turns[0])
		require.NoError(t, err)
		if longrun.On() && g.Info().ID == "babel" {
			require.Positive(t, env.At(ch).Now().Acted[engine.Chance], "the discards are shuffled")
		}
		require.Contains(t, []int{len(announced) - 1, len(announced)}, last,
			"one message more if the last turn goes on")
		eve, tallied := env.NewPlayer("Eve", "en-US"), false
		boards := eve.MustClick(ch.Last(), env.Words.Say("bot.button.boards"))
		require.Len(t, boards.Pictures(), cmp.Or(map[string]int{"gardens": 2}[g.Info().ID], 1), "a common board once")
		env.CheckPictures(boards)
		for turn, m := range announced {
			if harness.EndsGame(m) {
				continue // its picture has the scores of all
			}
			view, _, _ := strings.Cut(m.Attachments[0].Filename, "-") // a set-up shows the quarry
			past := eve.MustCommand(ch, "board",
				localdiscord.Args{"view": view, "turn": strconv.Itoa(turn), "public": true})
			require.Equal(t, env.PictureHashes(m), env.PictureHashes(past), "after turn %d", turn)
			byMenu := onMessage(eve, ch, m, "Board at this turn")
			require.Equal(t, env.PictureHashes(m), env.PictureHashes(byMenu), "after turn %d", turn)
			if turn > 0 && turn < last {
				// Below the moves stands who has the most on each level.
				moves, tally, _ := strings.Cut(past.Content, "\n**"+env.Words.Say("towers.tally.levels.title")+"**\n")
				tallied = tallied || tally != ""
				lines := slices.DeleteFunc(strings.Split(moves, "\n"), func(line string) bool { // of chance
					return !slices.ContainsFunc(people, func(p *harness.Player) bool {
						return strings.HasPrefix(line, p.Name)
					})
				})
				name, _, _ := strings.Cut(lines[len(lines)-1], " ")
				require.Contains(t, m.Content, name, "both tell of the same player")
			}
		}
		if longrun.On() {
			require.Equal(t, g.Info().ID == "towers", tallied, "who has the most on each level is told")
		}
	}
}

func TestPastTurnsCanBePaged(t *testing.T) {
	locale := harness.LocaleOf(t)
	env, ch, people := harness.OpenedGame(t, harness.Options{Seed: 120, Locale: locale}, nil, 2)
	eve := env.NewPlayer("Eve", locale)
	require.Nil(t, harness.Button(eve.MustCommand(ch, "board", nil), eve.T("bot.button.next")),
		"there is only the start")
	for env.At(ch).Now().Version < 6 {
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 121, 1))
	}
	env.Settle()
	after := func(turn int) string { // in the set-up
		return eve.T("bot.board.after", "When", text.Capital(eve.T("bot.board.when", "Turn", turn)))
	}
	for _, m := range []*localdiscord.Message{
		eve.MustCommand(ch, "board", localdiscord.Args{"player": "2", "view": "top"}),
		eve.MustClick(ch.Last(), env.Words.Say("bot.button.boards")),
	} {
		pictures := len(m.Pictures())
		require.True(t, harness.Button(m, eve.T("bot.button.next")).Disabled, "the present is the last page")
		for turn := 2; turn >= 0; turn-- {
			page := eve.MustClick(m, eve.T("bot.button.previous"))
			require.Equal(t, pictures == 1, m.ID == page.ID, "a message with one picture is changed in place")
			require.Contains(t, page.Text(), after(turn))
			require.Len(t, page.Pictures(), pictures)
			env.CheckPictures(page)
			m = page
		}
		require.Contains(t, m.Text(), eve.T("bot.board.start"))
		require.True(t, harness.Button(m, eve.T("bot.button.previous")).Disabled, "nothing comes before the start")
		m = eve.MustClick(m, eve.T("bot.button.next"))
		require.Contains(t, m.Text(), after(1))
	}
}
