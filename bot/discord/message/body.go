package message

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/textproto"
	"strconv"
	"strings"

	"amytis/bot/discord/rest"
)

// Encode returns a body with v as JSON, and with files as multipart.
func Encode(v any, files []File) (*rest.Body, error) {
	if len(files) == 0 {
		return rest.JSON(v)
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="payload_json"`},
		"Content-Type":        {rest.JSONType},
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
	return &rest.Body{Data: body.Bytes(), ContentType: w.FormDataContentType()}, nil
}

var headerEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "")
