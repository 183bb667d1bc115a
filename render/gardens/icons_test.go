package gardens

import (
	"testing"

	game "amytis/engine/gardens"
	"amytis/render/rendertest"
)

func TestIconsAreReadableOnButtonsAndInMenus(t *testing.T) {
	rendertest.CheckIcons(t, Gallery{}, game.Game.Info())
}
