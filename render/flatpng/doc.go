// Package flatpng encodes pictures of few colours as PNG. It is twice as fast as the fastest
// setting of image/png and its files are smaller.
//
// A bot that shows pictures spends most of its time encoding them. In pictures of flat areas and
// repeated sprites, almost every pixel repeats the pixel before, the row above or something recent.
// This package looks for matches only there, and never filters rows.
//
// A picture can be put together from strips of rows, so that rows which many pictures share are
// encoded once. No strip refers to another.
//
// It is not meant for photographs or for other data. Its output follows RFC 1950 (zlib), RFC 1951
// (deflate) and the PNG specification (https://www.w3.org/TR/png-3/), so any decoder reads it.
package flatpng
