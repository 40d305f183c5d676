import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { localDay } from '../src/domain/kit/calendar.ts';
import type { Indicator } from '../src/domain/sections/indicators.ts';
import type { Measurement, ProjectIndicators } from '../src/features/indicators/contract.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { type Created, done } from './factories.ts';

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
