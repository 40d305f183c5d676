import { type ImportField, type ImportKind, plainText } from './field.ts';

/** Columns of each field, from 0; several are joined in this order. */
export type Mapping = Record<string, readonly number[]>;

/** Cells that stand for none. */
const NOTHING =
  /^([-–—._*]+|n\/?a|n\.a\.?|s\/[id]|sin (informacion|datos?)|no aplica|ningun[oa]|null|#n\/a)$/i;
export const isNothing = (cell: string): boolean =>
  cell === '' || NOTHING.test(cell.normalize('NFD').replace(/\p{M}/gu, ''));

/** Fields of which a cell may name several; columns of theirs are joined as parts. */
export const isSeveral = ({ reference }: ImportField): boolean =>
  reference !== undefined &&
  ['careers', 'people', 'organisations', 'offerings', 'comunas', 'team'].includes(reference);

function joinedColumns(field: ImportField, free: (name: string) => number): number[] {
  const found = (field.joined ?? []).map(names => names.map(free).find(at => at >= 0) ?? -1);
  const columns = [...new Set(found.filter(at => at >= 0))];
  return columns.length >= 2 ? columns : [];
}

/** `socio 1`, `socio 2`, … beside each other, where a field takes several. */
function numberedColumns(field: ImportField, headers: readonly string[], isFree: (at: number) => boolean) {
  if (!isSeveral(field)) return [];
  const bare = headers.map(header => header.replace(/ \d{1,2}$/, ''));
  const name = field.headers.find(each => bare.filter(header => header === each).length >= 2);
  return name === undefined ? [] : headers.flatMap((_, at) => (bare[at] === name && isFree(at) ? [at] : []));
}

/** Which columns are which, by their headers. A column serves one field. */
export function recognise({ fields }: ImportKind, titles: readonly string[]): Mapping {
  const headers = titles.map(plainText);
  const mapping: Record<string, readonly number[]> = {};
  const isFree = (at: number) => !Object.values(mapping).flat().includes(at);
  const free = (name: string) => headers.findIndex((header, at) => header === name && isFree(at));
  for (const field of fields) {
    const parts = joinedColumns(field, free);
    const numbered = numberedColumns(field, headers, isFree);
    const one = [...field.headers, ...(field.doubtful ?? [])].map(free).find(at => at >= 0);
    const columns = [parts, numbered, one === undefined ? [] : [one]].find(each => each.length > 0);
    if (columns) mapping[field.key] = columns;
  }
  return mapping;
}

/** Needed fields with neither a column nor a text for all rows. */
export const missingIn = (
  { fields }: ImportKind,
  mapping: Mapping,
  defaults: Readonly<Record<string, string>> = {},
): string[] =>
  fields.filter(f => f.required && mapping[f.key] === undefined && !defaults[f.key]).map(f => f.key);

/** Fields whose column was taken for want of a better one, as its title says. */
export const doubtfulIn = ({ fields }: ImportKind, mapping: Mapping, titles: readonly string[]): string[] =>
  fields.flatMap(({ key, doubtful }) => {
    const title = plainText(titles[mapping[key]?.[0] ?? -1] ?? '');
    return doubtful?.includes(title) ? [key] : [];
  });
