// Package flatpng encodes pictures of few colours as PNG, more than twice as
// fast as package image/png at its fastest and into less.
//
// Encoding is most of what a bot that shows pictures works at, and image/png
// compresses anything. Pictures of flat areas and repeated sprites are the same
// as the pixel before, the row above or something recent almost everywhere:
// this package looks nowhere else, and always leaves rows unfiltered.
//
// It is not for photographs, and not a compressor of anything else. What is
// read here by RFC 1950 (zlib), RFC 1951 (deflate) and the PNG specification
// (https://www.w3.org/TR/png-3/) is read by any decoder.
package flatpng
