import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { holderGroup, type Status } from '../../../domain/kinds/statuses.ts';
import type { SectionData } from '../../../domain/sections/index.ts';
import type { Command } from '../../../server/command.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import { announceRenewals } from '../notices/commands.ts';
import { type Turn, turnAt, writeHolders } from '../transitions/queries.ts';
import { ofProject, renewHolders } from './queries.ts';

type Place = Pick<SectionData['identification'], 'leadId' | 'schoolId' | 'startDate' | 'endDate'>;

/** Due by the project's own dates; elsewhere they move nothing, and what the office extended stays. */
const DATED: readonly Status[] = ['approved', 'running'];

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
  if (newUnit || (newLead && group === 'lead')) await writeHolders(tx, project.id, turn.holders);
  if (newUnit) await announceUnit(run, project, turn);
  if (newUnit || newLead) await writeEntry(run, project, newLead ? 'change_lead' : 'change_unit', turn.note);
  // A new lead or alternate may be one of those who decide.
  if (group === 'unit' && !newUnit) await renewHolders(run, ofProject(project.id));
}

const announceUnit = (run: Command, project: StoredProject, { holders, office, note }: Turn) => {
  const { id, kind, code, title, status, dueAt: due, holderIds: before, officeTurn: officeBefore } = project;
  const text = ['El proyecto cambió de unidad.', note].filter(Boolean).join(' ');
  const after = { holders: holders.map(h => h.userId), office };
  return announceRenewals(run, [
    { project: { id, kind, code, title }, status, due, before, officeBefore, text, ...after },
  ]);
};

const writeEntry = (
  { tx, actor, now }: Command,
  { id, status }: StoredProject,
  action: 'change_unit' | 'change_lead',
  note: string | null,
) =>
  tx
    .insertInto('project_history')
    .values({
      project_id: id,
      at: now,
      actor_id: actor.id,
      action,
      from_status: status,
      to_status: status,
      note,
    })
    .execute();
