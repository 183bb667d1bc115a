package render

import (
	"fmt"
	"strings"
	"sync"

	"golang.org/x/image/math/fixed"
)

// List is a display list: the operations that paint a picture, in order. Tests compare its text.
type List struct {
	Width, Height int
	back          Colour
	ops           []op
	scenery       bool   // while Scenery adds operations
	parts         []part // which marks can point out
}

// NewList returns an empty list for a picture of width by height pixels on a background colour.
func NewList(width, height int, back Colour) *List {
	l, ok := freeLists.Get().(*List)
	if !ok {
		l = &List{ops: make([]op, 0, 512)}
	}
	*l = List{Width: width, Height: height, back: back, ops: l.ops, parts: l.parts}
	return l
}

// freeLists reuses lists, whose operations are as large as an encoded picture.
var freeLists sync.Pool

// free gives the list back to freeLists; it is not used afterwards.
func (l *List) free() {
	clear(l.ops)
	clear(l.parts)
	l.ops = l.ops[:0]
	l.parts = l.parts[:0]
	freeLists.Put(l)
}

type opKind uint8

const (
	opNote opKind = iota
	opArea
	opSprite
	opText
)

type op struct {
	look
	sprite      *Sprite
	args        []any
	scenery     bool
	top, bottom int
}

// look is the part of an operation that changes the picture. Strips are cached by it.
type look struct {
	kind       opKind
	colour     Colour
	x, y, w, h int
	spriteID   uint64
	style      Lettering
	text       string
}

// Note labels the operations that follow in the list's text form. It paints nothing.
func (l *List) Note(format string, args ...any) {
	l.ops = append(l.ops, op{look: look{kind: opNote, text: format}, args: args})
}

// eachSprite calls show with the sprites of an operation, the letters of a text, and where each is.
func (o *op) eachSprite(show func(s *Sprite, x int)) {
	switch o.kind {
	case opSprite:
		show(o.sprite, o.x)
	case opText:
		at := fixed.I(o.x)
		for _, r := range o.text {
			g := o.style.glyphOf(r)
			show(g.Sprite, at.Round())
			at += g.advance
		}
	}
}

func (l *List) add(o op) {
	o.scenery = l.scenery
	o.top, o.bottom = o.rows()
	l.ops = append(l.ops, o)
}

// Area fills a rectangle of w by h pixels whose upper left corner is at x, y.
func (l *List) Area(x, y, w, h int, c Colour) {
	l.add(op{look: look{kind: opArea, x: x, y: y, w: w, h: h, colour: c}})
}

func (l *List) Put(s *Sprite, x, y int) {
	l.add(op{look: look{kind: opSprite, x: x, y: y, spriteID: s.id}, sprite: s})
}

// Text writes a line with its baseline at y. The fonts lack some runes; see [Legible].
func (l *List) Text(style Lettering, x, y int, align Align, text string) {
	switch align {
	case Centre:
		x -= style.Width(text) / 2
	case Right:
		x -= style.Width(text)
	}
	l.add(op{look: look{kind: opText, x: x, y: y, style: style, text: text}})
}

// Name writes a player's name with its baseline at y, if it is legible. One wider than width pixels
// gets smaller letters, and is cut at last. One of a player who left is struck through.
func (l *List) Name(style Lettering, x, y, width int, name string, resigned bool) {
	name = Legible(name)
	style = style.Shrunk(name, width, MinReadable)
	text := style.Fit(name, width)
	if text == "" {
		return
	}
	if resigned { // below the letters, which stay readable
		l.Area(x, y-style.Height/2-1, style.Width(text), max(2, style.Height/8), Red.At(6))
	}
	l.Text(style, x, y, Left, text)
}

// String prints the list, one operation per line.
func (l *List) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "picture %dx%d on %s\n", l.Width, l.Height, l.back)
	for i := range l.ops {
		o := &l.ops[i]
		switch o.kind {
		case opNote:
			fmt.Fprintf(&b, o.text+"\n", o.args...)
		case opArea:
			fmt.Fprintf(&b, "  area %dx%d @%d,%d %s\n", o.w, o.h, o.x, o.y, o.colour)
		case opSprite:
			fmt.Fprintf(&b, "  %s @%d,%d\n", o.sprite.Name, o.x, o.y)
		case opText:
			fmt.Fprintf(&b, "  %q %d %s @%d,%d\n", o.text, o.style.Height, o.style.Colour, o.x, o.y)
		}
	}
	return b.String()
}
