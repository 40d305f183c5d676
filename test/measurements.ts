import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import { localDay } from '../src/domain/kit/calendar.ts';
import type { Indicator } from '../src/domain/sections/indicators.ts';
import type { Measurement, ProjectIndicators } from '../src/features/indicators/contract.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { approvedPacs } from './execution.ts';
import { type Created, done } from './factories.ts';
import { clients, openUniversity, refs, server } from './university.ts';

export const pathOf = ({ kind, id }: Created) => `/projects/${kind}/${id}`;
type Written = Pick<Measurement, 'id' | 'version'>;

/** Sends a measurement of the indicator `i1`, of today and without evidence unless told. */
export const measure = (who: Client, project: Created, more: object = {}) =>
  who.post<Written>(`${pathOf(project)}/measurements`, {
    ...{ id: randomUUID(), indicatorId: 'i1', day: localDay(new Date()), value: 4 },
    ...more,
  });

/** Accepts what is given, or with a reason returns it. */
export const decide = (who: Client, project: Created, measurements: Written[], reason?: string) =>
  who.post<{ decided: number }>(`${pathOf(project)}/measurements/decision`, {
    ...{ accept: reason === undefined, reason: reason ?? '' },
    measurements: measurements.map(({ id, version }) => ({ id, version })),
  });

export const measuredOf = async (who: Client, project: Created): Promise<ProjectIndicators> =>
  done(await who.get<ProjectIndicators>(`${pathOf(project)}/indicators`));

/** One as the reader sees it. */
export async function measurementOf(who: Client, project: Created, id: string): Promise<Measurement> {
  const found = (await measuredOf(who, project)).measurements.find(m => m.id === id);
  if (!found) throw new Error('no such measurement');
  return found;
}

/** As if the project had been approved with these besides its own. */
export const addIndicators = (
  { db }: Pick<TestApp, 'db'>,
  { id }: Created,
  indicators: readonly Partial<Indicator>[],
) =>
  sql`update project_sections set data = jsonb_set(data, '{indicators}',
      data -> 'indicators' || ${JSON.stringify(indicators.map(i => ({ name: i.id, ...i })))}::jsonb)
    where project_id = ${id} and section = 'indicators'`.execute(db);

/** As if this person headed a school, too. */
export const addHead = ({ db }: Pick<TestApp, 'db'>, schoolId: string, userId: string) =>
  sql`insert into school_heads values (${schoolId}, ${userId}) on conflict do nothing`.execute(db);

/** An approved project of each test, with what is done to its measurements; `openMeasured` makes it. */
export let project: Created;
export const lead = () => clients.academic;
export const member = () => clients.colleague;
export const sent = async (who = lead(), more: object = {}) => done(await measure(who, project, more));
export async function accepted(more: object = {}): Promise<Written> {
  const { id, version } = await sent(lead(), more);
  done(await decide(clients.director, project, [{ id, version }]));
  return { id, version: version + 1 };
}
export const save = (who: Client, id: string, given: object) =>
  who.put<Written>(`${pathOf(project)}/measurements/${id}`, {
    ...{ day: localDay(new Date()), value: 5, version: 1 },
    ...given,
  });
export const remove = (who: Client, id: string) => who.delete(`${pathOf(project)}/measurements/${id}`);
export const one = (id: string, who = lead()) => measurementOf(who, project, id);

/** Registers what such tests begin with: a university whose school has a second Director, so that two may decide at once. */
export function openMeasured(): void {
  openUniversity();
  beforeAll(() => addHead(server, refs.schoolId, userIdOf(PEOPLE.otherDirector)));
  beforeEach(async () => {
    project = await approvedPacs(server, clients.academic, refs);
  });
}
