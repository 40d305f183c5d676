import { sql } from 'kysely';
import { mayChangeAll } from '../../../domain/access/execution.ts';
import type { DeliverableFields } from '../../../domain/execution/activities.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import { type Command, changesBetween, command } from '../../../server/commands/command.ts';
import { fileOf, isPublicPaper } from '../../attachments/queries.ts';
import { type HeldProject, type KnownProject, openRecording } from '../../project-record/held/queries.ts';
import { sectionData } from '../../project-record/subject/queries.ts';
import { outdated } from '../commands.ts';
import type { saveDeliverable as saveContract } from '../contract.ts';

interface Stored {
  readonly version: number;
  readonly updatedBy: string;
}

async function deliverableErrors(
  { tx, now }: Command,
  { project }: HeldProject,
  { deliveredOn, acceptedOn, paidOn, fileId }: DeliverableFields,
): Promise<FieldError[]> {
  const today = localDay(now);
  const { rows } = await sql<{ found: boolean }>`
    select ${fileId}::uuid is null or exists (select from files x where x.project_id = ${project.id}
      and x.current and ${isPublicPaper} and ${fileOf} = ${fileId}) as found`.execute(tx);
  const late = Object.entries({ deliveredOn, acceptedOn, paidOn }).filter(([, day]) => day && day > today);
  return [
    ...late.map(([path]) => ({
      path,
      message: 'Anota lo que ya ocurrió: la fecha no puede ser posterior a hoy.',
    })),
    ...(rows[0]?.found ? [] : [{ path: 'fileId', message: 'Ese archivo ya no está en el proyecto.' }]),
  ];
}

/** How far a deliverable is; a first save creates its row. */
export const saveDeliverable = command(
  'active',
  async (
    run: Command,
    {
      item,
      given,
      ...address
    }: KnownProject & {
      readonly item: string;
      readonly given: BodyOf<typeof saveContract>;
    },
  ) => {
    const { tx, actor, now, record } = run;
    const open = await openRecording(run, address);
    const { project, subject } = open;
    if (!mayChangeAll(actor, subject))
      throw forbidden(
        'cambiar los entregables',
        'Solo puede hacerlo el responsable, el alterno o la oficina.',
      );
    if (!sectionData(project).contract?.deliverables.some(d => d.id === item)) throw notFound();
    const { rows } = await sql<Stored>`
      select d.version, (select u.name from users u where u.id = d.updated_by) as "updatedBy" from deliverables d
      where d.project_id = ${project.id} and d.item_id = ${item}`.execute(tx);
    const stored = rows[0] ?? { version: 0, updatedBy: '' };
    const { version, ...fields } = given;
    if (stored.version !== version) throw outdated({ ...stored, authorId: '' });
    const errors = await deliverableErrors(run, open, fields);
    if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
    const { deliveredOn, acceptedOn, paidOn, paymentReference, note, fileId } = fields;
    const columns = {
      ...{ delivered_on: deliveredOn, accepted_on: acceptedOn, paid_on: paidOn, note, file_id: fileId },
      ...{ payment_reference: paymentReference, version: version + 1, updated_at: now, updated_by: actor.id },
    };
    await tx
      .insertInto('deliverables')
      .values({ project_id: project.id, item_id: item, ...columns })
      .onConflict(conflict => conflict.columns(['project_id', 'item_id']).doUpdateSet(columns))
      .execute();
    record({
      ...{ action: 'deliverable.save', objectType: 'project', objectId: project.id },
      changes: changesBetween({}, { deliverable: item, deliveredOn, acceptedOn, paidOn }),
    });
    return { version: version + 1 };
  },
);
