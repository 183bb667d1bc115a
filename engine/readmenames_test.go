package engine_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	codeSpan = regexp.MustCompile("`([^`\n]+)`")
	goName   = regexp.MustCompile(`^(?:[a-z]+\.)?[A-Za-z]+[A-Z]\w*(?:\.\w+)?$|^[a-z]+\.[A-Z]\w*$`)
	goFile   = regexp.MustCompile(`^[\w/.]+\.go$`)
	goFunc   = regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?(\w+)`)
	called   = regexp.MustCompile(`(\w+)\(\)`)
	word     = regexp.MustCompile(`\w+`)
)

// TestNamesInTheGuidesAreThoseOfTheCode looks for the Go names in code spans: with a package in
// that package, others anywhere. Files may be named by the end of their path.
func TestNamesInTheGuidesAreThoseOfTheCode(t *testing.T) {
	anywhere, functions, files := map[string]bool{}, map[string]bool{}, []string{}
	in := map[string]map[string]bool{} // the names in the packages, by the last element of the path
	walkGo(t, func(file, pkg string) {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		if files, pkg = append(files, file), path.Base(pkg); in[pkg] == nil {
			in[pkg] = map[string]bool{}
		}
		for _, f := range goFunc.FindAllStringSubmatch(string(data), -1) {
			functions[f[1]] = true
		}
		for _, name := range word.FindAllString(string(data), -1) {
			anywhere[name], in[pkg][name] = true, true
		}
	})
	names := 0
	for _, guide := range []string{"README.md", "bot/README.md", "engine/README.md", ".github/CONTRIBUTING.md"} {
		data, err := os.ReadFile(filepath.Join("..", guide))
		require.NoError(t, err)
		for _, f := range called.FindAllStringSubmatch(string(data), -1) {
			require.True(t, functions[f[1]], "%s: no function is called %s", guide, f[1])
			names++
		}
		for _, span := range codeSpan.FindAllStringSubmatch(string(data), -1) {
			named := span[1]
			if strings.Contains(named, "GAME") || strings.Contains(named, "yourgame") {
				continue
			}
			switch {
			case goFile.MatchString(named):
				require.Contains(t, strings.Join(files, "\n")+"\n", "/"+strings.TrimPrefix(named, "../")+"\n", guide)
			case goName.MatchString(named):
				known := anywhere
				pkg, rest, qualified := strings.Cut(named, ".")
				if qualified && in[pkg] != nil {
					known, named = in[pkg], rest
				}
				for part := range strings.SplitSeq(named, ".") {
					require.True(t, known[part], "%s: nothing is called %s", guide, span[1])
				}
			default:
				continue
			}
			names++
		}
	}
	require.Greater(t, names, 60, "the names were not found")
}
