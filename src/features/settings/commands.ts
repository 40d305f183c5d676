import { sql } from 'kysely';
import { writeSetting } from '../../db/settings.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { changesBetween, command } from '../../server/commands/command.ts';
import type { Holiday, SettingsView, saveSettings as saveContract } from './contract.ts';
import { readSettings } from './queries.ts';

export const saveSettings = command(
  'settings.manage',
  async (
    { tx, actor, record },
    { updatedAt, ...fields }: BodyOf<typeof saveContract>,
  ): Promise<SettingsView> => {
    // One after the other: two offices saving at once must not each see the values of before.
    await sql`select from settings where key = 'periods' for update`.execute(tx);
    const before = await readSettings(tx);
    if (Date.parse(before.updatedAt) !== Date.parse(updatedAt))
      throw new AppError('conflict', undefined, { extra: { stored: before } });
    const { academicDomains, pendingDomains, uploadLimitMb, budgetMoveShare, serveUnscanned } = fields;
    const periods = [...fields.periods].sort().reverse();
    const changes = changesBetween(
      { ...before },
      { academicDomains, pendingDomains, uploadLimitMb, budgetMoveShare, serveUnscanned, periods },
    );
    if (Object.keys(changes).length === 0) return before;
    const domains = [
      ...academicDomains.map(domain => ({ domain, becomes: 'Academic' as const })),
      ...pendingDomains.map(domain => ({ domain, becomes: 'pending' as const })),
    ];
    await writeSetting(tx, 'signInDomains', domains, actor.id);
    await writeSetting(tx, 'uploadLimitMb', uploadLimitMb, actor.id);
    await writeSetting(tx, 'budgetMoveShare', budgetMoveShare, actor.id);
    await writeSetting(tx, 'serveUnscanned', serveUnscanned, actor.id);
    await writeSetting(tx, 'periods', periods, actor.id);
    record({ action: 'setting.updated', objectType: 'setting', objectId: 'general', changes });
    return readSettings(tx);
  },
);

export const addHoliday = command(
  'settings.manage',
  async ({ tx, record }, { day, name }: Holiday): Promise<SettingsView> => {
    const added = await tx
      .insertInto('holidays')
      .values({ day, name })
      .onConflict(conflict => conflict.doNothing())
      .returning('day')
      .executeTakeFirst();
    const message = 'Ese día ya está en la lista.';
    if (!added) throw new AppError('rule', message, { errors: [{ path: 'day', message }] });
    record({
      action: 'setting.updated',
      objectType: 'setting',
      objectId: 'holidays',
      changes: { [day]: [null, name] },
    });
    return readSettings(tx);
  },
);

export const removeHoliday = command(
  'settings.manage',
  async ({ tx, record }, day: string): Promise<SettingsView> => {
    const removed = await tx
      .deleteFrom('holidays')
      .where('day', '=', day)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw notFound();
    const changes = { [day]: [removed.name, null] as const };
    record({ action: 'setting.updated', objectType: 'setting', objectId: 'holidays', changes });
    return readSettings(tx);
  },
);
