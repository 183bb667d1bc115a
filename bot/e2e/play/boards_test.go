package play_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
)

func TestEveryBoardHasAPictureAndAltText(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	views, err := first.Suggestions(ch, "board", nil, "view")
	require.NoError(t, err)
	require.Equal(t, append(slices.Clone(games.All[0].Info().Views), "all", "text"), views)
	views = views[:len(views)-2]
	players, err := first.Suggestions(ch, "board", nil, "player")
	require.NoError(t, err)
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
	require.Equal(t, "⛔ "+first.T("table.refused.no_player", "player", "Zoe"),
		first.MustCommand(ch, "board", localdiscord.Args{"player": "Zoe"}).Content)
}

func TestSeveralViewsAreGalleriesWithTheirNames(t *testing.T) {
	in := games.All[0].Info()
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	label := func(p *harness.Player, view string) string { return "**" + p.T(in.ID+".view."+view) + "**" }
	check := func(p *harness.Player, m *localdiscord.Message, title string, names ...string) {
		t.Helper()
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
	boards := second.MustClick(ch.Last(), env.Words.T("bot.button.boards", nil))
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

func TestAllViewsLeaveOutTheHandsOfOthers(t *testing.T) {
	_, ch, first, second := harness.StartedGame(t, harness.Options{}, localdiscord.Args{"game": "babel"})
	own := first.MustCommand(ch, "board", localdiscord.Args{"view": "all"})
	require.Len(t, own.Pictures(), len(games.All[1].Info().Views))
	other := first.MustCommand(ch, "board", localdiscord.Args{"view": "all", "player": second.Name})
	require.False(t, other.V2(), "one picture needs no gallery")
	require.Len(t, other.Pictures(), 1)
	open := first.MustCommand(ch, "board", localdiscord.Args{"view": "all", "public": true})
	require.Len(t, open.Pictures(), 1)
}

func TestBoardsShowACommonBoardOnce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		args            localdiscord.Args
		seats, pictures int
	}{
		"a garden each":       {localdiscord.Args{"game": "gardens"}, 3, 3},
		"one table":           {localdiscord.Args{"game": "babel"}, 2, 1},
		"one building":        {localdiscord.Args{"game": "towers"}, 3, 1},
		"zones of neighbours": {localdiscord.Args{"game": "towers", "mode": "quick"}, 3, 3},
	} {
		t.Run(name, func(t *testing.T) {
			env := harness.New(t, harness.Options{})
			people := env.NewPlayers(tt.seats)
			ch := env.Guild.AddChannel("boards")
			env.At(ch).Open(tt.args, people)
			env.Settle()
			for _, p := range append(people, env.NewPlayer("Eve", "en-US")) {
				boards := p.MustClick(ch.Last(), env.Words.T("bot.button.boards", nil))
				require.Len(t, boards.Pictures(), tt.pictures)
				env.CheckPictures(boards)
			}
		})
	}
}
