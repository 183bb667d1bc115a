package towers

import (
	"testing"

	game "amytis/engine/towers"
	"amytis/render/rendertest"
)

func TestIconsAreReadableOnButtonsAndInMenus(t *testing.T) {
	rendertest.CheckIcons(t, Gallery{}, game.Game.Info())
}
