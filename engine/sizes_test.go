package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	maxMethods = 30
	maxLines   = 400
)

// largeTypes lists the types that have more methods than others may have, with the reason.
var largeTypes = map[string]string{
	"engine/table.Table":      "a table is one state machine, whose rules all read the same state",
	"engine/gardens.Position": "a position is the whole state of a game, copied by assignment",
	"engine/towers.Position":  "a position is the whole state of a game, copied by assignment",
	"store/core.Store":        "it is the one implementation of the contract of a store",
}

// TestTypesAndFilesAreSmall checks types outside of tests, and all files: a larger one does several
// things, and a newcomer cannot tell where the next one belongs.
func TestTypesAndFilesAreSmall(t *testing.T) {
	methods := map[string]int{}
	walkGo(t, func(file, pkg string) {
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		assert.LessOrEqual(t, files.File(parsed.FileStart).LineCount(), maxLines+1, "lines of %s", file)
		if strings.HasSuffix(file, "_test.go") {
			return
		}
		for _, d := range parsed.Decls {
			if f, is := d.(*ast.FuncDecl); is && f.Recv != nil {
				methods[pkg+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	})
	for name, n := range methods {
		_, large := largeTypes[name]
		assert.Equal(t, large, n > maxMethods, "%s has %d methods", name, n)
	}
}

// receiver returns the name of a method's type.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.IndexListExpr:
		return receiver(of.X)
	}
	return of.(*ast.Ident).Name
}
