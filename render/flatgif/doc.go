// Package flatgif encodes pictures of few colours as one animated GIF, several times as fast as
// image/gif.
//
// Only the rectangle that has changed since the picture before is encoded, and what is the same
// inside it is transparent. So most pixels repeat the one to their left, and the compression passes
// over such runs without looking at each pixel.
//
// All pictures have the same size and share one palette of at most 256 colours. The package is not
// meant for photographs. Its output follows the GIF89a specification
// (https://www.w3.org/Graphics/GIF/spec-gif89a.txt), so any decoder reads it.
package flatgif
