package session

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/textproto"
	"strconv"
	"strings"
)

// payload is the body of a request.
type payload struct {
	data        []byte
	contentType string
}

const jsonType = "application/json"

// newPayload encodes v, as JSON or, with files, as multipart.
func newPayload(v any, files []File) (*payload, error) {
	if len(files) > 0 {
		return newMultipart(v, files)
	}
	data, err := json.Marshal(v)
	return &payload{data, jsonType}, err
}

func newMultipart(v any, files []File) (*payload, error) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="payload_json"`},
		"Content-Type":        {jsonType},
	})
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(part).Encode(v); err != nil {
		return nil, err
	}
	for i, f := range files {
		kind := f.ContentType
		if kind == "" {
			kind = "application/octet-stream"
		}
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {
				`form-data; name="files[` + strconv.Itoa(i) + `]"; filename="` + headerEscaper.Replace(f.Name) + `"`,
			},
			"Content-Type": {kind},
		})
		if err != nil {
			return nil, err
		}
		body.Grow(len(f.Data) + 256)
		if _, err := part.Write(f.Data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &payload{body.Bytes(), w.FormDataContentType()}, nil
}

var headerEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "")
