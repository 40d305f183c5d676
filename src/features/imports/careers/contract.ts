import { z } from 'zod';
import { IMPORT_FIELDS, type ImportField } from '../../../domain/career-import.ts';
import { endpoint } from '../../../domain/endpoint.ts';
import { id, text } from '../../../domain/rules.ts';

/** Faculty of schools that an import creates when none is chosen; created when needed. */
export const UNASSIGNED_FACULTY = { code: 'POR-ASIGNAR', name: 'Por asignar' } as const;

export const MOST_IMPORT_ROWS = 5000;

const keys = IMPORT_FIELDS.map(field => field.key) as [ImportField, ...ImportField[]];
const field = z.enum(keys);
/** One cell may hold a whole paragraph by mistake; what is too long for its field is told per row. */
const cell = z.string().max(2000);
const source = z.partialRecord(field, cell);

export const RESULTS = ['new', 'changed', 'unchanged', 'wrong'] as const;
const result = z.enum(RESULTS);

const previewRow = z.object({
  /** Row number as a spreadsheet shows it. */
  line: z.number().int(),
  result,
  source,
  /** The career as it will be. */
  values: z.object({
    officialCode: z.string(),
    name: z.string(),
    level: z.string(),
    school: z.string(),
    campus: z.string(),
    shift: z.string().nullable(),
    code: z.string(),
  }),
  /** Fields that change, with what is stored now. */
  changes: z.array(z.object({ field, from: z.string() })),
  errors: z.array(z.object({ field, message: z.string() })),
});
export type PreviewRow = z.infer<typeof previewRow>;

export const previewCareerImport = endpoint({
  method: 'POST',
  path: '/imports/careers/preview',
  permission: 'catalogues.manage',
  summary: 'Read a CSV or XLSX of careers and tell what an import would do; nothing is written',
  transfer: 'upload',
  query: z.object({
    /** Column of each field in the order of `IMPORT_FIELDS`, empty for none: `0,1,3,4,5,8,`. Recognised when absent. */
    columns: z
      .string()
      .regex(/^(\d{1,2})?(,(\d{1,2})?){6}$/)
      .optional(),
    /** School of rows that name none. */
    school: id.optional(),
  }),
  output: z.object({
    columns: z.array(z.object({ title: z.string(), sample: z.string() })),
    mapping: z.partialRecord(field, z.number().int()),
    /** Needed fields without a column; while there are any, there are no rows. */
    missing: z.array(field),
    rows: z.array(previewRow),
    counts: z.record(result, z.number().int()),
    newSchools: z.array(z.string()),
    /** Stands for rows and stored careers as previewed; goes back with the import. */
    hash: z.string(),
  }),
});

export const importCareers = endpoint({
  method: 'POST',
  path: '/imports/careers',
  permission: 'catalogues.manage',
  summary:
    'Import careers as previewed, in one transaction; 409 when something has changed since the preview',
  maxBytes: 8 * 1024 * 1024,
  body: z.object({
    hash: z.string().max(100),
    fileName: text(255),
    schoolId: id.nullable().default(null),
    /** Faculty of new schools. */
    facultyId: id.nullable().default(null),
    /** What to do when some rows are wrong: nothing, or the good ones. */
    rows: z
      .array(
        z.object({
          line: z.number().int(),
          source,
          /** Name typed in the preview; absent where nobody changed it. */
          name: cell.optional(),
        }),
      )
      .min(1)
      .max(MOST_IMPORT_ROWS),
    only: z.enum(['all', 'good']),
  }),
  output: z.object({
    counts: z.record(result, z.number().int()),
    newSchools: z.array(z.string()),
    faculty: z.string().nullable(),
  }),
});
