package babel

import (
	"testing"

	game "amytis/engine/babel"
	"amytis/render/rendertest"
)

func TestIconsAreReadableOnButtonsAndInMenus(t *testing.T) {
	rendertest.CheckIcons(t, Gallery{}, game.Game.Info())
}

func TestIconsToLookAt(t *testing.T) {
	rendertest.SkipWithoutPicturesFlag(t)
	rendertest.SaveIcons(t, "icons-babel", Gallery{}, game.Game.Info())
}
