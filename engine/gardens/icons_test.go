package gardens

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIconsAreNamedAfterWhatTheyShow(t *testing.T) {
	assert.Len(t, info.Icons, 20)
	assert.Equal(t, "clay_jasmine", info.IconName(TileIcon(Clay, Jasmine)))
	assert.Equal(t, "granite_rose", info.IconName(TileIcon(Granite, Rose)))
	assert.Equal(t, "start_marigold", info.IconName(startTile(Marigold).icon()))
	assert.Equal(t, "statue", info.IconName(DecorIcon(Statue)))
	assert.Equal(t, "stairs", info.IconName(info.VerbInfo(verbStairs).Icon))
	assert.Empty(t, info.IconName(Tile(0).icon()))
}
