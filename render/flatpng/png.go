package flatpng

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"slices"
	"sync"

	"github.com/klauspost/compress/flate"
)

const (
	signature  = "\x89PNG\r\n\x1a\n"
	chunkFrame = 4 + 4 + 4 // length, name, checksum
	headerSize = 13

	// zlibHeader declares deflate with a window of 32 KB at the fastest level (RFC 1950, section
	// 2.2).
	zlibHeader = "\x78\x01"

	// finalBlock is a last block without bytes, in the fixed codes (RFC 1951, section 3.2.6).
	finalBlock = "\x03\x00"
)

// ErrSize is returned for pictures without pixels, which PNG does not allow, for pictures of 1 GiB
// or more, and for strips of different widths.
var ErrSize = errors.New("flatpng: image is empty or too large, or its strips differ in width")

// encoder holds the buffers that are reused from picture to picture.
type encoder struct {
	deflated bytes.Buffer
	deflater *flate.Writer
}

var encoders = sync.Pool{New: func() any {
	e := &encoder{}
	e.deflater, _ = flate.NewWriter(&e.deflated, flate.BestSpeed) // the level is a valid one
	return e
}}

// Strip is an encoded part of a picture: rows from its left to its right edge. It never changes. A
// picture that shares rows with another can be put together from the same strips.
type Strip struct {
	deflated      []byte
	width, height int
	// bytes is the number of bytes before the compression, and sum their Adler-32 checksum.
	bytes int
	sum   uint32
}

// Size returns the number of bytes that the strip adds to a file.
func (s Strip) Size() int { return len(s.deflated) }

func EncodeStrip(im *image.Paletted) (Strip, error) {
	size := im.Rect.Size()
	if size.X <= 0 || size.Y <= 0 || size.X >= 1<<30/size.Y {
		return Strip{}, ErrSize
	}
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.deflated.Reset()
	e.deflater.Reset(&e.deflated)
	sum := emptySum
	for y := range size.Y {
		row := im.Pix[y*im.Stride:][:size.X]
		_, _ = e.deflater.Write(unfiltered) // the flush repeats an error
		_, _ = e.deflater.Write(row)
		sum = checksum(sum, row)
	}
	// A flush ends with a whole byte, so that the next strip begins with one.
	err := e.deflater.Flush()
	return Strip{
		deflated: bytes.Clone(e.deflated.Bytes()), width: size.X, height: size.Y,
		bytes: (1 + size.X) * size.Y, sum: sum,
	}, err
}

// unfiltered is the filter type before each row.
var unfiltered = []byte{0}

// Join returns the PNG file of a picture, given its strips from top to bottom and a palette of
// opaque colours. Equal strips give equal files. Join returns ErrSize if there are no strips, if
// one is empty, if their widths differ, or if the picture is too large.
func Join(palette color.Palette, strips ...Strip) ([]byte, error) {
	var size image.Point
	compressed := len(finalBlock)
	for _, s := range strips {
		size = image.Pt(s.width, size.Y+s.height)
		compressed += len(s.deflated)
		if s.width != strips[0].width || s.height == 0 || size.X >= 1<<30/size.Y {
			return nil, ErrSize
		}
	}
	if len(strips) == 0 {
		return nil, ErrSize
	}

	png := make([]byte, 0, len(signature)+4*chunkFrame+
		headerSize+3*len(palette)+len(zlibHeader)+compressed+4)
	png = append(png, signature...)
	png = appendHeader(png, size)
	png = appendPalette(png, palette)
	png, start := beginChunk(png, "IDAT")
	png = append(png, zlibHeader...)
	sum := emptySum
	for _, s := range strips {
		png = append(png, s.deflated...)
		sum = joinSums(sum, s.sum, s.bytes)
	}
	png = append(png, finalBlock...)
	png = binary.BigEndian.AppendUint32(png, sum)
	png = endChunk(png, start)
	png, start = beginChunk(png, "IEND")
	return endChunk(png, start), nil
}

const (
	adlerPrime = 65521
	emptySum   = uint32(1)
)

// checksum continues an Adler-32 checksum of RFC 1950, section 8, with an unfiltered row: the sum
// of the bytes, and the sum of those sums. It adds up eight words before it takes a product, which
// is twice as fast as package hash/adler32.
func checksum(sum uint32, row []byte) uint32 {
	const lanes = 0x00ff00ff00ff00ff
	// The highest lane of a product with these is the sum of the lanes, each by its weight.
	const ones, evenWeights, oddWeights = 0x0001000100010001, 0x0008000600040002, 0x0007000500030001
	a := uint64(sum & 0xffff)
	b := uint64(sum>>16) + a                     // after the 0 of unfiltered
	for part := range slices.Chunk(row, 1<<16) { // the sums never overflow
		for ; len(part) >= 64; part = part[64:] {
			var even, odd, earlier uint64
			for i := 0; i < 64; i += 16 {
				two := part[i:][:16]
				first, second := binary.LittleEndian.Uint64(two), binary.LittleEndian.Uint64(two[8:])
				earlier += even + odd
				even, odd = even+first&lanes, odd+first>>8&lanes
				earlier += even + odd
				even, odd = even+second&lanes, odd+second>>8&lanes
			}
			b += 64*a + 8*(earlier*ones>>48) + even*evenWeights>>48 + odd*oddWeights>>48
			a += (even + odd) * ones >> 48
		}
		for _, c := range part {
			a += uint64(c)
			b += a
		}
		a %= adlerPrime
		b %= adlerPrime
	}
	return uint32(b<<16 | a)
}

// joinSums returns the checksum of two pieces, given their checksums and the second's length n.
func joinSums(a, b uint32, n int) uint32 {
	sumA, sumB := uint64(a&0xffff), uint64(b&0xffff)
	// The second sum begins at 1, and the first piece counts n times in the sum of its sums.
	sum := sumA + sumB + adlerPrime - 1
	sums := uint64(a>>16) + uint64(b>>16) + uint64(n)%adlerPrime*(sumA+adlerPrime-1)
	return uint32(sums%adlerPrime<<16 | sum%adlerPrime)
}

func appendHeader(png []byte, size image.Point) []byte {
	png, start := beginChunk(png, "IHDR")
	png = binary.BigEndian.AppendUint32(png, uint32(size.X))
	png = binary.BigEndian.AppendUint32(png, uint32(size.Y))
	const bitDepth, indexed, deflate, adaptive, notInterlaced = 8, 3, 0, 0, 0
	png = append(png, bitDepth, indexed, deflate, adaptive, notInterlaced)
	return endChunk(png, start)
}

func appendPalette(png []byte, colours color.Palette) []byte {
	png, start := beginChunk(png, "PLTE")
	for _, c := range colours {
		r, g, b, _ := c.RGBA()
		png = append(png, uint8(r>>8), uint8(g>>8), uint8(b>>8))
	}
	return endChunk(png, start)
}

func beginChunk(png []byte, name string) (_ []byte, start int) {
	start = len(png)
	png = append(png, 0, 0, 0, 0)
	return append(png, name...), start
}

// endChunk fills in the chunk's length and appends the checksum of its name and data.
func endChunk(png []byte, start int) []byte {
	binary.BigEndian.PutUint32(png[start:], uint32(len(png)-start-8))
	return binary.BigEndian.AppendUint32(png, crc32.ChecksumIEEE(png[start+4:]))
}
