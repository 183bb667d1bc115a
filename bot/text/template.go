package text

import (
	"fmt"
	"slices"
	"strings"
	texttemplate "text/template"
	"text/template/parse"
	"unicode"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// functions are the functions that texts may call besides those of text/template.
var functions = texttemplate.FuncMap{"signed": signed, "nonzero": nonzero, "digits": digits}

// parser parses each text once: go-i18n caches the templates of a cacheable parser.
var parser template.Parser = cachingParser{&template.TextParser{Funcs: functions}}

// cachingParser is a TextParser whose templates may be cached, because its functions never change.
type cachingParser struct{ *template.TextParser }

func (cachingParser) Cacheable() bool { return true }

// signed formats points as a gain or a loss: "+3", "−2", "0".
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

// nonzero reports whether an argument is given and not 0.
func nonzero(value any) bool {
	text := fmt.Sprint(value)
	return text != "" && text != "0"
}

// digits returns the number in an argument of the move notation, without the letters in front of
// it: "2" for "L2".
func digits(value any) string {
	return strings.TrimLeftFunc(fmt.Sprint(value), unicode.IsLetter)
}

// fieldsOf returns the placeholders of a text, sorted and without repeats.
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

// collect appends the placeholders below a node of a template.
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
