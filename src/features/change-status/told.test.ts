import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, type Created, completePacs, done } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { sendDueMails } from '../../server/notices/mail.ts';
import type { Result } from './contract.ts';

openUniversity({ rateLimit: 0 });

const REASON = 'Acuerdo del comité del 12 de noviembre.';
const addressOf = ({ kind, id }: Created) => ({ kind, id });

async function submitted(): Promise<Created> {
  const project = await completePacs(clients.academic, refs);
  done(await act(clients.academic, project, 'submit'));
  return project;
}
async function change(projects: readonly Created[], to: string): Promise<string> {
  const batch = randomUUID();
  const chosen = projects.map(p => ({ ...addressOf(p), version: 2 }));
  // In parts, as the screen sends a long list.
  for (const part of chosen) {
    const body = { batch, to, reason: REASON, projects: [part] };
    expect(done(await clients.admin.post<Result[]>('/change-status', body))).toMatchObject([{ done: true }]);
  }
  return batch;
}
const undo = (batch: string, projects: readonly Created[]) =>
  clients.admin.post<Result[]>(`/change-status/batches/${batch}/undo`, {
    reason: 'Me equivoqué de lista.',
    projects: projects.map(addressOf),
  });

/** Mails to the dean that tell of any of these, once all that wait are due. */
async function mailsAbout(projects: readonly Created[]) {
  await sql`update mails set next_attempt_at = now() where state = 'pending'`.execute(server.db);
  await Promise.all([1, 2].map(() => sendDueMails(server.db, server.env)));
  const { rows } = await sql<{ subject: string; text: string; html: string }>`
    select subject, text, html from mails where user_id = ${userIdOf(PEOPLE.dean)} order by created_at desc, id desc`.execute(
    server.db,
  );
  return rows.filter(m => projects.some(p => m.text.includes(p.code)));
}

it('each person gets one mail of it all, which lists the projects; so when it is taken back', async () => {
  const projects = [await submitted(), await submitted(), await submitted()];
  await mailsAbout(projects);
  const batch = await change(projects, 'dean_review');
  const mails = await mailsAbout(projects);
  expect(mails.map(m => m.subject)).toEqual(['Te tocan 3 proyectos']);
  for (const { code } of projects) expect(mails[0]?.html).toContain(code);
  expect(mails[0]?.text).toContain(REASON);
  expect(mails[0]?.text).toMatch(/cambió el estado de 3 proyectos: PAC-/);
  expect(done(await undo(batch, projects)).every(r => r.done)).toBe(true);
  const [back, ...more] = await mailsAbout(projects);
  expect(more).toHaveLength(1);
  expect(back?.text).toMatch(/deshizo el cambio de estado de 3 proyectos: PAC-/);
});

it('of a single project by its own mail, and by none once it is taken back before it left', async () => {
  const [one, other] = [await submitted(), await submitted()];
  await mailsAbout([one, other]);
  await change([one], 'dean_review');
  expect((await mailsAbout([one])).map(m => m.subject)).toEqual([`${one.code}: te toca revisar`]);
  const batch = await change([other], 'dean_review');
  done(await undo(batch, [other]));
  expect(await mailsAbout([other])).toEqual([]);
});
