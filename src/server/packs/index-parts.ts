import { type PackEntry, type PackGroup, STANDINGS } from '../../domain/packs/pack-entries.ts';
import { formatCount, formatSize } from '../../domain/text/format.ts';
import type { Cell } from '../../domain/text/worksheet.ts';
import { type Html, html } from '../html/html.ts';
import type { Sheet } from '../tables/workbook.ts';

const addressOf = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Whose it is stands in a column of its own where it is of somebody. */
const entryRow =
  (isOwned: boolean) =>
  ({ path, owner, name, size, sha256, standing, note }: PackEntry): Html =>
    html`<tr><th scope="row">${path ? html`<a href="${addressOf(path)}">${name}</a>` : name}</th>${isOwned && html`<td class="owner">${owner}</td>`}
<td>${STANDINGS[standing]}${note && `. ${note}`}</td><td class="number">${size === null ? '' : formatSize(size)}</td>
<td class="hash">${sha256 ?? ''}</td></tr>\n`;

/** The files of a group, with links that work once the pack is unpacked, and their hashes. */
export function groupPart({ name, label, entries }: PackGroup): Html {
  const isOwned = entries.some(e => e.owner !== '');
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${label}</h2>
<div class="wide" role="region" tabindex="0" aria-label="Tabla: ${label}"><table>
<caption>${formatCount(entries.length, 'archivo', 'archivos')}</caption>
<thead><tr><th scope="col">Archivo</th>${isOwned && html`<th scope="col">De</th>`}<th scope="col">Situación</th>
<th scope="col" class="number">Tamaño</th><th scope="col">SHA-256</th></tr></thead>
<tbody>${entries.map(entryRow(isOwned))}</tbody></table></div></section>\n`;
}

export async function* onceRows<T>(rows: T[]): AsyncGenerator<T[]> {
  yield rows;
}

/** The same for programs, of all groups. */
export const groupSheet = (groups: readonly PackGroup[], kind: string): Sheet => ({
  name: 'Archivos',
  columns: [kind, 'ruta', 'de', 'nombre', 'situacion', 'motivo', 'bytes', 'sha256'],
  widths: [36, 60, 20, 40, 24, 50, 14, 66],
  rows: onceRows(
    groups.flatMap(({ label, entries }) =>
      entries.map((e): Cell[] => [
        ...[label, e.path, e.owner, e.name, STANDINGS[e.standing], e.note],
        ...[e.size, e.sha256],
      ]),
    ),
  ),
});
