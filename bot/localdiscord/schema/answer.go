package schema

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// operations has what the description says about requests, by the number of steps in their path.
type operations map[int][]operation

// operation is a path of the description, such as "/users/{user_id}", with its methods.
type operation struct {
	path    string
	steps   []string
	methods map[string]any
}

// operationsOf reads the paths of a description. Those without parameters come first: "/users/@me"
// is no "/users/{user_id}".
func operationsOf(doc any) operations {
	all := operations{}
	for path, methods := range object(object(doc)["paths"]) {
		steps := strings.Split(path, "/")
		o := operation{path, steps, object(methods)}
		if strings.Contains(path, "{") {
			all[len(steps)] = append(all[len(steps)], o)
		} else {
			all[len(steps)] = append([]operation{o}, all[len(steps)]...)
		}
	}
	return all
}

func object(node any) map[string]any {
	fields, _ := node.(map[string]any)
	return fields
}

// fits counts the steps of a path that the operation names. It returns -1 for another path.
func (o *operation) fits(steps []string) int {
	named := 0
	for i, want := range o.steps {
		switch {
		case want == steps[i]:
			named++
		case !strings.HasPrefix(want, "{"):
			return -1
		}
	}
	return named
}

// find returns the operation of a request, nil if the description has none.
func (all operations) find(method, path string) (best *operation) {
	steps, most := strings.Split(path, "/"), -1
	list := all[len(steps)]
	for i := range list {
		o := &list[i]
		if named := o.fits(steps); named > most && o.methods[strings.ToLower(method)] != nil {
			best, most = o, named
		}
	}
	return best
}

// CheckAnswer returns an error for an answer that Discord would not give to a request. The path has
// no version. A nil description accepts every answer, and no description has errors of requests.
func (d *Description) CheckAnswer(method, path string, status int, payload []byte) error {
	if status >= http.StatusBadRequest || d.skips() {
		return nil
	}
	o := d.operations.find(method, path)
	if o == nil {
		return fmt.Errorf("the description has no %s %s", method, path)
	}
	method = strings.ToLower(method)
	answers := object(object(o.methods[method])["responses"])
	answer := object(answers[strconv.Itoa(status)])
	if answer == nil {
		return fmt.Errorf("the description has no status %d for %s %s", status, method, o.path)
	}
	if object(object(answer["content"])["application/json"]) == nil {
		if len(payload) > 0 {
			return fmt.Errorf("status %d of %s %s has no body", status, method, o.path)
		}
		return nil
	}
	escaped := strings.ReplaceAll(o.path, "/", "~1")
	schema, err := d.find(Place(fmt.Sprintf("/paths/%s/%s/responses/%d/content/application~1json/schema",
		escaped, method, status)))
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		return err
	}
	err = schema.Validate(body)
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		leaf := deepest(invalid)
		return fmt.Errorf("%s: %s", strings.Join(leaf.InstanceLocation, "."),
			strings.ReplaceAll(leaf.Error(), "\n", " "))
	}
	return err
}
