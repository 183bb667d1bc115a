// Package flatpng encodes pictures of few colours as PNG from strips of rows, so that rows which
// many pictures share are encoded once. No strip refers to another.
//
// Its output follows RFC 1950 (zlib) and the PNG specification (https://www.w3.org/TR/png-3/), so
// any decoder reads it.
package flatpng

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"slices"
	"sync"

	"github.com/klauspost/compress/flate"
)

const (
	signature = "\x89PNG\r\n\x1a\n"

	// zlibHeader declares deflate with a 32 KB window at the fastest level (RFC 1950, section 2.2).
	zlibHeader = "\x78\x01"

	// finalBlock is a last block without bytes, in the fixed codes (RFC 1951, section 3.2.6).
	finalBlock = "\x03\x00"
)

type encoder struct {
	deflated bytes.Buffer
	deflater *flate.Writer
}

var encoders = sync.Pool{New: func() any {
	e := &encoder{}
	e.deflater, _ = flate.NewWriter(&e.deflated, flate.BestSpeed) // the level is a valid one
	return e
}}

// Strip is an encoded part of a picture: rows from its left to its right edge. It never changes.
type Strip struct {
	deflated []byte
	size     image.Point
	// sum is the Adler-32 checksum of the bytes before the compression.
	sum uint32
}

// Size returns the number of bytes that the strip adds to a file.
func (s Strip) Size() int { return len(s.deflated) }

// EncodeStrip encodes a part of a picture with at least one pixel.
func EncodeStrip(im *image.Paletted) Strip {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.deflated.Reset()
	e.deflater.Reset(&e.deflated)
	sum := emptySum
	for y := range im.Rect.Dy() {
		row := im.Pix[y*im.Stride:][:im.Rect.Dx()]
		_, _ = e.deflater.Write(unfiltered) // a buffer never fails
		_, _ = e.deflater.Write(row)
		sum = checksum(sum, row)
	}
	_ = e.deflater.Flush() // to a whole byte, so that the next strip begins with one
	return Strip{bytes.Clone(e.deflated.Bytes()), im.Rect.Size(), sum}
}

// unfiltered is the filter type before each row.
var unfiltered = []byte{0}

// Join returns the PNG file of a picture of less than 1 GiB from strips of one width, top to
// bottom, at least one, and a palette of opaque colours. Equal strips give equal files.
func Join(palette color.Palette, strips ...Strip) []byte {
	sum := emptySum
	height, compressed := 0, 1000 // with the other chunks
	data := append(make([][]byte, 0, len(strips)+3), []byte(zlibHeader))
	for _, s := range strips {
		sum = joinSums(sum, s.sum, (1+s.size.X)*s.size.Y)
		height += s.size.Y
		compressed += len(s.deflated)
		data = append(data, s.deflated)
	}
	data = append(data, []byte(finalBlock), binary.BigEndian.AppendUint32(nil, sum))

	header := binary.BigEndian.AppendUint32(nil, uint32(strips[0].size.X))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	const bitDepth, indexed, deflate, adaptive, notInterlaced = 8, 3, 0, 0, 0
	header = append(header, bitDepth, indexed, deflate, adaptive, notInterlaced)

	colours := make([]byte, 0, 3*len(palette))
	for _, c := range palette {
		r, g, b, _ := c.RGBA()
		colours = append(colours, uint8(r>>8), uint8(g>>8), uint8(b>>8))
	}
	png := append(make([]byte, 0, compressed), signature...)
	png = appendChunk(png, "IHDR", header)
	png = appendChunk(png, "PLTE", colours)
	png = appendChunk(png, "IDAT", data...)
	return appendChunk(png, "IEND")
}

const (
	adlerPrime = 65521
	emptySum   = uint32(1)
)

// checksum continues an Adler-32 checksum (RFC 1950, section 8) with an unfiltered row. It adds up
// eight words before it takes a product, which is twice as fast as package hash/adler32.
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

// appendChunk appends a chunk: its length, its name and data, and their checksum.
func appendChunk(png []byte, name string, parts ...[]byte) []byte {
	start := len(png)
	png = append(png, 0, 0, 0, 0)
	png = append(png, name...)
	for _, part := range parts {
		png = append(png, part...)
	}
	binary.BigEndian.PutUint32(png[start:], uint32(len(png)-start-8))
	return binary.BigEndian.AppendUint32(png, crc32.ChecksumIEEE(png[start+4:]))
}
