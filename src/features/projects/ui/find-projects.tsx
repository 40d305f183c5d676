import { statusLabel } from '../../../domain/kinds/statuses.ts';
import { request } from '../../../web/api.ts';
import type { Found } from '../../../web/layout/navigation/finder.ts';
import { paths } from '../../../web/routing/paths.ts';
import { listProjects } from '../contract.ts';

const SHOWN = 8;

/** Projects for the global search, by code or words of the title. */
export async function findProjects(text: string, signal: AbortSignal): Promise<Found[]> {
  const { rows } = await request(listProjects, { query: { q: text, size: SHOWN } }, signal);
  return rows.map(({ kind, id, code, title, status }) => ({
    title: title || code,
    detail: `${code} · ${statusLabel(status)}`,
    href: paths.project(kind, id),
  }));
}
