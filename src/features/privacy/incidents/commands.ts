import { AppError } from '../../../domain/kit/problem.ts';
import { INCIDENT_DATA, INCIDENT_NATURES, type IncidentFields } from '../../../domain/privacy/incidents.ts';
import { catalogueCommands, lockRow, updateRow } from '../../../server/commands/catalogue.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { takeNumber } from '../../../server/commands/numbers.ts';
import type { Incident } from './contract.ts';
import { findIncident } from './queries.ts';

interface Seen {
  readonly id: string;
  readonly updatedAt: string;
}
interface Stored {
  readonly closed_at: Date | null;
}
const TABLE = { table: 'data_incidents', find: findIncident };

const columnsOf = (fields: IncidentFields) => ({
  title: fields.title,
  detected_on: fields.detectedOn,
  happened_on: fields.happenedOn,
  // Each once, in one order: the same ones are no change.
  natures: INCIDENT_NATURES.map(n => n.value).filter(value => fields.natures.includes(value)),
  description: fields.description,
  data_concerned: fields.dataConcerned,
  special: INCIDENT_DATA.map(d => d.value).filter(value => fields.special.includes(value)),
  people: fields.people,
  effects: fields.effects,
  measures: fields.measures,
  risk: fields.risk,
  agency_told_on: fields.agencyToldOn,
  agency_reference: fields.agencyReference,
  people_told_on: fields.peopleToldOn,
  people_told_how: fields.peopleToldHow,
  why_not_told: fields.whyNotTold,
});

/** What somebody wrote may name people, whatever the form says. */
const WRITTEN = [
  ...['title', 'description', 'data_concerned', 'effects', 'measures'],
  ...['agency_reference', 'people_told_how', 'why_not_told'],
];

async function refuseClosed(_run: Command, _fields: IncidentFields, before?: Stored): Promise<void> {
  if (before && before.closed_at !== null)
    throw new AppError('rule', 'El incidente está cerrado: reábrelo para cambiarlo.');
}

const { create, update } = catalogueCommands<IncidentFields, Incident, Stored>({
  ...TABLE,
  object: 'dataIncident',
  manage: 'privacy.manage',
  personal: WRITTEN,
  duplicate: { path: '', message: 'Ese número ya se dio: inténtalo de nuevo.' },
  references: [],
  columns: columnsOf,
  columnsOfNew: run => takeNumber(run, 'incident'),
  check: refuseClosed,
});

/** The one given, standing still; refused when it is not as its reader saw it. */
async function holdIncident(run: Command, { id, updatedAt }: Seen): Promise<Incident> {
  await lockRow(run, TABLE, id, updatedAt);
  return findIncident(run.tx, run.actor, id);
}

const close = command('privacy.manage', async (run, seen: Seen): Promise<Incident> => {
  const { id, closedAt, gaps } = await holdIncident(run, seen);
  if (closedAt !== null) throw new AppError('rule', 'El incidente ya está cerrado.');
  if (gaps.length > 0)
    throw new AppError('rule', `Todavía no se puede cerrar. ${gaps.join(' ')}`, { extra: { gaps } });
  await updateRow(run, TABLE.table, id, { closed_at: run.now, closed_by: run.actor.id });
  run.record({ action: 'dataIncident.close', objectType: 'dataIncident', objectId: id });
  return findIncident(run.tx, run.actor, id);
});

const reopen = command(
  'privacy.manage',
  async (run, { reason, ...seen }: Seen & { readonly reason: string }): Promise<Incident> => {
    const { id, closedAt } = await holdIncident(run, seen);
    if (closedAt === null) throw new AppError('rule', 'El incidente está abierto.');
    await updateRow(run, TABLE.table, id, { closed_at: null, closed_by: null });
    run.record({
      ...{ action: 'dataIncident.reopen', objectType: 'dataIncident', objectId: id },
      changes: { reason: [null, reason] },
    });
    return findIncident(run.tx, run.actor, id);
  },
);

/** Without a way to remove one: it is a register. */
export const incidentCommands = { create, update, close, reopen };
