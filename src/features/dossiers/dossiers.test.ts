import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { insertPublished } from '../../../test/published-projects.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { getDossier } from './contract.ts';

openUniversity();

type Answer = OutputOf<typeof getDossier>;
const ACADEMIC = userIdOf(PEOPLE.academic);
const COLLEAGUE = userIdOf(PEOPLE.colleague);
const read = async (client: Client, person: string, query = '') =>
  done(await client.get<Answer>(`/dossiers/${person}${query}`));

let led: string;
let left: string;
beforeAll(async () => {
  const make = async (title: string, period: string) => {
    const { id } = await insertPublished(server.db, { title });
    await sql`update projects set period = ${period}, lead_id = ${ACADEMIC} where id = ${id}`.execute(
      server.db,
    );
    return id;
  };
  led = await make('Huerta & <b>barrio</b>', '2024-1');
  left = await make('Otro proyecto', '2026-2');
  await sql`insert into project_sections (project_id, section, data) values
    (${led}, 'team', ${JSON.stringify({ members: [{ userId: COLLEAGUE, role: 'academic', hoursPerWeek: 4.5 }] })}::jsonb)
    on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
  await sql`update projects set status = 'not_awarded' where id = ${await make('No adjudicado', '2025-1')}`.execute(
    server.db,
  );
});

describe('a dossier', () => {
  it('has what somebody led, and in whose team they are, of approved projects alone', async () => {
    const own = await read(clients.academic, ACADEMIC);
    expect(own.projects.map(p => [p.id, p.parts])).toEqual([
      [left, ['lead']],
      [led, ['lead']],
    ]);
    const other = await read(clients.colleague, COLLEAGUE);
    expect(other.projects.map(p => [p.id, p.parts, p.role, p.hoursPerWeek])).toEqual([
      [led, ['member'], 'academic', 4.5],
    ]);
  });

  it('tells what a project achieved once its final report was accepted, and not what went wrong', async () => {
    const texts = { results: 'Se plantó <b>todo</b>.', difficulties: 'Faltó agua.' };
    await sql`insert into reports (project_id, texts, author_id, updated_by)
      values (${led}, ${JSON.stringify(texts)}::jsonb, ${ACADEMIC}, ${ACADEMIC})`.execute(server.db);
    const told = async () =>
      (await read(clients.academic, ACADEMIC)).projects.find(p => p.id === led)?.told.map(t => t.text);
    expect(await told()).toEqual([]);
    await sql`update projects set status = 'closed' where id = ${led}`.execute(server.db);
    expect(await told()).toEqual([texts.results]);
  });

  it('is of the years that are asked for', async () => {
    const ids = async (query: string) =>
      (await read(clients.academic, ACADEMIC, query)).projects.map(p => p.id);
    expect(await ids('?from=2025')).toEqual([left]);
    expect(await ids('?to=2024')).toEqual([led]);
    expect(await ids('?from=2025&to=2025')).toEqual([]);
    expect((await clients.academic.get(`/dossiers/${ACADEMIC}?from=x`)).status).toBe(400);
  });

  it('is one’s own, and for the office anybody’s', async () => {
    for (const who of ['colleague', 'director', 'dean'] as const)
      expect((await clients[who].get(`/dossiers/${ACADEMIC}`)).status).toBe(404);
    expect((await read(clients.admin, ACADEMIC)).projects).toHaveLength(2);
    expect((await clients.admin.get(`/dossiers/${led}`)).status).toBe(404);
  });

  it('leaves as PDF, with what was typed as it was', async () => {
    const { token } = clients.academic;
    const answer = await fetch(`${server.url}/api/dossiers/${ACADEMIC}/pdf`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const text = pdfPages(Buffer.from(await answer.arrayBuffer()))
      .join('\n')
      .replace(/\s/g, '');
    for (const words of ['Portafolio', 'Proyectos a cargo', 'Huerta & <b>barrio</b>', '2 proyectos'])
      expect(text).toContain(words.replace(/\s/g, ''));
  });
});
