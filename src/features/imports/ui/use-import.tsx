import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { IMPORT_FIELDS, type Mapping } from '../../../domain/career-import.ts';
import type { OutputOf } from '../../../domain/endpoint.ts';
import { call } from '../../../web/api.ts';
import { useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { messageOf, ProblemError } from '../../../web/problem-error.ts';
import { upload } from '../../../web/upload.ts';
import { importCareers, type PreviewRow, previewCareerImport } from '../careers/contract.ts';

export type Preview = OutputOf<typeof previewCareerImport>;
export type Outcome = OutputOf<typeof importCareers>;

interface Asked {
  file: File;
  mapping: Mapping | null;
  school: string | null;
}

const columnsOf = (mapping: Mapping) => IMPORT_FIELDS.map(({ key }) => mapping[key] ?? '').join(',');

/** Words for a refusal; a file's own faults are told in the errors. */
export const refusalOf = (error: unknown): string =>
  error instanceof ProblemError && error.errors.length > 0
    ? error.errors
        .slice(0, 5)
        .map(each => each.message)
        .join(' ')
    : messageOf(error);

type Names = Readonly<Record<number, string>>;

/** What is still wrong in a row once names typed here count; the server judges them again. */
export const errorsLeft = ({ line, errors }: PreviewRow, names: Names) =>
  errors.filter(({ field }) => field !== 'name' || !/\p{L}/u.test(names[line] ?? ''));

/** A file, what the server reads in it, what is corrected by hand, and the import itself. */
export function useImport() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [names, setNames] = useState<Names>({});
  const [facultyId, setFacultyId] = useState<string | null>(null);
  const [sent, setSent] = useState(0);
  // The last preview stays in view while the next one is made.
  const [seen, setSeen] = useState<Preview | null>(null);
  const readAgain = useReadAgain();
  const preview = useMutation({
    mutationFn: ({ file, mapping, school }: Asked) =>
      upload(
        previewCareerImport,
        { query: { ...(mapping && { columns: columnsOf(mapping) }), ...(school && { school }) } },
        file,
        { onProgress: bytes => setSent((100 * bytes) / Math.max(1, file.size)) },
      ),
    onSuccess: setSeen,
  });
  const run = useMutation({
    mutationFn: (only: 'all' | 'good') => {
      if (!asked || !seen) throw new Error('nothing has been previewed');
      const { hash, rows } = seen;
      return call(importCareers, {
        body: {
          hash,
          only,
          facultyId,
          schoolId: asked.school,
          fileName: asked.file.name.slice(-255),
          rows: rows.map(({ line, source }) => ({ line, source, name: names[line] })),
        },
      });
    },
    onSuccess: readAgain,
  });
  const ask = (next: Asked) => {
    setAsked(next);
    run.reset();
    preview.mutate(next);
  };
  return {
    file: asked?.file ?? null,
    school: asked?.school ?? null,
    sent,
    seen,
    preview,
    run,
    names,
    facultyId,
    setFacultyId,
    rename: (line: number, name: string) => setNames(before => ({ ...before, [line]: name })),
    choose: (file: File) => {
      setNames({});
      setSeen(null);
      ask({ file, mapping: null, school: null });
    },
    /** Reads the same file again with other columns or another school, or because the data changed. */
    again: (change: Partial<Pick<Asked, 'mapping' | 'school'>> = {}) => {
      if (asked) ask({ ...asked, mapping: seen?.mapping ?? asked.mapping, ...change });
    },
    reset: () => {
      setAsked(null);
      setSeen(null);
      setNames({});
      preview.reset();
      run.reset();
    },
  };
}
export type CareerImport = ReturnType<typeof useImport>;
