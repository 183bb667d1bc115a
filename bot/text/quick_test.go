package text

import (
	"path"
	"strings"
	"testing"
	texttemplate "text/template"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestQuickTextsReadAsTheirTemplates fills every text of the catalogs with arguments of several
// kinds, as package text/template does.
func TestQuickTextsReadAsTheirTemplates(t *testing.T) {
	quick, all := 0, 0
	for _, lang := range Langs() {
		leaves, err := readCatalog(files, path.Join("catalog", string(lang)))
		require.NoError(t, err)
		for key, l := range leaves {
			for _, form := range l.forms {
				if !strings.Contains(form, "{{") {
					continue
				}
				all++
				q := compiled(form)
				if q == nil {
					continue
				}
				quick++
				slow, err := texttemplate.New("").Funcs(functions).Parse(form)
				require.NoError(t, err)
				fields, err := fieldsOf(form)
				require.NoError(t, err)
				for _, value := range []any{"", "0", "L2", "<a> & `b`", 0, 7, -3, int64(12), true, false} {
					args := map[string]any{}
					for _, field := range fields {
						args[field] = value
					}
					var want strings.Builder
					require.NoError(t, slow.Execute(&want, args))
					got, ok := q.fill(args)
					require.True(t, ok)
					assert.Equal(t, want.String(), got, "%s: %s", key, form)
				}
			}
		}
	}
	assert.Greater(t, quick*100, all*95, "%d of %d texts are quick", quick, all)
}

func TestTextsThatAreNotQuickAreLeftToTheirTemplates(t *testing.T) {
	for _, text := range []string{
		"{{range .a}}{{.}}{{end}}", "{{.a.b}}", "{{printf .a}}", "{{.a | signed}}", "{{$x := .a}}{{$x}}",
		"{{with .a}}{{.}}{{end}}", `{{eq .a "b"}}`, "{{", "{{if .a}}{{len .a}}{{end}}", "{{if .a}}{{else}}{{len .a}}{{end}}",
		"{{if len .a}}{{end}}", "{{signed 3}}",
	} {
		_, ok := compiled(text).fill(map[string]any{"a": "b"})
		assert.False(t, ok, text)
	}
	for name, value := range map[string]any{"a list": []string{"b"}, "a fraction": 1.5, "nothing": nil} {
		_, ok := compiled("{{.a}}").fill(map[string]any{"a": value})
		assert.False(t, ok, name)
	}
}
