import { sql } from 'kysely';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../domain/kit/problem.ts';
import type { Verdict } from '../../domain/kit/verdict.ts';
import { judgePublishing, judgeWithholding, mayShowName } from '../../domain/publishing/publication.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import { announce } from '../../server/notices/announce.ts';
import type { Reader } from '../attachments/links/queries.ts';
import { stale, writeSection } from '../ficha/commands.ts';
import { type HeldProject, holdProject, type KnownProject } from '../project-record/held/queries.ts';
import { readProject, type StoredProject } from '../project-record/subject/queries.ts';
import type * as contract from './contract.ts';
import type { Publication } from './contract.ts';
import { showPublication } from './queries.ts';

/** Who asks, where the public pages stand, and which project. */
interface Asked extends KnownProject {
  readonly session: Reader['session'];
  readonly publicUrl: string;
}
type Asking<B> = Asked & { readonly body: B };

async function open(run: Command, asked: Asked, judge: (held: HeldProject) => Verdict, words: string) {
  const held = await holdProject(run, asked);
  if (!mayReadPrivate(run.actor, held.subject)) throw notFound();
  const verdict = judge(held);
  if (!verdict.allowed) throw forbidden(words, verdict.reason);
  return { ...held, isLastResort: verdict.lastResort === true };
}

/** As it stands now: another project than the one held, where its consent has changed since. */
async function show(run: Command, { session, publicUrl, ...asked }: Asked): Promise<Publication> {
  const { project, subject } = await holdProject(run, asked);
  return showPublication(run.tx, { reader: { actor: run.actor, session }, publicUrl }, project, subject);
}

/** Consent is an answer of the Ficha, also once that is frozen otherwise: it is given and withdrawn at any time. */
async function writeConsent(run: Command, { project, kind }: HeldProject, consented: boolean): Promise<void> {
  const { data, version } = project.sections.identification ?? { data: {}, version: 0 };
  const written = await writeSection(run, project, kind, 'identification', version, {
    ...data,
    consentToPublish: consented,
  });
  if (written === null) throw stale(await readProject(run.tx, run.actor, project), 'identification');
}

/** Chosen before, a photo may stay though something hinders it by now; none is chosen anew that could not be shown. */
function photoErrors(
  photos: BodyOf<typeof contract.savePublication>['photos'],
  offered: Publication['photos'],
): { path: string; message: string }[] {
  return photos.flatMap(({ file }, n) => {
    const found = offered.find(p => p.file === file);
    const message = found ? found.position === null && found.refusal : 'No es una foto de este proyecto.';
    return message ? [{ path: `photos.${n}.file`, message }] : [];
  });
}

async function writePublication(
  { tx, actor, now }: Command,
  projectId: string,
  change: { shows_results?: boolean; named_id?: string | null },
): Promise<void> {
  const who = { updated_at: now, updated_by: actor.id };
  await tx
    .insertInto('publications')
    .values({ project_id: projectId, ...change, ...who })
    .onConflict(conflict =>
      conflict
        .column('project_id')
        .doUpdateSet({ ...change, ...who, version: sql`publications.version + 1` }),
    )
    .execute();
}

async function writePhotos(
  { tx }: Command,
  projectId: string,
  photos: BodyOf<typeof contract.savePublication>['photos'],
): Promise<void> {
  await tx.deleteFrom('published_photos').where('project_id', '=', projectId).execute();
  const rows = photos.map(({ file, caption }, position) => ({
    ...{ project_id: projectId, file_id: file },
    ...{ position, caption },
  }));
  if (rows.length > 0) await tx.insertInto('published_photos').values(rows).execute();
}

const chosenOf = (photos: Publication['photos']) =>
  photos.filter(p => p.position !== null).map(({ file, caption }) => ({ file, caption }));

export const savePublication = command(
  'active',
  async (run: Command, { body, ...asked }: Asking<BodyOf<typeof contract.savePublication>>) => {
    const judge = ({ subject }: HeldProject) => judgePublishing(run.actor, subject);
    const held = await open(run, asked, judge, 'decidir qué se publica de este proyecto');
    const before = await show(run, asked);
    if (body.version !== before.version)
      throw new AppError('conflict', undefined, { extra: { publication: before } });
    const errors = photoErrors(body.photos, before.photos);
    if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
    const { version: _, photos, ...decided } = body;
    const chosen = chosenOf(before.photos);
    const changes = changesBetween(
      { consented: before.consented, showsResults: before.showsResults, photos: chosen.length },
      { ...decided, photos: photos.length },
    );
    const isMoved = JSON.stringify(photos) !== JSON.stringify(chosen);
    if (Object.keys(changes).length === 0 && !isMoved) return before;
    if (body.consented !== before.consented) await writeConsent(run, held, body.consented);
    await writePublication(run, held.project.id, { shows_results: body.showsResults });
    if (isMoved) await writePhotos(run, held.project.id, photos);
    run.record({
      action: 'project.publication',
      objectType: 'project',
      objectId: held.project.id,
      changes,
    });
    return show(run, asked);
  },
);

export const showLeadName = command(
  'active',
  async (run: Command, { body, ...asked }: Asking<BodyOf<typeof contract.showLeadName>>) => {
    const judge = ({ subject }: HeldProject): Verdict =>
      !body.shown || mayShowName(run.actor, subject)
        ? judgePublishing(run.actor, subject)
        : { allowed: false, reason: 'Solo la persona responsable puede mostrar su propio nombre.' };
    const { project } = await open(run, asked, judge, 'mostrar este nombre');
    const before = await show(run, asked);
    const { lead } = before;
    if (lead.isShown === body.shown) return before;
    await writePublication(run, project.id, { named_id: body.shown ? run.actor.id : null });
    run.record({
      action: 'project.publication',
      objectType: 'project',
      objectId: project.id,
      changes: { namedId: [lead.isShown ? lead.id : null, body.shown ? run.actor.id : null] },
    });
    return show(run, asked);
  },
);

/** Its people read why, in the project and in a mail. */
const tell = (
  run: Command,
  { leadId, alternateId, status, holderIds, officeTurn, dueAt, ...project }: StoredProject,
  { withheld, reason }: BodyOf<typeof contract.withholdProject>,
): Promise<void> => {
  const { id, kind, code, title } = project;
  return announce(
    run,
    {
      ...{ kind: 'publication_decided', actorId: run.actor.id, isWithheld: withheld },
      ...{ leadId, alternateId },
    },
    {
      project: { id, kind, code, title },
      ...{ status, holders: holderIds, office: officeTurn },
      ...(withheld && { reason }),
      due: dueAt === null ? null : new Date(dueAt),
    },
  );
};

export const withholdProject = command(
  'projects.manage',
  async (run: Command, { body, ...asked }: Asking<BodyOf<typeof contract.withholdProject>>) => {
    const judge = ({ subject }: HeldProject) => judgeWithholding(run.actor, subject);
    const { project, isLastResort } = await open(run, asked, judge, 'retirar este proyecto del catálogo');
    const before = await show(run, asked);
    if ((before.withheld !== null) === body.withheld) return before;
    const reason = body.withheld ? body.reason : '';
    await writePublication(run, project.id, {});
    await run.tx
      .updateTable('publications')
      .set({
        withheld_at: body.withheld ? run.now : null,
        withheld_by: body.withheld ? run.actor.id : null,
        withheld_reason: reason,
      })
      .where('project_id', '=', project.id)
      .execute();
    run.record({
      action: 'project.withhold',
      objectType: 'project',
      objectId: project.id,
      changes: {
        withheld: [before.withheld !== null, body.withheld],
        ...(reason && { reason: [null, reason] as const }),
        ...(isLastResort && { lastResort: [false, true] as const }),
      },
    });
    await tell(run, project, body);
    return show(run, asked);
  },
);
