package flatgif

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"math"
	"time"
)

// ErrSize is returned for a picture without pixels, for one wider or higher than GIF allows, and
// for one of another size than the first.
var ErrSize = errors.New("flatgif: a picture is empty or too large, or its size differs from the first one's")

// colours is the number of colours of the palette in the file.
const colours = 256

// Encoder makes an animated GIF that starts again after its last picture. The zero value is ready
// to use.
type Encoder struct {
	out  []byte
	size image.Point
	// shown holds the pixels of the last picture, row by row; nil before the first one.
	shown []uint8
	// pix and codes are buffers that are used for each picture.
	pix, codes []uint8
	compressor compressor
	// clear is the last transparent colour.
	clear uint8
}

// Add adds a picture with opaque colours, shown for at most 11 minutes in steps of 10 ms. The first
// one gives the size and the palette.
func (e *Encoder) Add(im *image.Paletted, shown time.Duration) error {
	size := im.Rect.Size()
	if e.shown == nil {
		if size.X <= 0 || size.Y <= 0 || size.X > math.MaxUint16 || size.Y > math.MaxUint16 {
			return ErrSize
		}
		e.begin(size, im.Palette)
	}
	if size != e.size {
		return ErrSize
	}
	area, clear, hasClear := e.copyChanges(im)
	e.appendControl(shown, clear, hasClear)
	e.appendArea(area)
	e.codes = e.compressor.compress(e.codes[:0], e.pix)
	e.appendBlocks(e.codes)
	return nil
}

// GIF returns the file with the pictures so far. Do not add pictures after it.
func (e *Encoder) GIF() []byte {
	const trailer = 0x3b
	return append(e.out, trailer)
}

// copyChanges puts the pixels to encode into e.pix, and remembers the picture's pixels. It returns
// the rectangle to encode, and the colour that stands for pixels that stay the same, if there is
// one.
func (e *Encoder) copyChanges(im *image.Paletted) (area image.Rectangle, clear uint8, hasClear bool) {
	area = image.Rectangle{Max: e.size}
	first := e.shown == nil
	if first {
		e.shown = make([]uint8, e.size.X*e.size.Y)
	} else {
		area = e.changed(im)
		clear, hasClear = e.unused(im, area)
	}
	e.pix = e.pix[:0]
	for y := area.Min.Y; y < area.Max.Y; y++ {
		now := im.Pix[y*im.Stride+area.Min.X:][:area.Dx()]
		was := e.shown[y*e.size.X+area.Min.X:][:area.Dx()]
		from := len(e.pix)
		e.pix = append(e.pix, now...)
		if hasClear {
			clearSame(e.pix[from:], was, clear)
		}
		copy(was, now)
	}
	return area, clear, hasClear
}

// changed returns the rectangle in which a picture differs from the last one. If they are the same
// it is a single pixel.
func (e *Encoder) changed(im *image.Paletted) image.Rectangle {
	left, right, top, bottom := e.size.X, 0, 0, 0
	for y := range e.size.Y {
		now, was := im.Pix[y*im.Stride:][:e.size.X], e.shown[y*e.size.X:][:e.size.X]
		if bytes.Equal(now, was) {
			continue
		}
		if bottom == 0 {
			top = y
		}
		bottom = y + 1
		left = sameLength(now[:left], was)
		end := e.size.X
		for end > right && now[end-1] == was[end-1] {
			end--
		}
		right = end
	}
	if bottom == 0 {
		return image.Rect(0, 0, 1, 1)
	}
	return image.Rect(left, top, right, bottom)
}

// unused returns a colour that a picture does not use in a rectangle, the transparent colour of the
// picture before if possible.
func (e *Encoder) unused(im *image.Paletted, area image.Rectangle) (c uint8, found bool) {
	for i := range colours {
		c := e.clear + uint8(i)
		if !uses(im, area, c) {
			e.clear = c
			return c, true
		}
	}
	return 0, false
}

// uses reports whether a picture has a colour in a rectangle.
func uses(im *image.Paletted, area image.Rectangle, c uint8) bool {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		if bytes.IndexByte(im.Pix[y*im.Stride+area.Min.X:][:area.Dx()], c) >= 0 {
			return true
		}
	}
	return false
}

// step is the number of pixels that clearSame compares at once.
const step = 8

// clearSame replaces the pixels of a row that are the same as before by the transparent colour.
// Fewer than 2*step side by side stay as they are, because they would break up patterns that the
// compression knows.
func clearSame(row, was []uint8, clear uint8) {
	for x := 0; x+step <= len(row); {
		if !sameStep(row[x:], was[x:]) {
			x += step
			continue
		}
		from := x
		for from > 0 && row[from-1] == was[from-1] {
			from--
		}
		x += sameLength(row[x:], was[x:])
		if x-from >= 2*step {
			fill(row[from:x], clear)
		}
	}
}

// fill sets at least step pixels to a colour. The last word may overlap the one before.
func fill(row []uint8, c uint8) {
	word := uint64(c) * everyByte
	for x := 0; x+step < len(row); x += step {
		binary.LittleEndian.PutUint64(row[x:], word)
	}
	binary.LittleEndian.PutUint64(row[len(row)-step:], word)
}

// sameLength returns how many pixels two rows have in common at their beginning. other is not
// shorter.
func sameLength(row, other []uint8) int {
	n := 0
	for n+step <= len(row) && sameStep(row[n:], other[n:]) {
		n += step
	}
	for n < len(row) && row[n] == other[n] {
		n++
	}
	return n
}

// sameStep reports whether the next pixels of two rows are the same.
func sameStep(row, other []uint8) bool {
	return binary.LittleEndian.Uint64(row) == binary.LittleEndian.Uint64(other)
}

// begin writes what comes before the first picture: the size, the palette, and that the animation
// starts again after its end (the application extension "NETSCAPE2.0").
func (e *Encoder) begin(size image.Point, palette color.Palette) {
	const has256Colours = 0xf7
	e.size = size
	e.out = append(e.out, "GIF89a"...)
	e.appendNumbers(size.X, size.Y)
	e.out = append(e.out, has256Colours, 0, 0)
	for i := range colours {
		var r, g, b uint32
		if i < len(palette) {
			r, g, b, _ = palette[i].RGBA()
		}
		e.out = append(e.out, uint8(r>>8), uint8(g>>8), uint8(b>>8))
	}
	e.out = append(e.out, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...)
}

// appendControl writes how long the next picture is shown, and its transparent colour. The picture
// stays below the next one.
func (e *Encoder) appendControl(shown time.Duration, clear uint8, hasClear bool) {
	const stays, transparent = 1 << 2, 1
	flags := uint8(stays)
	if hasClear {
		flags |= transparent
	}
	e.out = append(e.out, 0x21, 0xf9, 4, flags)
	e.appendNumbers(int(min(shown/(10*time.Millisecond), math.MaxUint16)))
	e.out = append(e.out, clear, 0)
}

// appendArea writes where the next pixels are.
func (e *Encoder) appendArea(area image.Rectangle) {
	e.out = append(e.out, 0x2c)
	e.appendNumbers(area.Min.X, area.Min.Y, area.Dx(), area.Dy())
	e.out = append(e.out, 0, colourBits)
}

// appendBlocks writes data in blocks of at most 255 bytes, and the empty one after them.
func (e *Encoder) appendBlocks(data []byte) {
	for len(data) > 0 {
		n := min(len(data), math.MaxUint8)
		e.out = append(append(e.out, uint8(n)), data[:n]...)
		data = data[n:]
	}
	e.out = append(e.out, 0)
}

// appendNumbers writes numbers of 16 bits.
func (e *Encoder) appendNumbers(numbers ...int) {
	for _, n := range numbers {
		e.out = binary.LittleEndian.AppendUint16(e.out, uint16(n))
	}
}
