import { expect, it } from 'vitest';
import { openData } from '../../../domain/access/open-data.ts';
import type { SectionColumn } from '../../../domain/sections/columns/cells.ts';
import { FIELD_PLACES, SECTION_COLUMNS } from '../../../domain/sections/columns/columns.ts';
import { keyOf } from '../../../domain/sections/field.ts';
import { sectionOf } from '../../../domain/sections/index.ts';
import { PROJECT_COLUMNS } from './queries.ts';

const ALL = 'all';
const WHOLE = 'whole';
const SPENDING = 'spending';

/** Meaning, unit and readers of the columns of the project itself. */
const OWN: Readonly<Record<string, readonly [meaning: string, unit: string, readers: string]>> = {
  codigo: ['Code; never changes', '', ALL],
  titulo: ['Título', '', ALL],
  tipo: ['Kind, by its short name', '', ALL],
  estado: ['Status, by its short name', '', ALL],
  estado_texto: ['Status as people read it', '', ALL],
  periodo: ['Período', 'year-semester', ALL],
  historico: ['From before the application', 'sí/no', ALL],
  inicio: ['Fecha de inicio', 'day', ALL],
  termino: ['Fecha de término', 'day', ALL],
  escuela: ['Escuela', '', ALL],
  facultad: ['Facultad', '', ALL],
  responsable: ['Responsable', '', ALL],
  turno: ['Whose turn it is; reviewers are named in no list', '', ALL],
  turno_desde: ['Since when', 'time of Chile', ALL],
  vence: ['Until when', 'time of Chile', ALL],
  atrasado: ['It is overdue', 'sí/no', ALL],
  sigue: ['What comes next', '', ALL],
  enviado: ['Sent first', 'time of Chile', ALL],
  actualizado: ['Changed last', 'time of Chile', ALL],
  responsable_alterno: ['Responsable alterno', '', ALL],
  tema: ['Tema', '', ALL],
  convocatoria: ['Call it applies to', '', ALL],
  linea: ['Line of the call', '', WHOLE],
  creado: ['Draft begun', 'time of Chile', ALL],
  monto_adjudicado: ['Awarded', 'pesos', WHOLE],
  gastado_total: ['Spent, all sources', 'pesos', SPENDING],
  gastado_fondo: ['Spent of the fund', 'pesos', SPENDING],
  gastado_unidad: ['Spent of the unit', 'pesos', SPENDING],
  gastado_socio_en_dinero: ['Spent of what partners gave in money', 'pesos', SPENDING],
  gastado_socio_valorado: ['Used of what partners gave and was valued', 'pesos', SPENDING],
  pagado: ['Paid to the project', 'pesos', SPENDING],
  devuelto: ['Given back and accepted', 'pesos', SPENDING],
};

/** Who gets a field: of a list, what of its entries only who reads the whole does. */
function readersOf({ section, field }: Pick<SectionColumn, 'section' | 'field'>): string {
  const key = keyOf(field);
  const told = (field.fields ?? []).map(keyOf);
  const open = openData(section, { [key]: [Object.fromEntries(told.map(name => [name, name]))] });
  if (!open || !(key in open)) return WHOLE;
  if (field.type !== 'list') return ALL;
  const [entry = {}] = open[key] as Record<string, string>[];
  const place = FIELD_PLACES.find(p => p.section === section && p.field === field)?.place;
  const entries = typeof place === 'object' ? (place.entry ?? {}) : {};
  const closed = (field.fields ?? []).filter(f => entries[keyOf(f)] === true && !(keyOf(f) in entry));
  return closed.length === 0 ? ALL : `${ALL}; ${closed.map(f => f.label).join(', ')}: ${WHOLE}`;
}

const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '/')).join(' | ')} |`;

function lineOf(name: string): string {
  const own = OWN[name];
  if (own) return line([`\`${name}\``, ...own]);
  const column = SECTION_COLUMNS.find(c => c.name === name);
  if (!column) throw new Error(`docs/export-columns.md has no words for ${name}`);
  const { section, field, meaning, unit } = column;
  const words = meaning === field.label ? meaning : `${field.label}: ${meaning}`;
  const readers = name === 'socios_rut' ? 'office' : readersOf(column);
  return line([`\`${name}\``, `${sectionOf(section).label} · ${words}`, unit || unitOf(column), readers]);
}
const UNITS: Partial<Record<SectionColumn['field']['type'], string>> = {
  ...{ flag: 'sí/no', list: 'numbered lines', careers: 'several, between bars' },
  ...{ keywords: 'several, between bars', targets: 'several, between bars' },
  ...{ comunas: 'several, between bars', goals: 'several, between bars' },
};
function unitOf({ name, field, section }: SectionColumn): string {
  if (section === 'indicators' && name !== 'indicadores_detalle') return 'count';
  if (name.startsWith('socios') && name !== 'socios_compromiso') return 'several, between bars';
  return UNITS[field.type] ?? '';
}

const document = () => `# Columns of the export of projects

One row a project, from the list of projects as CSV or spreadsheet. Names never change; new columns may come between others: join by name. Empty is what a project does not have, or the reader may not see: each cell follows the page of the project.

Readers: \`${ALL}\`, whoever sees the project in the list; \`${WHOLE}\`, who reads all of it (lead, alternate, team, holders, reviewers, heads of its unit, office); \`${SPENDING}\`, lead, alternate, team and office, from the approval on. Contact data of people outside the university, and files, leave in no export.

Generated: \`npx vitest run --project api src/features/projects/columns/document.test.ts -u\`.

${[
  line(['Column', 'Meaning', 'Unit', 'Readers']),
  line(['---', '---', '---', '---']),
  ...Object.keys(PROJECT_COLUMNS).map(lineOf),
].join('\n')}
`;

it('docs/export-columns.md has every column (write it anew with -u)', async () => {
  await expect(document()).toMatchFileSnapshot('../../../../docs/export-columns.md');
});
