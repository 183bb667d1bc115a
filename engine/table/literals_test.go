package table_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEventsAreMadeByConstructorsOutsideThisPackage(t *testing.T) {
	literal := regexp.MustCompile(`\btable\.Event\{\s*\{?[A-Z]\w*:`) // also in a list
	require.Regexp(t, literal, "[]table.Event{\n{Kind: table.Moved}}")
	const module = "../.."
	checked := 0
	require.NoError(t, filepath.WalkDir(module, func(file string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && file != module
		require.NoError(t, err)
		if d.IsDir() && (hidden || file == filepath.Join(module, "engine", "table")) {
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ".go") {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Empty(t, literal.FindString(string(source)), "%s: use a constructor such as table.Move", file)
			checked++
		}
		return nil
	}))
	require.Greater(t, checked, 20, "the module's files were not found")
}
