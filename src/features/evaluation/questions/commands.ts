import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import { isOwn } from '../../../domain/access/visibility.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import { formatDate } from '../../../domain/text/format.ts';
import { answerDue } from '../../../domain/workflow/due.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import {
  lockProject,
  type ProjectAddress,
  readProject,
  requireId,
} from '../../project-record/subject/queries.ts';
import { settleQuestions, tellReviewer } from '../notices/commands.ts';
import { type LockedReview, ownOpen } from '../reviews/commands.ts';
import type { answerQuestion as answerContract, askQuestion as askContract } from './contract.ts';
import { WAITS } from './queries.ts';

export const askQuestion = command(
  'active',
  async (
    run: Command,
    { review: id, given: { question } }: { review: string; given: BodyOf<typeof askContract> },
  ): Promise<OutputOf<typeof askContract>> => {
    const { tx, now, record } = run;
    const review = await ownOpen(run, id);
    const due = answerDue({
      ...{ now, due: review.due === null ? null : new Date(review.due) },
      holidays: await readHolidays(tx),
    });
    const { numInsertedOrUpdatedRows: asked } = await tx
      .insertInto('review_questions')
      .values({ review_id: review.id, question, asked_at: now, due_at: due })
      .onConflict(conflict => conflict.column('review_id').doNothing())
      .executeTakeFirstOrThrow();
    if (!asked) throw new AppError('rule', 'Ya hiciste tu pregunta: es una sola por evaluación.');
    record({ action: 'review.ask', objectType: 'project', objectId: review.projectId });
    await tellAuthor(run, review, { question, due });
    return { due: due.toISOString() };
  },
);

/** In the name of nobody. */
async function tellAuthor(
  run: Command,
  { projectId, code, kind, title }: LockedReview,
  { question, due }: { readonly question: string; readonly due: Date },
): Promise<void> {
  const own = await run.tx
    .selectFrom('projects')
    .select(['lead_id as leadId', 'alternate_id as alternateId'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  await announce(
    run,
    { kind: 'review_question', actorId: null, code, question, due: due.toISOString(), ...own },
    {
      project: { id: projectId, kind, code, title },
      ...{ status: 'evaluation', holders: [], office: false, due },
    },
  );
}

interface Asked {
  readonly answeredAt: string | null;
  readonly waits: boolean;
  readonly reviewerId: string;
  readonly due: string | null;
}

export const answerQuestion = command(
  'active',
  async (
    run: Command,
    {
      question: id,
      given: { answer },
      ...address
    }: ProjectAddress & { question: string; given: BodyOf<typeof answerContract> },
  ) => {
    const { tx, actor, now, record } = run;
    await lockProject(tx, address);
    const project = await readProject(tx, actor, address);
    if (!isOwn(actor, project))
      throw forbidden('responder esta pregunta', 'Responden el responsable y el alterno.');
    const { rows } = await sql<Asked>`
      select q.answered_at as "answeredAt", ${WAITS} as waits, r.user_id as "reviewerId", r.due_at as due
      from review_questions q join reviews r on r.id = q.review_id join projects p on p.id = r.project_id
      where q.id = ${requireId(id)} and p.id = ${project.id}`.execute(tx);
    const [asked] = rows;
    if (!asked) throw notFound();
    if (asked.answeredAt)
      throw new AppError('rule', `Esta pregunta se respondió el ${formatDate(new Date(asked.answeredAt))}.`);
    if (!asked.waits)
      throw new AppError('rule', 'Esta pregunta ya no espera respuesta: quien la hizo dejó de evaluar.');
    await tx
      .updateTable('review_questions')
      .set({ answer, answered_at: now, answered_by: actor.id })
      .where('id', '=', id)
      .execute();
    record({ action: 'review.answer_question', objectType: 'project', objectId: project.id });
    await settleQuestions(run, project.id);
    const { code, kind } = project;
    const { reviewerId, due } = asked;
    await tellReviewer(
      run,
      { kind: 'review_question_answered', actorId: null, reviewerId, code },
      { id: project.id, code, kind, due },
    );
    return {};
  },
);
