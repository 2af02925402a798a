package journal

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
)

// evidenceIn finds the files of evidence in an archive, each found to be what
// the manifest says. They are not packed, so none is longer than it looks.
func evidenceIn(z *zip.Reader, m manifest, size int64) (map[string]*zip.File, error) {
	listed, files := map[string]fileDoc{}, map[string]*zip.File{}
	for _, f := range m.Evidence {
		if f.SHA256 == "" || f.File != keptName(f.SHA256, f.File) || f.File == f.SHA256 || f.Bytes > mostEvidence {
			return nil, spoiled(manifestName, "evidence "+f.File)
		}
		listed[f.File] = f
	}
	var total int64
	for _, f := range z.File {
		name, ours := strings.CutPrefix(f.Name, filesFolder)
		if !ours {
			continue
		}
		said, known := listed[name]
		switch {
		case !known:
			return nil, spoiled(f.Name, "not part of an export")
		case files[name] != nil:
			return nil, spoiled(f.Name, "there twice")
		case f.Method != zip.Store || f.UncompressedSize64 != uint64(said.Bytes):
			return nil, spoiled(f.Name, "another size")
		}
		if total += said.Bytes; total > size { // they lie over each other
			return nil, refuseArchive("archive.too_big")
		}
		if err := proven(f, said); err != nil {
			return nil, err
		}
		files[name] = f
	}
	if len(files) != len(m.Evidence) {
		return nil, spoiled(filesFolder, "not all files that the manifest lists are there")
	}
	return files, nil
}

// proven reads a file of an archive through.
func proven(f *zip.File, said fileDoc) error {
	r, err := f.Open()
	if err != nil {
		return spoiled(f.Name, err)
	}
	defer func() { _ = r.Close() }()
	sum := sha256.New()
	n, err := copyHashing(context.Background(), io.Discard, r, sum)
	switch {
	case err != nil:
		return spoiled(f.Name, err)
	case n != said.Bytes || hex.EncodeToString(sum.Sum(nil)) != said.SHA256:
		return spoiled(f.Name, "changed")
	}
	return nil
}

// wholeEvidence finds out whether the files and the records of evidence go
// together.
func (a *archive) wholeEvidence(m manifest) error {
	there, spoken := map[string]bool{}, map[string]bool{}
	for _, name := range m.Missing {
		there[name] = true
	}
	for name := range a.files {
		there[name] = true
	}
	if len(there) != len(m.Missing)+len(a.files) {
		return spoiled(manifestName, "a file is listed twice")
	}
	for _, r := range a.records {
		e, ok := r.(*evidenceRow)
		if !ok {
			continue
		}
		if !there[e.file()] {
			return spoiled(archiveName(Evidence), e.ID+" speaks of a file that is not there")
		}
		if f := a.files[e.file()]; f != nil && f.UncompressedSize64 != uint64(e.Bytes) {
			return spoiled(archiveName(Evidence), e.ID+" speaks of another size")
		}
		spoken[e.file()] = true
	}
	if len(spoken) != len(there) {
		return spoiled(manifestName, "a file belongs to no record")
	}
	return nil
}

// keepFiles puts the files of an archive into the folder of evidence.
func (a *archive) keepFiles(ctx context.Context, j *Journal) error {
	for name, f := range a.files {
		r, err := f.Open()
		if err != nil {
			return spoiled(f.Name, err)
		}
		_, err = j.keep(ctx, name, r)
		_ = r.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
