package render

import (
	"fmt"
	"image/color"
	"math"
)

// Colour is an index into the palette of 256 colours that all pictures share.
type Colour uint8

// Ramp is a scale of sixteen shades of one material, from 0 (darkest) to 15 (lightest). The steps
// of lightness in a ramp are even. Equal shades of two ramps may differ in grey.
type Ramp uint8

const (
	Sand Ramp = iota
	Clay
	Granite
	Basalt
	Lapis
	Ink
	Gold
	Rose
	Iris
	Leaf
	Water
	Red
	Green
	Wood
	Sky
	Dusk
)

const Shades = 16

// At returns a shade of the ramp. Steps below 0 or above 15 return the first or last shade.
func (r Ramp) At(step int) Colour {
	return Colour(int(r)*Shades + min(max(step, 0), Shades-1))
}

const (
	White = Colour(Ink)*Shades + Shades - 1
	Black = Colour(Ink) * Shades
	// Paper is the usual background of a picture.
	Paper = Colour(Sand)*Shades + Shades - 2
)

// palette holds the colours as 0xRRGGBB, sixteen per ramp. It is fixed, so a sprite is reduced to
// it once and fits every picture. Each ramp runs in OKLab through the colour it is named after.
var palette = [256]uint32{
	// Sand
	0x3f2c12, 0x4c371a, 0x594323, 0x664f2c, 0x735b35, 0x81673e, 0x8f7448, 0x9e8152,
	0xac8e5b, 0xbb9c65, 0xcaaa70, 0xd9b87c, 0xe2c797, 0xebd7b1, 0xf4e6cc, 0xfdf6e6,
	// Clay
	0x431a0d, 0x522312, 0x612c18, 0x71351e, 0x823f24, 0x92492a, 0xa35330, 0xb55e36,
	0xc5693f, 0xcd7a54, 0xd58b68, 0xdd9c7c, 0xe4ad90, 0xebbda4, 0xf2ceb9, 0xf8dfcd,
	// Granite
	0x3a2c30, 0x46363a, 0x524145, 0x5f4c50, 0x6c575b, 0x796367, 0x876f72, 0x957b7e,
	0xa3878a, 0xb19497, 0xbda1a4, 0xc8b0b1, 0xd3bebf, 0xdecdcd, 0xeadcdb, 0xf5ebe9,
	// Basalt
	0x131419, 0x1d1f24, 0x282a31, 0x34353d, 0x40424a, 0x4c4e57, 0x595b65, 0x666872,
	0x73757f, 0x81838c, 0x8f919a, 0x9ea0a8, 0xacaeb6, 0xbbbdc5, 0xcaccd3, 0xd9dbe2,
	// Lapis
	0x0c1f42, 0x112a52, 0x173663, 0x1c4374, 0x224f86, 0x285c98, 0x2e69aa, 0x3f77b5,
	0x5285be, 0x6593c6, 0x78a1cf, 0x8aafd7, 0x9dbddf, 0xb0cbe7, 0xc3d9ef, 0xd6e7f7,
	// Ink
	0x140f0b, 0x211b17, 0x2f2823, 0x3d3630, 0x4c443d, 0x5c534b, 0x6c625a, 0x7d7268,
	0x8d8279, 0x9c938b, 0xaca49d, 0xbcb6b0, 0xcdc8c3, 0xdddad7, 0xeeeceb, 0xffffff,
	// Gold
	0x553200, 0x623c01, 0x704602, 0x7e5104, 0x8c5b06, 0x9b6609, 0xaa710d, 0xb97d10,
	0xc88814, 0xd89417, 0xe8a01b, 0xeeb048, 0xf3c16a, 0xf7d187, 0xfbe2a3, 0xfff2be,
	// Rose
	0x570d2c, 0x671536, 0x771e41, 0x88264c, 0x992f58, 0xaa3863, 0xbc416f, 0xce4a7b,
	0xe05388, 0xe66a95, 0xec7fa3, 0xf193b1, 0xf5a7bf, 0xf9bbce, 0xfbcfdc, 0xfde2eb,
	// Iris
	0x24145a, 0x2f1d6c, 0x3a277e, 0x463091, 0x523aa4, 0x5e44b8, 0x6b50ca, 0x7661d0,
	0x8371d7, 0x8f81dc, 0x9c91e2, 0xaaa0e8, 0xb8b0ed, 0xc6bff2, 0xd5cef7, 0xe4defb,
	// Leaf
	0x112f10, 0x1a3b16, 0x24481c, 0x2d5522, 0x376329, 0x42702f, 0x4c7f36, 0x578d3d,
	0x659a4b, 0x77a75e, 0x89b372, 0x9bc085, 0xadcd98, 0xbfd9ac, 0xd1e6bf, 0xe4f3d3,
	// Water
	0x0a3c4b, 0x104857, 0x165464, 0x1c6170, 0x236e7d, 0x297b8b, 0x308898, 0x3696a6,
	0x3da3b3, 0x55b0be, 0x6fbbc7, 0x86c7d1, 0x9dd3da, 0xb3dee3, 0xc8eaed, 0xdef6f6,
	// Red
	0x4c0505, 0x5e0a08, 0x70100d, 0x841611, 0x971d16, 0xab231b, 0xc02a1f, 0xd1372a,
	0xd95142, 0xe06858, 0xe67c6d, 0xec9082, 0xf1a397, 0xf5b6ab, 0xf9c9c1, 0xfcdcd6,
	// Green
	0x053a20, 0x084727, 0x0c542f, 0x106137, 0x156f3f, 0x197d47, 0x1d8b4f, 0x229957,
	0x33a763, 0x51b275, 0x6abe87, 0x81c999, 0x96d4ab, 0xacdfbd, 0xc1ebcf, 0xd6f6e2,
	// Wood
	0x29160a, 0x371f0f, 0x452914, 0x53341a, 0x623e1f, 0x724925, 0x82542b, 0x906136,
	0x9b6f45, 0xa77d55, 0xb38b64, 0xbf9a74, 0xcaa984, 0xd6b894, 0xe2c7a4, 0xeed6b4,
	// Sky
	0x27495f, 0x31546a, 0x3a5f76, 0x446b81, 0x4e768d, 0x588299, 0x638ea5, 0x6d9ab1,
	0x78a7be, 0x83b3ca, 0x8fc0d7, 0xa3cbde, 0xb7d7e5, 0xcae2eb, 0xdeeef2, 0xf2f9f9,
	// Dusk
	0x2b1d33, 0x38283e, 0x45324a, 0x523e56, 0x604962, 0x6e556e, 0x7d617b, 0x8b6e88,
	0x9b7b95, 0xa789a1, 0xb398ad, 0xc0a7ba, 0xccb7c7, 0xd9c6d4, 0xe6d6e1, 0xf3e6ee,
}

// colorModel is the palette in the form that package image uses.
var colorModel = func() color.Palette {
	p := make(color.Palette, len(palette))
	for i, c := range palette {
		p[i] = color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 255}
	}
	return p
}()

var rampNames = [...]string{"sand", "clay", "granite", "basalt", "lapis", "ink", "gold", "rose",
	"iris", "leaf", "water", "red", "green", "wood", "sky", "dusk"}

// String returns the ramp and the shade, such as "sand14".
func (c Colour) String() string { return fmt.Sprintf("%s%d", rampNames[c/Shades], c%Shades) }

// Contrast is the function [Contrast] for the palette. Signs need 3, digits and letters 4.5.
func (c Colour) Contrast(with Colour) float64 { return Contrast(colorModel[c], colorModel[with]) }

// Contrast returns the contrast of two opaque colours, 1 to 21, as the Web Content Accessibility
// Guidelines (WCAG 2.2, "contrast ratio") define it.
func Contrast(c, with color.Color) float64 {
	a, b := luminance(c), luminance(with)
	return (max(a, b) + .05) / (min(a, b) + .05)
}

// luminance returns the relative luminance of a colour in sRGB, 0 to 1.
func luminance(c color.Color) float64 {
	red, green, blue, _ := c.RGBA()
	linear := func(channel uint32) float64 {
		v := float64(channel>>8) / 255
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	return .2126*linear(red) + .7152*linear(green) + .0722*linear(blue)
}
