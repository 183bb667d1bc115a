package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// IconSize is an icon's width and height, as Discord recommends for emoji. It shows them 22 wide.
const IconSize = 128

// DrawIcon returns an icon with a transparent background. The pen's origin is its middle.
func DrawIcon(name string, draw func(p *Pen)) *Sprite {
	return Draw("icon "+name, IconSize, IconSize, IconSize/2, IconSize/2, draw)
}

// The widths of the two edges of an icon. Each is more than one pixel wide on a button.
const (
	iconLine = 8
	iconHalo = 7
)

// Edge draws a dark edge around a shape, and a pale one around it: one is clear on any background.
// It calls lay, which adds the shape to the path, twice. The shape is left black.
func (p *Pen) Edge(lay func()) {
	lay()
	p.Outline(Paper, Paper, 2*(iconLine+iconHalo))
	lay()
	p.Outline(Black, Black, 2*iconLine)
}

// Plate draws a square with round corners and an edge ([Pen.Edge]), the ground of an icon's sign.
func (p *Pen) Plate(ground Colour) {
	const half = IconSize/2 - iconLine - iconHalo - 1
	lay := func() { p.Box(-half, -half, 2*half, 2*half, 18) }
	p.Edge(lay)
	lay()
	p.Fill(ground)
}

func (s *Sprite) Image() *image.NRGBA {
	im := image.NewNRGBA(image.Rect(0, 0, s.Width, s.Height))
	for _, run := range s.spans {
		alpha := uint8(math.MaxUint8)
		if run.blended {
			alpha /= 2
		}
		for i := range int(run.n) {
			rgb := palette[s.pix[int(run.at)+i]]
			im.SetNRGBA(int(run.x)+i+s.anchorX, int(run.y)+s.anchorY, color.NRGBA{
				R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: alpha,
			})
		}
	}
	return im
}

// PNG returns the sprite as a file with a transparent background.
func (s *Sprite) PNG() ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, s.Image())
	return b.Bytes(), err
}
