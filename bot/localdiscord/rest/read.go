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
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequestSize))
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

func splitMultipart(raw []byte, boundary string) (payload []byte, files []body.File, err error) {
	for parts := multipart.NewReader(bytes.NewReader(raw), boundary); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return payload, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, err
		}
		if part.FormName() == "payload_json" {
			payload = data
			continue
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
