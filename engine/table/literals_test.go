package table_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	module     = "../.."
	ownPackage = "engine/table"
)

func TestEventsAreMadeByConstructorsOutsideThisPackage(t *testing.T) {
	checked := 0
	err := filepath.WalkDir(module, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(module, file)
		if err != nil {
			return err
		}
		if d.IsDir() &&
			(dir == filepath.FromSlash(ownPackage) || strings.HasPrefix(dir, ".") && dir != ".") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		checked++
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, at := range eventLiterals(parsed) {
			t.Errorf("%s: a literal of table.Event; use a constructor such as table.Move", fset.Position(at))
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, checked, 20, "the module's files were not found")
}

// eventLiterals returns where a file sets fields of a table.Event in a literal, also one whose type
// is left out in a list.
func eventLiterals(file *ast.File) []token.Pos {
	var found []token.Pos
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if isEvent(literal.Type) && len(literal.Elts) > 0 {
			found = append(found, literal.Pos())
		}
		if list, ok := literal.Type.(*ast.ArrayType); ok && isEvent(list.Elt) {
			for _, element := range literal.Elts {
				if bare, ok := element.(*ast.CompositeLit); ok && bare.Type == nil && len(bare.Elts) > 0 {
					found = append(found, bare.Pos())
				}
			}
		}
		return true
	})
	return found
}

func isEvent(e ast.Expr) bool {
	selector, ok := e.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "Event" {
		return false
	}
	pkg, ok := selector.X.(*ast.Ident)
	return ok && pkg.Name == "table"
}

func TestEventLiteralsAreFound(t *testing.T) {
	const source = `package p
var (
	a = table.Event{Kind: table.Moved}
	b = []table.Event{{Kind: table.Moved}, table.Undo(1, 2, 3), {}}
	c = &table.Event{At: 1}
	d = []table.Event{a}
	e = table.Event{}
)`
	parsed, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	require.NoError(t, err)
	require.Len(t, eventLiterals(parsed), 3)
}
