package postgres

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

// The trigger keep_unknown would bring back a known field that is left out because it is zero.
func TestSchemaKnowsTheFieldsOfHeadersThatMayBeLeftOut(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"schema/0003_unknown.sql", "schema/0004_erase.sql"} {
		sql, err := schemaFiles.ReadFile(file)
		require.NoError(t, err)
		_, list, _ := strings.Cut(string(sql), "'{")
		list, _, _ = strings.Cut(list, "}'")
		header := reflect.TypeFor[store.Header]()
		for i := range header.NumField() {
			name, option, _ := strings.Cut(header.Field(i).Tag.Get("json"), ",")
			if option != "" {
				require.Contains(t, strings.Split(list, ","), name)
			}
		}
	}
}
