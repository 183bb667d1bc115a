package emoji

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/render"
)

type picture struct {
	icon, name string
	sprite     *render.Sprite
}

// An emoji's name is a prefix, the icon's name and the beginning of a hash of its pixels. So the
// name tells whether the emoji shows what this program draws.
const (
	prefix   = "amytis_"
	hashSize = 3 // bytes, two digits each
)

func pictureOf(icon string, sprite *render.Sprite) picture {
	sum := sha256.Sum256(sprite.Image().Pix)
	return picture{icon: icon, name: prefix + icon + "_" + hex.EncodeToString(sum[:hashSize]), sprite: sprite}
}

// iconOf returns the icon that an emoji shows in any version, "" for a name of another form.
func iconOf(emoji string) string {
	rest, ours := strings.CutPrefix(emoji, prefix)
	at := strings.LastIndexByte(rest, '_')
	if !ours || at < 0 {
		return ""
	}
	if sum, err := hex.DecodeString(rest[at+1:]); err != nil || len(sum) != hashSize {
		return ""
	}
	return rest[:at]
}

func allPictures() []picture {
	var all []picture
	for _, g := range games.All {
		drawer, draws := g.Gallery.(render.IconDrawer)
		if !draws {
			continue
		}
		for i, name := range g.Info().Icons {
			if sprite := drawer.Icon(engine.Icon(i + 1)); sprite != nil {
				all = append(all, pictureOf(name, sprite))
			}
		}
	}
	return all
}
