package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// https://discord.com/developers/docs/reference#uploading-files
const maxRequestSize = 25 << 20

// readBody splits a multipart body into JSON and files.
func readBody(w http.ResponseWriter, r *http.Request) (payload []byte, files []body.File, refusal *wire.Refusal) {
	raw, err := readAll(http.MaxBytesReader(w, r.Body, maxRequestSize), max(r.ContentLength, 0))
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

// readAll is io.ReadAll for at most about size bytes: it need not copy pictures to ever larger
// places.
func readAll(r io.Reader, size int64) ([]byte, error) {
	all := bytes.NewBuffer(make([]byte, 0, min(size, maxRequestSize)+bytes.MinRead))
	_, err := all.ReadFrom(r)
	return all.Bytes(), err
}

// readAhead is more than what package mime/multipart reads before it is asked.
const readAhead = 8 << 10

func splitMultipart(raw []byte, boundary string) (payload []byte, files []body.File, err error) {
	unread := bytes.NewReader(raw)
	for parts := multipart.NewReader(unread, boundary); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return payload, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if part.FormName() == "payload_json" {
			if payload, err = io.ReadAll(part); err != nil {
				return nil, nil, err
			}
			continue
		}
		data, err := readAll(part, int64(unread.Len()+readAhead))
		if err != nil {
			return nil, nil, err
		}
		key, opened := strings.CutPrefix(part.FormName(), "files[")
		key, closed := strings.CutSuffix(key, "]")
		switch {
		case !opened || !closed:
			return nil, nil, fmt.Errorf("a part named %q: files are files[n]", part.FormName())
		case slices.ContainsFunc(files, func(f body.File) bool { return f.Key == key }):
			return nil, nil, fmt.Errorf("files[%s] twice", key)
		case part.FileName() == "":
			return nil, nil, fmt.Errorf("files[%s] has no filename", key)
		}
		files = append(files, body.File{Key: key, Upload: wire.Upload{Filename: part.FileName(),
			ContentType: part.Header.Get("Content-Type"), Data: data}})
	}
}
