import { can } from '../../domain/access/can.ts';
import { barOf, rightAt } from '../../domain/access/part-taking.ts';
import { forbidden } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { KindLookup } from '../kinds/queries.ts';
import type { Observation } from '../project-record/detail/contract.ts';
import {
  definitionOf,
  lockProject,
  type ProjectAddress,
  readProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import { announceObservation } from '../workflow/notices/commands.ts';
import { readObservation } from './queries.ts';

interface Address extends ProjectAddress {
  readonly observation: string;
  readonly kinds: KindLookup;
}

/** The observation and what it is about, with the project standing still. */
async function openObservation({ tx, actor, now }: Command, address: Address) {
  await lockProject(tx, address);
  const project = await readProject(tx, actor, address);
  const subject = subjectOf(project, definitionOf(address.kinds, project), { now });
  return { project, subject, observation: await readObservation(tx, actor, subject, address.observation) };
}

export const answerObservation = command(
  'active',
  async (run: Command, { text, ...address }: Address & { text: string }): Promise<Observation> => {
    const { tx, actor, now } = run;
    const { project, subject, observation } = await openObservation(run, address);
    const verdict = can(actor, 'answer_observation', subject);
    if (!verdict.allowed) throw forbidden('responder observaciones', verdict.reason);
    if (!observation.mayAnswer) throw forbidden('responder esta observación', 'Ya está resuelta.');
    await tx
      .insertInto('observation_answers')
      .values({ observation_id: observation.id, author_id: actor.id, text, created_at: now })
      .execute();
    await setState(run, subject.id, observation, 'answered');
    await announceObservation(run, project, 'answered', observation.author.id);
    return readObservation(tx, actor, subject, observation.id);
  },
);

export const resolveObservation = command(
  'active',
  async (run: Command, { resolved, ...address }: Address & { resolved: boolean }): Promise<Observation> => {
    const { tx, actor } = run;
    const { project, subject, observation } = await openObservation(run, address);
    if (!observation.mayResolve) {
      const bar = barOf(actor, subject, rightAt(subject.status));
      throw forbidden('resolver esta observación', bar?.reason ?? 'La da por resuelta quien la hizo.');
    }
    if ((observation.state === 'resolved') === resolved) return observation;
    const unresolved = observation.answers.length > 0 ? 'answered' : 'open';
    await setState(run, subject.id, observation, resolved ? 'resolved' : unresolved);
    await announceObservation(run, project, resolved ? 'resolved' : 'reopened', observation.author.id);
    return readObservation(tx, actor, subject, observation.id);
  },
);

async function setState(
  { tx, record }: Command,
  projectId: string,
  observation: Observation,
  state: Observation['state'],
): Promise<void> {
  await tx.updateTable('observations').set({ state }).where('id', '=', observation.id).execute();
  record({
    action: `observation.${state}`,
    objectType: 'project',
    objectId: projectId,
    changes: { [observation.id]: [observation.state, state] },
  });
}
