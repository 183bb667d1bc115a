package handle

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"amytis/bot/discord/commands"
	"amytis/bot/discord/control"
	"amytis/bot/handle/hints"
	"amytis/bot/handle/interaction"
)

func TestEachRouteHasOneHandlerAndIsOfferedWhereItsCommandIs(t *testing.T) {
	all := map[string]interaction.Route{}
	for _, some := range routes(hints.NewAdviser(time.Second), nil) {
		for name, route := range some {
			assert.NotContains(t, all, name)
			all[name] = route
		}
	}
	for name, route := range all {
		command := strings.TrimLeft(name, "?=:")
		if stands, has := control.Commands[command]; has && command != name {
			command = stands
			assert.Equal(t, all[command].In, route.In, "%q stands for /%s", name, command)
		}
		whole, _, _ := strings.Cut(command, " ")
		switch {
		case slices.Contains(commands.OnlyOnServers, whole):
			assert.Equal(t, interaction.WithPeople, route.In, name)
		case !slices.Contains(commands.Everywhere, whole) && !strings.HasPrefix(name, ":"):
			assert.LessOrEqual(t, route.In, interaction.WithPeople, name)
		}
	}
}

func TestTheProgramServesUntilAShortPauseAfterTheLastInteraction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt := &Router{}
		assert.False(t, rt.Serving(), "nothing has come")
		rt.active.Add(2)
		time.Sleep(time.Minute)
		assert.True(t, rt.Serving(), "two are being handled")
		rt.done()
		time.Sleep(servingPause)
		assert.True(t, rt.Serving(), "another one is being handled")
		rt.done()
		time.Sleep(servingPause - 1)
		assert.True(t, rt.Serving(), "the pause is not over")
		time.Sleep(time.Nanosecond)
		assert.False(t, rt.Serving(), "the pause is over")
		rt.served.Store(time.Now().Add(time.Hour).UnixNano())
		assert.False(t, rt.Serving(), "the clock was set back")
	})
}
