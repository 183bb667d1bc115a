package text

import (
	"fmt"
	"slices"
	"strings"
	texttemplate "text/template"
	"text/template/parse"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// functions are what texts may call, besides those of text/template.
var functions = texttemplate.FuncMap{"signed": signed, "nonzero": nonzero, "digits": digits}

// parser parses texts, each once: go-i18n caches what a cacheable parser makes.
var parser template.Parser = cachingParser{&template.TextParser{Funcs: functions}}

// cachingParser is a TextParser that may be cached though it has functions:
// they are always the same.
type cachingParser struct{ *template.TextParser }

func (cachingParser) Cacheable() bool { return true }

// signed writes a number of points as a gain or a loss: "+3", "−2", "0".
func signed(value any) string {
	text := fmt.Sprint(value)
	switch {
	case text == "" || text == "0":
		return text
	case strings.HasPrefix(text, "-"):
		return "−" + text[1:]
	}
	return "+" + text
}

// nonzero reports whether a fact is given and not 0.
func nonzero(value any) bool {
	text := fmt.Sprint(value)
	return text != "" && text != "0"
}

// digits leaves the number of an argument in notation: "L2" is "2".
func digits(value any) string {
	return strings.TrimLeft(fmt.Sprint(value), "Lr")
}

// fieldsOf lists the placeholders of a text, sorted.
func fieldsOf(text string) ([]string, error) {
	if !strings.Contains(text, "{{") {
		return nil, nil
	}
	t, err := texttemplate.New("").Funcs(functions).Parse(text)
	if err != nil {
		return nil, err
	}
	var fields []string
	collect(t.Root, &fields)
	slices.Sort(fields)
	return slices.Compact(fields), nil
}

func collect(node parse.Node, fields *[]string) {
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, child := range n.Nodes {
			collect(child, fields)
		}
	case *parse.ActionNode:
		collect(n.Pipe, fields)
	case *parse.PipeNode:
		for _, cmd := range n.Cmds {
			for _, arg := range cmd.Args {
				collect(arg, fields)
			}
		}
	case *parse.IfNode:
		collect(n.Pipe, fields)
		collect(n.List, fields)
		collect(n.ElseList, fields)
	case *parse.FieldNode:
		*fields = append(*fields, n.Ident[0])
	}
}
