import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { holderGroup, type Status } from '../../../domain/kinds/statuses.ts';
import type { SectionData } from '../../../domain/sections/index.ts';
import { DATED } from '../../../domain/workflow/due.ts';
import { type Holder, type Holders, holdOn } from '../../../domain/workflow/holders.ts';
import type { Command } from '../../../server/commands/command.ts';
import { writeEntries, writeEntry } from '../../project-record/history/commands.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import { announceRenewals, type Quiet } from '../notices/commands.ts';
import { type Turn, turnAt } from '../transitions/queries.ts';
import {
  type HolderRow,
  headsOfAll,
  lockSteps,
  ofProject,
  type SchoolHeads,
  type UnitStep,
} from './queries.ts';

type Place = Pick<SectionData['identification'], 'leadId' | 'schoolId' | 'startDate' | 'endDate'>;

/** Whose turn it is, and until when, once lead, alternate, unit or dates have changed. */
export async function followPlace(
  run: Command,
  project: StoredProject,
  kind: KindDefinition,
  after: Place,
): Promise<void> {
  const { tx } = run;
  const group = holderGroup(project.status, project.subStep);
  const leadId = after.leadId ?? project.leadId;
  const [newLead, newSchool] = [leadId !== project.leadId, after.schoolId !== project.schoolId];
  const redated = after.startDate !== project.startDate || after.endDate !== project.endDate;
  const newUnit = group === 'unit' && newSchool;
  const turn = await turnAt(tx, { ...project, ...after, leadId }, kind, {
    ...project,
    since: new Date(project.statusSince),
  });
  if (redated && DATED.includes(project.status))
    await tx.updateTable('projects').set({ due_at: turn.dueAt }).where('id', '=', project.id).execute();
  if (newUnit) {
    const standing = { office_turn: turn.office, version: project.version + 1 };
    await tx.updateTable('projects').set(standing).where('id', '=', project.id).execute();
  }
  if (newUnit || (newLead && group === 'lead'))
    await writeHolders(tx, [{ projectId: project.id, holders: turn.holders }]);
  if (newUnit) await announceUnit(run, project, turn);
  const { id: projectId, status } = project;
  const action = newLead ? 'change_lead' : 'change_unit';
  if (newUnit || newLead)
    await writeEntry(run, { projectId, action, from: status, to: status, note: turn.note });
  // A new lead or alternate may be one of those who decide.
  if (group === 'unit' && !newUnit) await renewHolders(run, ofProject(project.id));
}

const announceUnit = (run: Command, project: StoredProject, { holders, office, note }: Turn) => {
  const { id, kind, code, title, status, dueAt: due, holderIds: before, officeTurn: officeBefore } = project;
  return announceRenewals(run, [
    {
      project: { id, kind, code, title },
      status,
      due,
      before,
      officeBefore,
      holders: holders.map(h => h.userId),
      office,
      isNewUnit: true,
      note,
    },
  ]);
};

/** Replaces the holder rows of a project. */
export async function writeHolders(
  tx: Transaction,
  held: readonly { readonly projectId: string; readonly holders: Turn['holders'] }[],
): Promise<void> {
  if (held.length === 0) return;
  const rows = held.flatMap(({ projectId, holders }) => holders.map(h => ({ ...h, projectId })));
  await sql`delete from project_holders where project_id = any(${held.map(h => h.projectId)}::uuid[])`.execute(
    tx,
  );
  if (rows.length > 0)
    await sql`
      insert into project_holders (project_id, user_id, principal_id, via)
      select h."projectId", h."userId", h."principalId", h.via from json_to_recordset(${JSON.stringify(rows)})
        h ("projectId" uuid, "userId" uuid, "principalId" uuid, via text)`.execute(tx);
}

interface Renewed extends Holders {
  readonly id: string;
  readonly step: UnitStep;
}

function renew(step: UnitStep, heads: SchoolHeads | undefined): Renewed[] {
  const { directors = [], deans = [] } = heads ?? {};
  const question = { ...step, step: step.status, directors, deans };
  const seats = step.holders.map(h => h.principalId ?? h.userId);
  const after = holdOn(question, { assigned: step.assigned, seats });
  const words = (rows: readonly (HolderRow | Holder)[]) =>
    rows
      .map(r => [r.userId, r.principalId, r.via].join())
      .sort()
      .join(';');
  const isSame = after.office === step.office && words(after.holders) === words(step.holders);
  return isSame ? [] : [{ id: step.id, step, ...after }];
}

interface Run extends Pick<Command, 'tx' | 'now'> {
  /** Null when it happens by itself. */
  readonly actor: { readonly id: string } | null;
}

/**
 * Gives each of these steps to whoever should hold it now, with a row in its history. Their version goes up, so that
 * a decision prepared before learns of it. Due dates stay. `quiet`: the new holders, or those of these
 * people, learn of it otherwise; the former ones are no longer called all the same.
 * @returns how many changed hands
 */
export async function renewHolders(
  run: Run,
  which: RawBuilder<unknown>,
  { quiet = false }: { readonly quiet?: Quiet } = {},
): Promise<number> {
  const steps = await lockSteps(run.tx, which);
  if (steps.length === 0) return 0;
  const heads = await headsOfAll(run.tx, steps);
  const changed = steps.flatMap(step => renew(step, heads.get(step.schoolId)));
  if (changed.length === 0) return 0;
  await writeRenewed(run, changed);
  const notes = await writeHandovers(run, changed);
  const renewals = changed.map(({ id, step, holders, office }) => ({
    project: step.project,
    status: step.status,
    due: step.due,
    before: step.holders.map(h => h.userId),
    holders: holders.map(h => h.userId),
    officeBefore: step.office,
    office,
    isNewUnit: false,
    note: notes.get(id) ?? null,
  }));
  await announceRenewals(run, renewals, quiet);
  return changed.length;
}

async function writeRenewed({ tx }: Run, changed: readonly Renewed[]): Promise<void> {
  const rows = changed.flatMap(c =>
    c.holders.map(h => ({ project: c.id, user: h.userId, principal: h.principalId, via: h.via })),
  );
  await sql`delete from project_holders where project_id = any(${changed.map(c => c.id)}::uuid[])`.execute(
    tx,
  );
  await sql`
    insert into project_holders (project_id, user_id, principal_id, via)
    select r.project, r.user, r.principal, r.via
    from json_to_recordset(${JSON.stringify(rows)}) r (project uuid, "user" uuid, principal uuid, via text)`.execute(
    tx,
  );
}

/** The new standing and its history; answers the words of each. */
async function writeHandovers(run: Run, changed: readonly Renewed[]): Promise<Map<string, string>> {
  const noted = changed.map(({ id, office, why }) => ({ id, office, why }));
  const { rows } = await sql<{ id: string; status: Status; note: string }>`
    with c as (select * from json_to_recordset(${JSON.stringify(noted)}) c (id uuid, office boolean, why text))
    update projects p set office_turn = c.office, version = p.version + 1, updated_at = ${run.now}
    from c where p.id = c.id
    returning p.id, p.status,
      concat_ws(' ', c.why, 'Ahora lo tiene ' || case when c.office then 'la oficina' else (
        select string_agg(u.name || coalesce(', por subrogancia de ' || b.name, ''), '; ' order by u.name)
        from project_holders h join users u on u.id = h.user_id left join users b on b.id = h.principal_id
        where h.project_id = p.id) end || '.') as note`.execute(run.tx);
  const held = new Map(changed.map(({ id, step }) => [id, step.holders]));
  const entries = rows.map(({ id, status, note }) => ({
    ...({ projectId: id, action: 'handover', from: status, to: status, note } as const),
    before: { holders: held.get(id) },
  }));
  await writeEntries(run, entries);
  return new Map(rows.map(r => [r.id, r.note]));
}
