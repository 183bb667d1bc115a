package schema

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// quickener replaces the keywords of compiled schemas that take the library longest. Their verdicts
// stay the same: what is not quickly found valid is validated by the original schema.
type quickener map[*jsonschema.Schema]bool // the schemas that are done

// quicken changes a schema and all that it refers to, unless they are done.
func (q quickener) quicken(root *jsonschema.Schema) {
	var found []*jsonschema.Schema
	for next := []*jsonschema.Schema{root}; len(next) > 0; {
		s := next[len(next)-1]
		next = next[:len(next)-1]
		if s == nil || q[s] {
			continue
		}
		q[s] = true
		found = append(found, s)
		next = append(next, parts(s)...)
	}
	originals := make(map[*jsonschema.Schema]*jsonschema.Schema, len(found))
	for _, s := range found {
		copied := *s
		originals[s] = &copied
	}
	// A union looks at its branches, so those must not be changed yet.
	quick := make(map[*jsonschema.Schema]jsonschema.SchemaExt, len(found))
	for _, s := range found {
		switch {
		case isScalar(s):
			quick[s] = &scalar{original: originals[s], valid: map[any]bool{}}
		case len(s.OneOf) > 1 || len(s.AnyOf) > 1:
			quick[s] = newUnion(s)
		}
	}
	for s, extension := range quick {
		if _, is := extension.(*scalar); is {
			*s = jsonschema.Schema{DraftVersion: s.DraftVersion, Location: s.Location}
		}
		s.OneOf, s.AnyOf = nil, nil
		s.Extensions = append(slices.Clip(s.Extensions), extension)
	}
}

// parts returns the schemas that a schema applies, to the same value or to parts of it.
func parts(s *jsonschema.Schema) []*jsonschema.Schema {
	all := slices.Concat(s.OneOf, s.AnyOf, s.AllOf, s.PrefixItems, []*jsonschema.Schema{s.Ref, s.Items2020})
	for _, property := range s.Properties {
		all = append(all, property)
	}
	if additional, is := s.AdditionalProperties.(*jsonschema.Schema); is {
		all = append(all, additional)
	}
	return all
}

// isScalar returns whether a schema only has few valid values of text, or only numbers.
func isScalar(s *jsonschema.Schema) bool {
	if s.Types == nil {
		return false
	}
	few := s.Enum != nil || s.Const != nil || len(s.OneOf) > 0
	for _, name := range s.Types.ToStrings() {
		switch {
		case name == "integer" || name == "number" || name == "null":
		case name == "string" && few:
		default:
			return false
		}
	}
	return true
}

// scalar remembers the valid values of a schema. The library compares numbers as fractions, one
// after the other.
type scalar struct {
	original *jsonschema.Schema
	mu       sync.Mutex
	valid    map[any]bool
}

// mostScalars is how many values of one schema are remembered.
const mostScalars = 1000

// Validate implements [jsonschema.SchemaExt].
func (s *scalar) Validate(ctx *jsonschema.ValidatorContext, v any) {
	switch v.(type) {
	case json.Number, string, nil:
	default:
		ctx.AddErr(ctx.Validate(s.original, v, nil))
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.valid[v] {
		return
	}
	err := ctx.Validate(s.original, v, nil)
	ctx.AddErr(err)
	if err == nil && len(s.valid) < mostScalars {
		s.valid[v] = true
	}
}

// union validates a value by the one branch that it can conform to. If there are none or several,
// it leaves the value to the original schema.
type union struct {
	original *jsonschema.Schema
	branches []branch
}

type branch struct {
	schema *jsonschema.Schema
	// types are the JSON types of its values; nil allows all.
	types []string
	// kinds are the values of an object's field "type"; nil allows all.
	kinds []any
}

// newUnion reads the branches of a schema.
func newUnion(s *jsonschema.Schema) *union {
	original := &jsonschema.Schema{
		DraftVersion: s.DraftVersion, Location: s.Location, OneOf: s.OneOf, AnyOf: s.AnyOf,
	}
	u := &union{original: original}
	if len(s.OneOf) > 0 && len(s.AnyOf) > 0 {
		return u
	}
	for _, schema := range slices.Concat(s.OneOf, s.AnyOf) {
		b := branch{schema: schema, types: typesOf(schema)}
		for target := schema; target != nil; target = target.Ref {
			if kind := target.Properties["type"]; kind != nil && kind.Enum != nil {
				b.kinds = kind.Enum.Values
			}
		}
		u.branches = append(u.branches, b)
	}
	return u
}

// typesOf returns the JSON types that a schema names, itself or by reference.
func typesOf(s *jsonschema.Schema) []string {
	for ; s != nil; s = s.Ref {
		if s.Types != nil && !s.Types.IsEmpty() {
			return s.Types.ToStrings()
		}
	}
	return nil
}

// Validate implements [jsonschema.SchemaExt].
func (u *union) Validate(ctx *jsonschema.ValidatorContext, v any) {
	var fitting *jsonschema.Schema
	for i := range u.branches {
		if !u.branches[i].fits(v) {
			continue
		}
		if fitting != nil {
			fitting = nil
			break
		}
		fitting = u.branches[i].schema
	}
	if fitting == nil {
		fitting = u.original
	}
	ctx.AddErr(ctx.Validate(fitting, v, nil))
}

// fits returns whether a value may conform to the branch, by its type and its field "type".
func (b *branch) fits(v any) bool {
	if b.types != nil && !slices.ContainsFunc(b.types, func(name string) bool { return isType(v, name) }) {
		return false
	}
	if b.kinds == nil {
		return true
	}
	kind, has := object(v)["type"]
	return !has || slices.ContainsFunc(b.kinds, func(k any) bool { return k == kind })
}

// isType returns whether a value has a JSON type. A number may be an integer.
func isType(v any, name string) bool {
	switch v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case json.Number:
		return name == "integer" || name == "number"
	case string:
		return name == "string"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	}
	return true
}
