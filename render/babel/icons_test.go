package babel

import (
	"testing"

	game "amytis/engine/babel"
	"amytis/render/rendertest"
)

func TestIconsAreReadableOnButtonsAndInMenus(t *testing.T) {
	rendertest.CheckIcons(t, Gallery{}, game.Game.Info())
}
