package play_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
)

func TestOpenTablesOfAHostAndOfAServerAreLimited(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale, Caps: tables.Caps{PerHost: 2, PerServer: 3}})
	ana, bo := env.NewPlayer("Ana", locale), env.NewPlayer("Bo", locale)
	var channels []*localdiscord.Channel
	for i := range 4 {
		channels = append(channels, env.Guild.AddChannel("gardens-"+strconv.Itoa(i)))
	}
	tooMany := "⛔ " + ana.T("table.refused.too_many_hosted", "max", "2")
	var all sync.WaitGroup
	answers := make([]*localdiscord.Message, len(channels))
	for i, ch := range channels {
		all.Go(func() { answers[i], _ = ana.Command(ch, "game new", nil) })
	}
	all.Wait()
	env.Settle()
	var opened []*localdiscord.Channel
	for i, m := range answers {
		if require.NotNil(t, m); m.Content != tooMany {
			opened = append(opened, channels[i])
		}
	}
	require.Len(t, opened, 2, "commands at the same time must not pass the limit")

	free := func() *localdiscord.Channel { return env.Guild.AddChannel("free") }
	require.Equal(t, tooMany, ana.MustCommand(free(), "game new", localdiscord.Args{"thread": true}).Content)
	require.False(t, bo.Refused(bo.MustCommand(free(), "game new", nil)), "somebody else can open a game")
	require.Equal(t, "⛔ "+bo.T("table.refused.too_many_open", "max", "3"),
		bo.MustCommand(free(), "game new", nil).Content)
	ana.MustCommand(opened[0], "game leave", nil)
	require.False(t, ana.Refused(ana.MustCommand(free(), "game new", nil)), "a closed lobby does not count")
}
