import { z } from 'zod';
import { NEW_UNIT_KINDS } from '../../domain/imports/field.ts';
import { IMPORT_STATES } from '../../domain/imports/import-states.ts';
import { IMPORT_NOUNS } from '../../domain/imports/nouns.ts';
import { RESULTS } from '../../domain/imports/plan.ts';
import { endpoint, type OutputOf } from '../../domain/kit/endpoint.ts';
import { RULES } from '../../domain/text/rule-messages.ts';
import { fileName, id, instant, MOST_INTEGER, version } from '../../domain/text/rules.ts';
import { undone } from './undone/contract.ts';

export const MOST_IMPORT_ROWS = 50_000;
export const MOST_IMPORT_MB = 10;
export const IMPORT_PAGE = 50;
/** Texts that are shown and said at once. */
export const MOST_WORDS = 60;

const noun = z.enum(IMPORT_NOUNS);
const result = z.enum(RESULTS);
const columns = z.array(z.number().int().min(0).max(99)).min(1).max(20);
const fieldKey = z.string().min(1).max(40);
/** A cell: PostgreSQL stores no NUL; everything else is judged with the row. */
const cell = z
  .string()
  .max(2000)
  .refine(text => !text.includes('\0') && text.isWellFormed(), RULES.characters);
/** A text for each field, by its key. */
const texts = z.record(fieldKey, cell);
const one = z.object({ id });

const importRow = z.object({
  id,
  noun,
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  columns: z.array(z.object({ title: z.string(), sample: z.string() })),
  /** Columns of each field, from 0; several are joined in this order. */
  mapping: z.record(z.string(), columns),
  /** Text of rows that leave a field out. */
  defaults: z.record(z.string(), z.string()),
  /** Needed fields without a column; while there are any, no row is judged. */
  missing: z.array(z.string()),
  /** Fields whose column was taken for want of a better one. */
  doubtful: z.array(z.string()),
  /** The sheet that was read, and the others of the file. */
  sheet: z.string().nullable(),
  otherSheets: z.array(z.string()),
  /** What people should know of the file. */
  notes: z.array(z.string()),
  facultyId: id.nullable(),
  goodOnly: z.boolean(),
  /** What was judged last; a request with an older one is refused with 409. */
  version,
  total: z.number().int(),
  /** Rows worked on, of `total`, while it is applied. */
  progress: z.number().int(),
  counts: z.record(result, z.number().int()),
  /** What is made first, because rows name it. */
  newUnits: z.array(
    z.object({ kind: z.enum(NEW_UNIT_KINDS), name: z.string(), faculty: z.string().optional() }),
  ),
  /** Who would become an administrator by it, and whether that was said by name; up to a hundred. */
  administrators: z.array(
    z.object({ line: z.number().int(), name: z.string(), email: z.string(), confirmed: z.boolean() }),
  ),
  /** Faculty of the schools it created. */
  faculty: z.string().nullable(),
  /** Why it stopped. */
  problem: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string(),
  appliedAt: instant.nullable(),
  undoneAt: instant.nullable(),
  /** What is there now of one that was undone; told of an import that is read alone. */
  undone: undone.nullable(),
});
export type Import = z.infer<typeof importRow>;

const previewRow = z.object({
  /** Row number as a spreadsheet shows it. */
  line: z.number().int(),
  result,
  /** The row as it will be, by field. */
  values: z.record(z.string(), z.string()),
  /** Before and after of the fields that change; nothing before where the row is new. */
  changes: z.record(z.string(), z.tuple([z.string().nullable(), z.string()])),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Fields whose cells were typed in the preview. */
  edited: z.array(z.string()),
});
export type PreviewRow = z.infer<typeof previewRow>;

export const startImport = endpoint({
  method: 'POST',
  path: '/imports/:noun',
  permission: 'catalogues.manage',
  summary: 'Take a CSV or XLSX and tell what an import would do; no catalogue is touched',
  transfer: 'upload',
  maxBytes: MOST_IMPORT_MB * 1024 * 1024,
  params: z.object({ noun }),
  query: z.object({ name: fileName, sheet: z.string().max(255).optional() }),
  output: importRow,
});

export const listImports = endpoint({
  method: 'GET',
  path: '/imports',
  permission: 'catalogues.manage',
  summary: 'The last ten imports of a catalogue',
  query: z.object({ noun }),
  output: z.array(importRow),
});

export const getImport = endpoint({
  method: 'GET',
  path: '/imports/:id',
  permission: 'catalogues.manage',
  summary: 'An import with its counts and progress',
  params: one,
  output: importRow,
});

export const listImportRows = endpoint({
  method: 'GET',
  path: '/imports/:id/rows',
  permission: 'catalogues.manage',
  summary: `Rows of an import, ${IMPORT_PAGE} a page, all or of one result`,
  params: one,
  query: z.object({ result: result.optional(), page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: z.array(previewRow),
});

export const mapImport = endpoint({
  method: 'PUT',
  path: '/imports/:id/mapping',
  permission: 'catalogues.manage',
  summary: 'Say which columns are which, remembered for this header, and judge all rows again',
  params: one,
  body: z.object({
    version,
    mapping: z.record(fieldKey, columns),
    defaults: texts.default({}),
    facultyId: id.nullable().default(null),
  }),
  output: importRow,
});

export const editImportCell = endpoint({
  method: 'PUT',
  path: '/imports/:id/rows/:line',
  permission: 'catalogues.manage',
  summary: 'Replace a cell of one row; null takes the file’s again',
  params: z.object({ id, line: z.coerce.number().int().min(1).max(MOST_INTEGER) }),
  body: z.object({ field: fieldKey, text: cell.nullable() }),
  output: z.object({ row: previewRow, import: importRow }),
});

const choice = z.object({ value: z.string(), label: z.string() });

export const listImportValues = endpoint({
  method: 'GET',
  path: '/imports/:id/values',
  permission: 'catalogues.manage',
  summary:
    'Texts of the file that are not understood, most frequent first, and what others were said to mean',
  params: one,
  output: z.object({
    unknown: z.array(
      z.object({
        field: z.string(),
        text: z.string(),
        rows: z.number().int(),
        /** Whether it may be made as it stands. */
        canCreate: z.boolean(),
        suggestions: z.array(choice),
        /** Whether the first of them is so much like it, and the others so little, that it may be taken with others. */
        isLikely: z.boolean(),
      }),
    ),
    said: z.array(z.object({ field: z.string(), text: z.string(), value: z.string() })),
  }),
});
export type ImportValues = OutputOf<typeof listImportValues>;

export const suggestImportTexts = endpoint({
  method: 'GET',
  path: '/imports/:id/suggestions',
  permission: 'catalogues.manage',
  summary: 'What a cell may say, most like a text first',
  params: one,
  query: z.object({ field: fieldKey, q: z.string().max(200).default('') }),
  output: z.array(choice),
});

export const sayImportWords = endpoint({
  method: 'PUT',
  path: '/imports/:id/words',
  permission: 'catalogues.manage',
  summary: 'Say what texts stand for, remembered for later files; null forgets it',
  params: one,
  body: z.object({
    words: z
      .array(z.object({ field: fieldKey, text: cell.min(1), value: cell.nullable() }))
      .min(1)
      .max(MOST_WORDS),
  }),
  output: importRow,
});

export const confirmAdministrators = endpoint({
  method: 'PUT',
  path: '/imports/:id/administrators',
  permission: 'catalogues.manage',
  summary: 'Say by their e-mails who shall administer; everybody else of the file does not',
  params: one,
  body: z.object({ emails: z.array(z.string().max(254)).max(100) }),
  output: importRow,
});

export const applyImport = endpoint({
  method: 'POST',
  path: '/imports/:id/apply',
  permission: 'catalogues.manage',
  summary: 'Have it written in the background, all rows or only the good ones; all of it or nothing',
  params: one,
  body: z.object({ version, only: z.enum(['all', 'good']), facultyId: id.nullable().default(null) }),
  output: importRow,
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/imports/:id/undo',
  permission: 'catalogues.manage',
  summary: 'Take back all of an import; 422 while something refers to what it created or has changed since',
  params: one,
  output: importRow,
});

export const importReport = endpoint({
  method: 'GET',
  path: '/imports/:id/report',
  permission: 'catalogues.manage',
  summary: 'Every row with its result and reasons, as CSV',
  transfer: 'download',
  params: one,
  output: z.undefined(),
});

export const importTemplate = endpoint({
  method: 'GET',
  path: '/imports/templates/:noun',
  permission: 'catalogues.manage',
  summary: 'A spreadsheet with every column and an example row',
  transfer: 'download',
  params: z.object({ noun }),
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  output: z.undefined(),
});
