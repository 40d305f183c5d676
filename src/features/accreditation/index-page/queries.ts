import {
  byEvidence,
  evidenceWords,
  foundIn,
  gapWords,
  type PackIndex,
  statementRows,
} from '../../../domain/accreditation/pack-index.ts';
import { formatDay, formatList, formatNumber } from '../../../domain/text/format.ts';
import type { Cell } from '../../../domain/text/worksheet.ts';
import { type Html, html } from '../../../server/html/html.ts';
import { standalonePage } from '../../../server/html/printed.ts';
import { groupPart, groupSheet, onceRows } from '../../../server/packs/index-parts.ts';
import { type Sheet, workbook } from '../../../server/tables/workbook.ts';

function matrixPart({ criteria, entries }: PackIndex): Html[] {
  const found = foundIn(entries);
  const rows = statementRows(criteria, found);
  const there = new Set(entries.map(e => e.group));
  return criteria.map(
    criterion => html`<section aria-labelledby="c-${criterion.key}"><h2 id="c-${criterion.key}">${criterion.code} · ${criterion.name}</h2>
${criterion.statements.length === 0 && html`<p class="dim">Sin enunciados.</p>\n`}${rows
  .filter(row => row.criterion === criterion)
  .map(
    ({ statement, gap }) => html`<h3>${statement.text}</h3>
${statement.note && html`<p class="text">${statement.note}</p>\n`}${gap && html`<p class="gap"><strong>Sin evidencia.</strong></p>\n`}<ul>${statement.evidence.map(
      name =>
        html`<li>${there.has(name) ? html`<a href="#${name}">${evidenceWords(name, found)}</a>` : evidenceWords(name, found)}</li>`,
    )}${statement.links.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}</ul>\n`,
  )}</section>\n`,
  );
}

const factsOf = (index: PackIndex) => {
  const gaps = statementRows(index.criteria, foundIn(index.entries)).filter(row => row.gap).length;
  return [
    ...(index.origin ? [{ label: 'Origen de los criterios', text: index.origin }] : []),
    { label: 'De', text: index.of },
    { label: 'Años', text: index.years },
    { label: 'Datos al', text: formatDay(index.day) },
    { label: 'Proyectos', text: formatNumber(index.projects) },
    { label: 'Brechas', text: gapWords(gaps) },
  ];
};

/** The index for people: matrix, gaps, every file with its hash, and links that work once the pack is unpacked. */
export const indexPage = (index: PackIndex): string =>
  standalonePage({
    institution: index.institution,
    product: 'Paquete de acreditación',
    kind: index.of,
    title: index.matrix,
    facts: factsOf(index),
    contents: [
      ...index.criteria.map(c => ({ id: `c-${c.key}`, label: `${c.code} · ${c.name}` })),
      ...byEvidence(index.entries).map(({ name, label }) => ({ id: name, label })),
    ],
    body: [...matrixPart(index), ...byEvidence(index.entries).map(groupPart)],
  });

/** The same for programs. */
export function indexWorkbook(index: PackIndex): AsyncGenerator<Buffer> {
  const { criteria, entries } = index;
  const found = foundIn(entries);
  const sheets: Sheet[] = [
    {
      name: 'Matriz',
      columns: ['criterio', 'nombre', 'enunciado', 'evidencia', 'enlaces', 'nota', 'brecha'],
      widths: [12, 36, 60, 50, 50, 40, 12],
      rows: onceRows(
        statementRows(criteria, found).map(({ criterion, statement, gap }): Cell[] => [
          ...[criterion.code, criterion.name, statement.text],
          formatList(statement.evidence.map(name => evidenceWords(name, found))),
          statement.links.map(({ title, url }) => `${title}: ${url}`).join('\n'),
          ...[statement.note, gap ? 'sí' : 'no'],
        ]),
      ),
    },
    groupSheet(byEvidence(entries), 'evidencia'),
    {
      name: 'Origen',
      columns: ['dato', 'valor'],
      widths: [24, 70],
      rows: onceRows<Cell[]>([
        ['Institución', index.institution],
        ['Matriz', index.matrix],
        ...factsOf(index).map(({ label, text }): Cell[] => [label, text]),
      ]),
    },
  ];
  return workbook(sheets);
}
