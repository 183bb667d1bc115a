package render

import (
	"image"

	"amytis/render/flatpng"
)

var paintOneIn uint64 = 1

// PaintOneIn has one picture in n painted, for tests that are about something else. In place of
// another one stands a picture of a few pixels, which differ if the pictures do. Call it before the
// first picture.
func PaintOneIn(n int) { paintOneIn = uint64(n) }

// sketch returns what stands in place of a picture with these strips, and whether something does.
func (l *List) sketch(keys []stripKey) (p Picture, instead bool) {
	var sum uint64
	for _, key := range keys {
		sum = sum*0x9e3779b97f4a7c15 + uint64(key) // odd, so that no key is lost
	}
	if sum%paintOneIn == 0 {
		return Picture{}, false
	}
	im := image.NewPaletted(image.Rect(0, 0, 16, 1), colorModel)
	for i := range im.Pix {
		im.Pix[i] = uint8(sum >> (4 * i) & 15)
	}
	return Picture{PNG: flatpng.Join(colorModel, flatpng.EncodeStrip(im)), Width: l.Width, Height: l.Height}, true
}
