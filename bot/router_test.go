package bot

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/interaction"
	"amytis/bot/seats"
)

func TestTwoHandlersOfOneRouteAreAnError(t *testing.T) {
	_, err := merge(seats.Routes(nil), interaction.Routes{"game join": seats.Routes(nil)["game leave"]})
	require.ErrorContains(t, err, `"game join"`)
}
