package bot

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/handle/interaction"
	"amytis/bot/handle/seats"
)

func TestTwoHandlersOfOneRouteAreAnError(t *testing.T) {
	_, err := merge(seats.Routes(), interaction.Routes{"game join": seats.Routes()["game leave"]})
	require.ErrorContains(t, err, `"game join"`)
}

func TestTheProgramServesUntilAShortPauseAfterTheLastInteraction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt := &router{}
		assert.False(t, rt.serving(), "nothing has come")
		rt.active.Add(2)
		time.Sleep(time.Minute)
		assert.True(t, rt.serving(), "two are being handled")
		rt.done()
		time.Sleep(servingPause)
		assert.True(t, rt.serving(), "another one is being handled")
		rt.done()
		time.Sleep(servingPause - 1)
		assert.True(t, rt.serving(), "the pause is not over")
		time.Sleep(time.Nanosecond)
		assert.False(t, rt.serving(), "the pause is over")
		rt.served.Store(time.Now().Add(time.Hour).UnixNano())
		assert.False(t, rt.serving(), "the clock was set back")
	})
}
