import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { type Created, done } from '../../../../test/factories.ts';
import { uploadFile } from '../../../../test/files.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import { photoWith, secretsIn } from '../../../../test/photos.ts';
import { answerReport, OBSERVED, sentReport } from '../../../../test/report-decisions.ts';
import {
  decideReport,
  keepReport,
  openReports,
  reporting,
  reportOf,
  reportPath,
  submitReport,
  writeFinal,
  writeReport,
} from '../../../../test/reports.ts';
import { TODAY } from '../../../../test/spending.ts';
import { clients, server } from '../../../../test/university.ts';
import { formatDay } from '../../../domain/text/format.ts';
import { createFileStore } from '../../../server/files/store.ts';

openReports();

const open = (who: Pick<Client, 'token'>, of: Created = reporting, address: string | number = 1) =>
  fetch(`${server.url}/api${reportPath(of, address)}/document`, {
    headers: { authorization: `Bearer ${who.token}` },
  });

interface Printed {
  readonly name: string;
  readonly bytes: Buffer;
  readonly text: string;
  /** Pixels of each photo across. */
  readonly widths: readonly number[];
}
async function print(who: Client, address: string | number = 1): Promise<Printed> {
  const answer = await open(who, reporting, address);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const drawn = [...bytes.toString('latin1').matchAll(/\/Subtype \/Image\n[^>]*?\/Width (\d+)/g)];
  return {
    name: answer.headers.get('content-disposition') ?? '',
    bytes,
    text: pdfPages(bytes).join('\n').replace(/\s/g, ''),
    widths: drawn.map(([, width]) => Number(width)),
  };
}
const solid = (text: string) => text.replace(/\s/g, '');
const holds = ({ text }: Printed, words: string) => text.includes(solid(words));
function expectWords(printed: Printed, words: readonly string[], there = true): void {
  for (const each of words) expect([each, holds(printed, each)]).toEqual([each, there]);
}

/** Photos sent and checked as people send them; their versions. */
async function addPhotos(photos: readonly Parameters<typeof photoWith>[0][]): Promise<string[]> {
  const versions: string[] = [];
  for (const [n, wishes] of photos.entries()) {
    const bytes = await photoWith(wishes);
    const sent = { name: `foto-${n}.${wishes?.format ?? 'jpeg'}`, bytes, documentType: 'evidence' };
    const { id } = await uploadFile(server, clients.academic, reporting, sent);
    versions.push(id);
  }
  return versions;
}
const captioned = (versions: readonly string[]) =>
  versions.map((versionId, n) => ({ versionId, caption: `Taller ${n + 1} en Ñuble` }));

const setFile = (version: string, set: ReturnType<typeof sql>) =>
  sql`update files set ${set} where id = ${version}`.execute(server.db);

describe('a progress report on paper', () => {
  it('that is being written is a draft, with photos that say nothing of where they were taken', async () => {
    const versions = await addPhotos([
      { width: 2000, height: 1500, orientation: 6 },
      { format: 'png', width: 640, height: 480 },
    ]);
    await writeReport(clients.academic, reporting, 1, { photos: captioned(versions) });
    const printed = await print(clients.academic);
    expect(printed.name).toBe(`attachment; filename="${reporting.code}-informe-avance-1.pdf"`);
    expectWords(printed, [
      'Borrador · Informe de avance 1',
      'Borrador: todavía no se envía',
      reporting.code,
      'Camila Rojas Fuentes',
      'Escuela de Enfermería',
      'Resultados: lo que se hizo.',
      'Dificultades: lo que se hizo.',
      'Dinero',
      '$2.000.000',
      'Foto 1. Taller 1 en Ñuble',
      'Foto 2. Taller 2 en Ñuble',
    ]);
    expectWords(printed, ['Foto no disponible', 'Firmas', 'Aprendizajes'], false);
    // Turned upright.
    expect(printed.widths).toEqual([675, 640]);
    expect(secretsIn(printed.bytes)).toEqual([]);
  });

  it('names photos that cannot be shown, and has the others', async () => {
    const versions = await addPhotos(Array.from({ length: 6 }, () => ({})));
    await writeReport(clients.academic, reporting, 1, { photos: captioned(versions) });
    const [, rejected = '', infected = '', unprepared = '', lost = '', damaged = ''] = versions;
    await setFile(rejected, sql`state = 'rejected', reason = 'No es una foto.'`);
    await setFile(infected, sql`scan = 'infected'`);
    await sql`delete from file_renditions where file_id = ${unprepared}`.execute(server.db);
    const files = await createFileStore(server.env.files);
    const { rows } = await sql<{ id: string; key: string }>`
      select file_id as id, storage_key as key from file_renditions where kind = 'clean'
        and file_id in (${lost}, ${damaged})`.execute(server.db);
    const keyOf = (id: string) => rows.find(r => r.id === id)?.key ?? '';
    await files.delete(keyOf(lost));
    await files.delete(keyOf(damaged));
    await files.put(keyOf(damaged), Buffer.from('dañada'));
    const printed = await print(clients.academic);
    expect(printed.text.match(/Fotonodisponible/g)).toHaveLength(5);
    expect(printed.widths).toEqual([400]);
    expectWords(printed, ['Foto 1. Taller 1', 'Foto 6. Taller 6']);
  });

  it('that no scanner has seen yet is shown only where the installation allows it', async () => {
    const versions = await addPhotos([{}]);
    await writeReport(clients.academic, reporting, 1, { photos: captioned(versions) });
    await setFile(versions[0] ?? '', sql`scan = 'unscanned'`);
    const shown = (await print(clients.academic)).widths;
    const { rows } = await sql<{ serves: boolean }>`
      select value = 'true'::jsonb as serves from settings where key = 'serveUnscanned'`.execute(server.db);
    expect(shown).toEqual(rows[0]?.serves === false ? [] : [400]);
  });

  it('has the small picture of a photo that would take too long', async () => {
    const versions = await addPhotos([{ format: 'png', width: 2400, height: 1800 }]);
    await writeReport(clients.academic, reporting, 1, { photos: captioned(versions) });
    expect((await print(clients.academic)).widths).toEqual([400]);
  });

  it('tells who sent and accepted it, also after it came back, and nothing of what was observed', async () => {
    const { id, version } = await sentReport(reporting);
    const decide = (who: Client, of: number, more: object = {}) =>
      decideReport(who, reporting, of, { comment: 'Buen trabajo.', ...more });
    done(await decide(clients.director, version));
    done(await decide(clients.admin, version + 1, { observations: OBSERVED }));
    const observed = ['Faltan cifras', 'Las agregamos', 'Buen trabajo'];
    const returned = await print(clients.academic);
    expectWords(returned, [
      'Borrador · Informe de avance 1',
      'Borrador: se está corrigiendo',
      'Enviado antes',
    ]);
    expectWords(returned, ['Aceptado por', 'Firmas', ...observed], false);

    await answerReport({ id });
    done(await submitReport(clients.academic, reporting, version + 3));
    const waiting = await print(clients.academic);
    expectWords(waiting, ['Aceptado por Dirección', 'Patricia Contreras Vidal']);
    expectWords(waiting, ['Borrador', 'Aceptado por la oficina', 'Beatriz Navarrete', ...observed], false);

    done(await decide(clients.admin, version + 4));
    const accepted = await print(clients.academic);
    expectWords(accepted, [
      'Firmas y vistos buenos',
      'Enviado por',
      `${formatDay(TODAY)} `,
      'por Camila Rojas Fuentes',
      'por Patricia Contreras Vidal',
      'por Beatriz Navarrete',
    ]);
    expectWords(accepted, ['Borrador', ...observed], false);
  });

  it('that waits has room for who is still to accept it', async () => {
    await keepReport(server, reporting, { state: 'submitted' });
    const printed = await print(clients.director);
    expectWords(printed, ['En revisión', 'Enviado por', 'Dirección', 'Oficina']);
    expectWords(printed, ['Borrador', 'Aceptado por'], false);
  });
});

describe('the final report on paper', () => {
  it('has all its texts, and is named after what it is', async () => {
    await writeFinal(clients.academic, reporting, {
      people: { direct: 120 },
      peopleReason: 'En la feria no hubo lista.',
    });
    const printed = await print(clients.academic, 'final');
    expect(printed.name).toBe(`attachment; filename="${reporting.code}-informe-final.pdf"`);
    expectWords(printed, [
      'Borrador · Informe final',
      'Contribución externa',
      'Qué cambió en un curso o programa, y quién lo adoptó',
      'Aprendizajes: lo que se hizo.',
      'Corregidas',
      '120',
      'En la feria no hubo lista.',
    ]);
  });

  it('once accepted tells who accepted it in each step, but for what was undone', async () => {
    await writeFinal(clients.academic, reporting);
    const report = await reportOf(clients.academic, reporting, 'final');
    await sql`update projects set status = 'closed', sub_step = null where id = ${reporting.id}`.execute(
      server.db,
    );
    await sql`update reports set submitted_by = author_id, submitted_at = '2026-10-01T15:00:00Z', facts = ${JSON.stringify(report.facts)}::jsonb
      where project_id = ${reporting.id} and number is null`.execute(server.db);
    const step = (who: keyof typeof PEOPLE, at: string, to: string, undone: string | null = null) =>
      sql`insert into project_history (project_id, at, actor_id, action, from_status, to_status, undone_at)
        values (${reporting.id}, ${at}, ${userIdOf(PEOPLE[who])}, 'accept_final_report', 'final_report', ${to}, ${undone})`.execute(
        server.db,
      );
    await step('otherDirector', '2026-10-02T15:00:00Z', 'final_report', '2026-10-02T16:00:00Z');
    await step('director', '2026-10-05T15:00:00Z', 'final_report');
    await step('admin', '2026-10-09T15:00:00Z', 'closed');
    const printed = await print(clients.academic, 'final');
    expectWords(printed, [
      'Informe final',
      '05-10-2026 12:00 por Patricia Contreras Vidal',
      '09-10-2026 12:00 por',
      'Dirección',
    ]);
    expectWords(printed, ['Borrador', '02-10-2026'], false);
  });
});

describe('who has it', () => {
  it.each(['colleague', 'admin', 'director'] as const)('%s, as on screen', async who => {
    await keepReport(server, reporting, { state: 'submitted' });
    const printed = await print(clients[who]);
    const { facts } = await reportOf(clients[who], reporting);
    expect(holds(printed, 'Dinero')).toBe(facts.money !== null);
    expect(facts.money === null).toBe(who === 'director');
    if (who === 'director') expectWords(printed, ['$'], false);
  });

  it.each(['stranger', 'otherDirector', 'reviewer'] as const)('%s has nothing', async who => {
    await keepReport(server, reporting, { state: 'submitted' });
    expect((await open(clients[who])).status).toBe(404);
  });

  it('nobody has what there is not', async () => {
    expect((await open({ token: '' })).status).toBe(401);
    for (const address of ['9', '0', 'x', '1.5', '..'])
      expect([address, (await open(clients.academic, reporting, address)).status]).toEqual([address, 404]);
    expect((await open(clients.academic, { ...reporting, kind: 'pacs' })).status).toBe(404);
    expect((await open(clients.academic, { ...reporting, id: userIdOf(PEOPLE.academic) })).status).toBe(404);
    done(await clients.academic.get(reportPath(reporting)));
  });
});

it('several at once are all printed', async () => {
  const versions = await addPhotos([{}, {}]);
  await writeReport(clients.academic, reporting, 1, { photos: captioned(versions) });
  const all = await Promise.all([1, 2, 3].map(() => print(clients.admin)));
  expect(all.map(printed => printed.widths)).toEqual([
    [400, 400],
    [400, 400],
    [400, 400],
  ]);
});
