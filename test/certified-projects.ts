import { randomUUID } from 'node:crypto';
import type { CertificateRule } from '../src/domain/certificates/rules.ts';
import type { KindDefinition } from '../src/domain/kinds/definition.ts';
import type { KindSlug } from '../src/domain/kinds/slugs.ts';
import { localDay } from '../src/domain/kit/calendar.ts';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import type { CertificateRow, listCertificates } from '../src/features/certificates/contract.ts';
import type { Client } from './client.ts';
import { acceptMeasurements, act, type Created, done, endOn, fillReport } from './factories.ts';
import { clients, refs, server } from './university.ts';

/** Projects of this kind that are started from now on give certificates by this rule. */
export async function giveCertificates(kind: KindSlug, certificates: CertificateRule): Promise<void> {
  const { definition, draft } = done(
    await clients.admin.get<{ definition: KindDefinition; draft: { version: number } | null }>(
      `/kinds/${kind}`,
    ),
  );
  if ((definition.certificates ?? 'none') === certificates) return;
  const body = {
    version: draft?.version ?? 0,
    definition: { ...definition, certificates, help: `${definition.help}.` },
  };
  const { version } = done(await clients.admin.put<{ version: number }>(`/kinds/${kind}/draft`, body));
  done(await clients.admin.post(`/kinds/${kind}/versions`, { version, note: 'Con certificados.' }));
}

interface Came {
  readonly name: string;
  readonly rut?: string;
  readonly email?: string;
}
const rowOf = ({ name, rut, email }: Came) => ({
  ...{ name, group: 'external' },
  ...(rut
    ? { identifierKind: 'rut', identifier: rut }
    : { identifierKind: email ? 'email' : 'none', identifier: email ?? '' }),
});

/** Records an activity of today, or of another day, with these people on its list. */
export async function activityWith(
  lead: Client,
  { kind, id }: Created,
  came: readonly Came[],
  more: object = {},
): Promise<string> {
  const path = `/projects/${kind}/${id}/activities`;
  const body = { id: randomUUID(), name: 'Taller abierto', day: localDay(new Date()), ...more };
  const { id: activity } = done(await lead.post<{ id: string }>(path, body));
  const list = { rows: came.map(rowOf), noticeVersion: 1 };
  if (came.length > 0) done(await lead.post(`${path}/${activity}/attendance`, list));
  return activity;
}

/** From the approval to the closing, as everybody does their part. */
export async function closeProject(project: Created): Promise<void> {
  const { academic, admin, director } = clients;
  done(await act(academic, project, 'start'));
  await fillReport(server.db, academic, project, refs);
  await endOn(server.db, project, localDay(new Date()));
  done(await act(academic, project, 'submit_final_report'));
  done(await act(director, project, 'accept_final_report'));
  await acceptMeasurements(director, project);
  done(await act(admin, project, 'accept_final_report'));
}

/** What somebody sees in the list, by folio. */
export const certificatesOf = async (who: Client, query = ''): Promise<CertificateRow[]> =>
  done(await who.get<OutputOf<typeof listCertificates>>(`/certificates?sort=folio&size=200${query}`)).rows;

/** As a person reads the list: who, as what, and what became of it. */
export const readOut = (rows: readonly CertificateRow[]) => rows.map(r => [r.role, r.name, r.state]);
