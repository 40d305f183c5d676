import { sql } from 'kysely';
import { can, closedSections } from '../../../domain/access/can.ts';
import { barOf } from '../../../domain/access/part-taking.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden } from '../../../domain/kit/problem.ts';
import { sectionOf } from '../../../domain/sections/index.ts';
import { formatList } from '../../../domain/text/format.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import { requireFree } from '../../../server/part-taking/commands.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import { overtaken } from '../../project-record/held/queries.ts';
import { writeEntry } from '../../project-record/history/commands.ts';
import {
  definitionOf,
  lockProject,
  type ProjectAddress,
  readProject,
  type StoredProject,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import type { allowEarlyReport as early, openSections as opening } from './contract.ts';

type Allowed = OutputOf<typeof early>;
interface Asked<Given> extends ProjectAddress {
  readonly given: Given;
  readonly kinds: KindLookup;
}

const VERBS = {
  allow_early_report: 'permitir el informe final anticipado',
  open_sections: 'abrir más secciones',
} as const;
type Allowance = keyof typeof VERBS;

/** The project, standing still until the end, of which this person of the office may allow more. */
async function openProject(
  run: Command,
  action: Allowance,
  { given, kinds, ...address }: Asked<BodyOf<typeof early>>,
) {
  const { tx, actor, now } = run;
  await lockProject(tx, address);
  const project = await readProject(tx, actor, address);
  if (given.version !== project.version) throw overtaken(project);
  const kind = definitionOf(kinds, project);
  const subject = subjectOf(project, kind, { now });
  const verdict = can(actor, action, subject);
  if (!verdict.allowed && verdict.hidden) throw forbidden(VERBS[action], verdict.reason);
  const of = { type: 'project', id: project.id } as const;
  const bar = barOf(actor, subject, 'office');
  requireFree(run, bar, { of, verb: VERBS[action], lastResort: given.lastResort });
  return { project, kind, subject };
}

/** The version goes up, so that whoever looks at the project learns of it; its lead is told. */
async function write(
  run: Command,
  { id, kind, code, title, status, leadId, holderIds, officeTurn, dueAt, version }: StoredProject,
  action: Allowance,
  reason: string,
  note: string,
): Promise<Allowed> {
  const { tx, actor, now, record } = run;
  const after = version + 1;
  await tx
    .updateTable('projects')
    .set({ version: after, updated_at: now, updated_by: actor.id })
    .where('id', '=', id)
    .execute();
  await writeEntry(run, { projectId: id, action, from: status, to: status, reason, note });
  record({
    action: `project.${action}`,
    objectType: 'project',
    objectId: id,
    changes: { note: [null, note] },
  });
  await announce(
    run,
    { kind: 'allowed', actorId: actor.id, what: action, leadId, note },
    {
      project: { id, kind, code, title },
      ...{ status, holders: holderIds, office: officeTurn, reason },
      due: dueAt === null ? null : new Date(dueAt),
    },
  );
  return { version: after };
}

export const allowEarlyReport = command(
  'projects.manage',
  async (run: Command, asked: Asked<BodyOf<typeof early>>): Promise<Allowed> => {
    const { project, subject } = await openProject(run, 'allow_early_report', asked);
    if (subject.reportFrom === null)
      throw new AppError('rule', 'El informe final ya se puede enviar en cualquier momento.');
    const note = 'El informe final se puede enviar antes del término del proyecto.';
    await sql`update projects set early_report = true where id = ${project.id}`.execute(run.tx);
    return write(run, project, 'allow_early_report', asked.given.reason, note);
  },
);

export const openSections = command(
  'projects.manage',
  async (run: Command, asked: Asked<BodyOf<typeof opening>>): Promise<Allowed> => {
    const { project, kind, subject } = await openProject(run, 'open_sections', asked);
    const { sections, reason } = asked.given;
    const closed = closedSections(kind, subject).filter(slug => sections.includes(slug));
    if (closed.length === 0)
      throw new AppError('rule', 'Esas secciones ya están abiertas.', {
        errors: [{ path: 'sections', message: 'Elige una sección que esté cerrada.' }],
      });
    const note = `Se abre para corregir: ${formatList(closed.map(slug => sectionOf(slug).label))}.`;
    await sql`update projects set opened_sections = opened_sections || ${closed}::text[]
      where id = ${project.id}`.execute(run.tx);
    return write(run, project, 'open_sections', reason, note);
  },
);
