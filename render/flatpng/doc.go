// Package flatpng encodes pictures of few colours as PNG from strips of rows, so that rows which
// many pictures share are encoded once. No strip refers to another.
//
// Its output follows RFC 1950 (zlib) and the PNG specification (https://www.w3.org/TR/png-3/), so
// any decoder reads it.
package flatpng
