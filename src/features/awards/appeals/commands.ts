import { sql } from 'kysely';
import { barOf } from '../../../domain/access/part-taking.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden } from '../../../domain/kit/problem.ts';
import { formatDate } from '../../../domain/text/format.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import { requireFree } from '../../../server/part-taking/commands.ts';
import { overtaken } from '../../project-record/held/queries.ts';
import {
  lockProject,
  type ProjectAddress,
  readProject,
  type StoredProject,
} from '../../project-record/subject/queries.ts';
import type { Run, Workflow } from '../../workflow/effects.ts';
import { takeStep } from '../../workflow/transitions/commands.ts';
import type * as contract from './contract.ts';
import { appealOf, isOwn } from './queries.ts';

interface Asked<B> extends ProjectAddress {
  readonly given: B;
  readonly workflow: Workflow;
  /** When the request arrived: what waited for others is judged by it. */
  readonly receivedAt: Date;
}

const subjectOf = ({ id, kind, code, title, status }: StoredProject, office: boolean) => ({
  project: { id, kind, code, title },
  ...{ status, holders: [], office, due: null },
});

export const fileAppeal = command(
  'active',
  async (run: Command, asked: Asked<BodyOf<typeof contract.fileAppeal>>) => {
    const { tx, actor, now, record } = run;
    const { given, workflow, receivedAt, ...address } = asked;
    await lockProject(tx, address);
    const project = await readProject(tx, actor, address);
    if (!isOwn(actor, project)) throw forbidden('apelar', 'Apelan el responsable y el alterno.');
    const { refusal, decision, answerDue } = await appealOf(tx, project, workflow.kinds, receivedAt);
    if (refusal || decision === null) throw new AppError('rule', refusal ?? undefined);
    await tx
      .insertInto('appeals')
      .values({
        ...{ project_id: project.id, author_id: actor.id, history_id: decision },
        ...{ text: given.text, at: now, due_at: answerDue },
      })
      .execute();
    record({ action: 'appeal.file', objectType: 'project', objectId: project.id });
    await announce(
      run,
      { kind: 'appeal_filed', actorId: actor.id, code: project.code, due: answerDue.toISOString() },
      { ...subjectOf(project, true), due: answerDue },
    );
    return {};
  },
);

/** Writes the office's word on the open appeal of a proposal, if there is one. */
export const settleAppeal = ({ tx, actor, now }: Run, projectId: string, upheld: boolean, answer: string) =>
  sql`update appeals set upheld = ${upheld}, answer = ${answer}, answered_at = ${now}, answered_by = ${actor?.id ?? null}
    where project_id = ${projectId} and upheld is null`.execute(tx);

export const answerAppeal = command(
  'reviews.manage',
  async (run: Command, asked: Asked<BodyOf<typeof contract.answerAppeal>>) => {
    const { tx, actor, record } = run;
    const { given, workflow, receivedAt, ...address } = asked;
    const { version, upheld, answer, lastResort } = given;
    await lockProject(tx, address);
    const project = await readProject(tx, actor, address);
    if (version !== project.version) throw overtaken(project);
    const bar = barOf(actor, project, 'office');
    const verb = 'responder la apelación';
    requireFree(run, bar, { of: { type: 'project', id: project.id }, verb, lastResort });
    const { appeal } = await appealOf(tx, project, workflow.kinds, receivedAt);
    if (!appeal) throw new AppError('rule', 'Nadie ha apelado este resultado.');
    if (appeal.answeredAt)
      throw new AppError('rule', `La apelación se respondió el ${formatDate(new Date(appeal.answeredAt))}.`);
    record({
      action: 'appeal.answer',
      objectType: 'project',
      objectId: project.id,
      changes: { upheld: [null, upheld] },
    });
    // The step settles it and tells the author.
    if (upheld) {
      await takeStep(run, {
        ...address,
        action: 'uphold_appeal',
        answersAppeal: true,
        workflow,
        given: { version, reason: answer },
      });
      return {};
    }
    await settleAppeal(run, project.id, false, answer);
    const { leadId, alternateId } = project;
    await announce(
      run,
      { kind: 'appeal_rejected', actorId: actor.id, call: project.call?.name ?? null, leadId, alternateId },
      { ...subjectOf(project, false), reason: answer },
    );
    return {};
  },
);
