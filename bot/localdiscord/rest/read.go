package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/textproto"
	"slices"
	"strings"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// maxRequestSize is how many bytes a request can have.
// https://discord.com/developers/docs/reference#uploading-files
const maxRequestSize = 25 << 20

// readBody reads a request's body, and splits a multipart one into JSON and files.
func readBody(w http.ResponseWriter, r *http.Request) (payload []byte, files []body.File, refusal *wire.Refusal) {
	raw, err := readAll(http.MaxBytesReader(w, r.Body, maxRequestSize), r.ContentLength)
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return nil, nil, wire.Refuse(http.StatusRequestEntityTooLarge, wire.CodeTooLarge,
				"Request entity too large")
		}
		// The connection broke in the middle: the bot was killed, which breaks no rule.
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
			return nil, nil, wire.InvalidField("", "MULTIPART", "%s", err.Error())
		}
		return payload, files, nil
	}
	return nil, nil, wire.InvalidField("", "CONTENT_TYPE_INVALID",
		"Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.")
}

func readAll(r io.Reader, size int64) ([]byte, error) {
	if size < 0 || size > maxRequestSize {
		return io.ReadAll(r)
	}
	raw := make([]byte, size)
	n, err := io.ReadFull(r, raw)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return raw[:n], io.ErrUnexpectedEOF
	}
	return raw, err
}

// splitMultipart cuts a body at its boundaries. Files share the memory of the body, so pictures are
// not copied.
func splitMultipart(raw []byte, boundary string) (payload []byte, files []body.File, err error) {
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

func takePart(part []byte, payload *[]byte, files *[]body.File) error {
	head, data, found := bytes.Cut(part, []byte("\r\n\r\n"))
	if !found {
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
	key, opened := strings.CutPrefix(name, "files[")
	key, closed := strings.CutSuffix(key, "]")
	if !opened || !closed {
		return fmt.Errorf("a part named %q: files are files[n]", name)
	}
	if slices.ContainsFunc(*files, func(f body.File) bool { return f.Key == key }) {
		return fmt.Errorf("files[%s] twice", key)
	}
	if disposition["filename"] == "" {
		return fmt.Errorf("files[%s] has no filename", key)
	}
	*files = append(*files, body.File{Key: key, Upload: wire.Upload{Filename: disposition["filename"],
		ContentType: header.Get("Content-Type"), Data: data}})
	return nil
}
