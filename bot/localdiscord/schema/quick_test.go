package schema

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const small = `{
	"type": "object",
	"required": ["kind"],
	"additionalProperties": false,
	"properties": {
		"kind": {"$ref": "#/$defs/kind"},
		"rank": {"type": ["integer", "null"], "minimum": -2, "maximum": 9},
		"word": {"type": "string", "oneOf": [{"const": "a"}, {"const": "b"}]},
		"name": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/name"}]},
		"parts": {"type": "array", "items": {"oneOf": [{"$ref": "#/$defs/row"}, {"$ref": "#/$defs/button"}]}},
		"any": {"anyOf": [{"$ref": "#/$defs/row"}, {"$ref": "#/$defs/button"}, {"type": "string"}]},
		"both": {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]},
		"nested": {"$ref": "#"}
	},
	"$defs": {
		"kind": {"type": "integer", "oneOf": [{"const": 1}, {"const": 2}]},
		"name": {"type": "string", "maxLength": 3},
		"row": {"type": "object", "required": ["type"], "properties": {
			"type": {"type": "integer", "enum": [1], "allOf": [{"$ref": "#/$defs/kind"}]},
			"parts": {"type": "array", "items": {"$ref": "#/$defs/button"}}}},
		"button": {"type": "object", "required": ["type"], "properties": {
			"type": {"type": "integer", "enum": [2], "allOf": [{"$ref": "#/$defs/kind"}]},
			"label": {"type": "string", "minLength": 1}}}
	}
}`

func compileSmall(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(small))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource(baseURL, doc))
	schema, err := compiler.Compile(baseURL)
	require.NoError(t, err)
	return schema
}

func TestQuickenedSchemaGivesTheSameVerdicts(t *testing.T) {
	t.Parallel()
	plain, quick := compileSmall(t), compileSmall(t)
	quickener{}.quicken(quick)
	for text, valid := range map[string]bool{
		`{"kind":1}`:                                    true,
		`{"kind":1.0}`:                                  true,
		`{"kind":3}`:                                    false,
		`{"kind":"1"}`:                                  false,
		`{"kind":1.5}`:                                  false,
		`{"kind":null}`:                                 false,
		`{}`:                                            false,
		`{"kind":1,"other":1}`:                          false,
		`{"kind":2,"rank":9}`:                           true,
		`{"kind":2,"rank":null}`:                        true,
		`{"kind":2,"rank":-2}`:                          true,
		`{"kind":2,"rank":10}`:                          false,
		`{"kind":2,"rank":0.5}`:                         false,
		`{"kind":2,"rank":[]}`:                          false,
		`{"kind":2,"word":"a"}`:                         true,
		`{"kind":2,"word":"c"}`:                         false,
		`{"kind":2,"word":1}`:                           false,
		`{"kind":2,"name":"abc"}`:                       true,
		`{"kind":2,"name":null}`:                        true,
		`{"kind":2,"name":"abcd"}`:                      false,
		`{"kind":2,"name":1}`:                           false,
		`{"kind":2,"parts":[{"type":1}]}`:               true,
		`{"kind":2,"parts":[{"type":3}]}`:               false,
		`{"kind":2,"parts":[{"type":""}]}`:              false,
		`{"kind":2,"parts":[{}]}`:                       false,
		`{"kind":2,"parts":[{"type":2,"label":""}]}`:    false,
		`{"kind":2,"parts":[{"type":2.0,"label":"x"}]}`: true,
		`{"kind":2,"parts":[{"type":1,"label":""}]}`:    true,
		`{"kind":2,"parts":[{"type":1,"parts":[{"type":2,"label":"x"}]}]}`: true,
		`{"kind":2,"parts":[{"type":1,"parts":[{"type":1}]}]}`:             false,
		`{"kind":2,"any":"x"}`:                     true,
		`{"kind":2,"any":{"type":2,"label":"x"}}`:  true,
		`{"kind":2,"any":{"type":2,"label":""}}`:   false,
		`{"kind":2,"any":1}`:                       false,
		`{"kind":2,"both":4}`:                      true,
		`{"kind":2,"both":5}`:                      false,
		`{"kind":2,"both":5.5}`:                    true,
		`{"kind":2,"nested":{"kind":1,"rank":1}}`:  true,
		`{"kind":2,"nested":{"kind":1,"rank":-3}}`: false,
	} {
		body, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		require.NoError(t, err)
		for range 2 { // the second time by what is remembered
			assert.Equal(t, valid, plain.Validate(body) == nil, text)
			assert.Equal(t, valid, quick.Validate(body) == nil, text)
		}
	}
}

func TestQuickenedSchemaSaysWhereABodyIsInvalid(t *testing.T) {
	t.Parallel()
	quick := compileSmall(t)
	quickener{}.quicken(quick)
	const empty = `{"kind":2,"parts":[{"type":1,"parts":[{"type":2,"label":""}]}]}`
	body, err := jsonschema.UnmarshalJSON(strings.NewReader(empty))
	require.NoError(t, err)
	var invalid *jsonschema.ValidationError
	require.ErrorAs(t, quick.Validate(body), &invalid)
	assert.Equal(t, []string{"parts", "0", "parts", "0", "label"}, deepest(invalid).InstanceLocation)
}
