package localdiscord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/textproto"
	"strings"
)

// opt is a field of a body that can be absent, null or given; an edit treats the three differently.
type opt[T any] struct {
	set  bool
	null bool
	v    T
}

func (o *opt[T]) UnmarshalJSON(raw []byte) error {
	o.set = true
	if string(raw) == "null" {
		o.null = true
		return nil
	}
	switch any(&o.v).(type) {
	case *string, *int, *bool, *json.RawMessage, *[]string:
		return json.Unmarshal(raw, &o.v) // has no fields to be strict about, and is cheaper
	}
	return decodeStrict(raw, &o.v)
}

// decodeStrict refuses fields that the target does not have.
func decodeStrict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}

// decodeBody reads a JSON body into a struct that names every field Discord knows.
func decodeBody(raw []byte, into any) *apiError {
	err := decodeStrict(raw, into)
	if err == nil {
		return nil
	}
	// The decoder may stop before it comes to what is no JSON; only a body that fails is read once more.
	if !json.Valid(raw) {
		return refuse(http.StatusBadRequest, CodeInvalidJSON, "The request body contains invalid JSON.")
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if field, ok := strings.CutPrefix(text, "unknown field "); ok {
		return invalidField(strings.Trim(field, `"`), "LOCAL_UNKNOWN_FIELD", "Discord does not know this field")
	}
	return invalidField("", "DICT_TYPE_CONVERT", "%s", text)
}

// readBody takes a request's body, with the files of a multipart one apart.
func readBody(w http.ResponseWriter, r *http.Request) (payload []byte, files []upload, refusal *apiError) {
	raw, err := readAll(http.MaxBytesReader(w, r.Body, maxRequestSize), r.ContentLength)
	if err != nil {
		if _, tooLarge := err.(*http.MaxBytesError); tooLarge {
			return nil, nil, refuse(http.StatusRequestEntityTooLarge, CodeTooLarge, "Request entity too large")
		}
		// The connection broke in the middle: who sent it is gone, a bot that was killed, and has broken no rule.
		panic(http.ErrAbortHandler)
	}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case len(raw) == 0:
		return nil, nil, nil
	case err == nil && kind == "application/json":
		return raw, nil, nil
	case err == nil && kind == "multipart/form-data":
		payload, files, err = splitMultipart(raw, params["boundary"])
		if err != nil {
			return nil, nil, invalidField("", "MULTIPART", "%s", err.Error())
		}
		return payload, files, nil
	}
	return nil, nil, invalidField("", "CONTENT_TYPE_INVALID",
		"Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.")
}

func readAll(r io.Reader, size int64) ([]byte, error) {
	if size < 0 || size > maxRequestSize {
		return io.ReadAll(r)
	}
	raw := make([]byte, size)
	n, err := io.ReadFull(r, raw)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return raw[:n], io.ErrUnexpectedEOF
	}
	return raw, err
}

// splitMultipart cuts a body at its boundaries. Files share the memory of the body: pictures are not copied.
func splitMultipart(raw []byte, boundary string) (payload []byte, files []upload, err error) {
	if boundary == "" {
		return nil, nil, fmt.Errorf("no boundary")
	}
	first := []byte("--" + boundary)
	if !bytes.HasPrefix(raw, first) {
		return nil, nil, fmt.Errorf("the body does not start with the boundary")
	}
	between := []byte("\r\n--" + boundary)
	rest := raw[len(first):]
	for {
		if bytes.HasPrefix(rest, []byte("--")) {
			return payload, files, nil
		}
		if !bytes.HasPrefix(rest, []byte("\r\n")) {
			return nil, nil, fmt.Errorf("malformed boundary")
		}
		end := bytes.Index(rest, between)
		if end < 0 {
			return nil, nil, fmt.Errorf("a part does not end")
		}
		if err := takePart(rest[2:end], &payload, &files); err != nil {
			return nil, nil, err
		}
		rest = rest[end+len(between):]
	}
}

func takePart(part []byte, payload *[]byte, files *[]upload) error {
	head, data, ok := bytes.Cut(part, []byte("\r\n\r\n"))
	if !ok {
		return fmt.Errorf("a part without headers")
	}
	header := textproto.MIMEHeader{}
	for _, line := range strings.Split(string(head), "\r\n") {
		name, value, _ := strings.Cut(line, ":")
		header.Set(name, strings.TrimSpace(value))
	}
	_, disposition, err := mime.ParseMediaType(header.Get("Content-Disposition"))
	if err != nil {
		return fmt.Errorf("a part without disposition")
	}
	name := disposition["name"]
	if name == "payload_json" {
		*payload = data
		return nil
	}
	key, ok := strings.CutPrefix(name, "files[")
	key, closed := strings.CutSuffix(key, "]")
	if !ok || !closed {
		return fmt.Errorf("a part named %q: files are files[n]", name)
	}
	for _, f := range *files {
		if f.key == key {
			return fmt.Errorf("files[%s] twice", key)
		}
	}
	if disposition["filename"] == "" {
		return fmt.Errorf("files[%s] has no filename", key)
	}
	*files = append(*files, upload{key: key, filename: disposition["filename"],
		contentType: header.Get("Content-Type"), data: data})
	return nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
