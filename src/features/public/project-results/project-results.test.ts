import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { setStatus } from '../../../../test/execution.ts';
import type { Created } from '../../../../test/factories.ts';
import { addIndicators } from '../../../../test/measurements.ts';
import {
  addAccepted,
  addActivity,
  answeredPhoto,
  choosePhotos,
  openProject,
  publicPacs,
  publish,
} from '../../../../test/public-page.ts';
import { keepReport } from '../../../../test/reports.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';

openUniversity({ rateLimit: 0 });
let project: Created;
beforeEach(async () => {
  project = await publicPacs(server, clients.academic, refs);
  await publish(server, project, { showsResults: true });
});

const HOSTILE = `<script>alert("x")</script> & 'más' 🎉`;
const ESCAPED = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;más&#39; 🎉';
const page = async () => (await openProject(server, project)).body;
/** Cells of the rows of a table, by its caption. */
async function rowsOf(caption: string): Promise<string[][]> {
  const [, table = ''] =
    new RegExp(`<caption>${caption}[^<]*</caption>([\\s\\S]*?)</table>`).exec(await page()) ?? [];
  return [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]*>/g, ''),
    ),
  );
}
const activities = () => rowsOf('Actividades realizadas');
const people = () => rowsOf('Personas alcanzadas');
const indicators = () => rowsOf('Indicadores');
const closeWith = async (texts: object, counts: object = {}) => {
  const report = await keepReport(server, project, { number: null });
  await sql`update reports set texts = ${JSON.stringify(texts)}::jsonb, people = ${JSON.stringify(counts)}::jsonb
    where id = ${report}`.execute(server.db);
  await setStatus(server, project, 'closed');
};

describe('what a project did', () => {
  it('is not told at all where it keeps its results to itself', async () => {
    await addActivity(server, project, {
      name: 'Actividad marcada',
      counts: { direct: 4321, students: 4321 },
    });
    await addIndicators(server, project, [
      { id: 'i9', name: 'Indicador marcado', kind: 'number', target: 7654 },
    ]);
    await addAccepted(server, project, 'i9', 7654);
    await closeWith({ results: 'Resultado marcado' });
    const MARKED = [
      /Actividad marcada/,
      /Indicador marcado/,
      /Resultado marcado/,
      /4\.321/,
      /7\.654/,
      /Qué se hizo/,
    ];
    for (const mark of MARKED) expect(await page()).toMatch(mark);
    await publish(server, project);
    for (const mark of MARKED) expect(await page()).not.toMatch(mark);
  });

  it('is nothing where nothing was recorded', async () => {
    expect(await page()).not.toMatch(/Qué se hizo|Qué se logró|<table|<h3/);
  });

  it('is its activities, the newest first and the others counted, without where they were', async () => {
    for (let n = 1; n <= 32; n += 1)
      await addActivity(server, project, {
        ...{
          name: `Taller ${n}`,
          day: `2026-0${n > 28 ? 4 : 3}-${String(((n - 1) % 28) + 1).padStart(2, '0')}`,
        },
        ...{
          place: 'Casa de la señora Marcada',
          description: 'Descripción marcada',
          counts: { direct: 10 + n },
        },
      });
    const rows = await activities();
    expect(rows).toHaveLength(31);
    expect(rows.slice(0, 3)).toEqual([
      ['Actividad', 'Día', 'Personas'],
      ['Taller 32', '04-04-2026', '42'],
      ['Taller 31', '03-04-2026', '41'],
    ]);
    const body = await page();
    expect(body).toContain('<p>Y 2 actividades anteriores.</p>');
    expect(body).not.toMatch(/Marcada|marcada|Taller 1</);
  });

  it('counts who came in groups, never by sex or by what is sensitive', async () => {
    await addActivity(server, project, {
      counts: {
        students: 20,
        age60plus: 30,
        direct: 50,
        indirect: 200,
        women: 6011,
        men: 6012,
        indigenous: 6013,
        rural: 6014,
      },
    });
    expect(await people()).toEqual([
      ['Grupo', 'Personas'],
      ['De la universidad'],
      ['Estudiantes', '20'],
      ['De la comunidad, por edad'],
      ['60 años o más', '30'],
      ['Beneficiarios'],
      ['Directos', '50'],
      ['Indirectos', '200'],
    ]);
    expect(await page()).not.toMatch(/6\.01\d|Mujeres|Pueblos|Ruralidad/);
  });

  it('hides groups of few, and what would tell how many they are', async () => {
    await addActivity(server, project, { counts: { students: 20, academics: 3, direct: 23 } });
    expect(await people()).toEqual([
      ...[['Grupo', 'Personas'], ['De la universidad'], ['Estudiantes', '20'], ['Académicos', '&lt;5']],
    ]);
    expect((await activities())[0]).toEqual(['Actividad', 'Día']);
    expect(await page()).toContain('«&lt;5» es un grupo de 1 a 4 personas');
    expect(await page()).not.toMatch(/>\s*(3|23)\s*</);
  });

  it('counts activities of few as few where nobody counted groups', async () => {
    await addActivity(server, project, { name: 'Uno', day: '2026-05-02', counts: { direct: 40 } });
    await addActivity(server, project, { name: 'Dos', day: '2026-05-01', counts: { direct: 4 } });
    await addActivity(server, project, { name: 'Tres', day: '2026-04-01' });
    expect((await activities()).slice(1)).toEqual([
      ['Uno', '02-05-2026', '40'],
      ['Dos', '01-05-2026', '&lt;5'],
      ['Tres', '01-04-2026', '—'],
    ]);
    expect(await people()).toEqual([]);
  });

  it('counts people as the accepted final report corrects them, and not before', async () => {
    await addActivity(server, project, { counts: { students: 20, direct: 20 } });
    await closeWith({}, { students: 18, staff: 7 });
    expect(await people()).toEqual(
      expect.arrayContaining([
        ['Estudiantes', '18'],
        ['Funcionarios', '7'],
      ]),
    );
    await setStatus(server, project, 'final_report');
    const before = await people();
    expect(before).toContainEqual(['Estudiantes', '20']);
    expect(before.flat()).not.toContain('Funcionarios');
  });

  it('measures by indicators of which a value was accepted', async () => {
    await addIndicators(server, project, [
      {
        id: 'i2',
        name: 'Horas de acompañamiento',
        kind: 'number',
        unit: 'horas',
        noBaseline: 'Razón marcada',
        target: 100,
      },
      { id: 'i3', name: 'Satisfacción', kind: 'scale', scaleFrom: 1, scaleTo: 7, baseline: 4.5, target: 6 },
      { id: 'i4', name: 'Guía publicada', kind: 'milestone' },
      { id: 'i5', name: 'Qué cambió', kind: 'qualitative', goal: 'Meta marcada' },
      { id: 'i6', name: 'Sin medir', kind: 'number', target: 3 },
    ]);
    await addAccepted(server, project, 'i1', 9);
    await addAccepted(server, project, 'i2', 3);
    await addAccepted(server, project, 'i3', 6.25, 'Nota marcada');
    await addAccepted(server, project, 'i4', 1);
    await addAccepted(server, project, 'i5', null, 'Palabras marcadas');
    expect(await indicators()).toEqual([
      ['Indicador', 'Línea base', 'Meta', 'Logrado'],
      ['Talleres realizados', '0 talleres', '8 talleres', '9 talleres'],
      ['Horas de acompañamiento', '—', '100 horas', '3 horas'],
      ['Satisfacción', '4,5', '6', '6,25'],
      ['Guía publicada', '—', 'Alcanzarlo', 'Alcanzado'],
    ]);
    expect(await page()).not.toMatch(/marcad[ao]|Sin medir/);
    await sql`update measurements set state = 'submitted' where project_id = ${project.id}`.execute(
      server.db,
    );
    expect(await indicators()).toEqual([]);
  });

  it('hides few people of an indicator', async () => {
    await addIndicators(server, project, [
      { id: 'i2', name: 'Personas con control', kind: 'number', unit: 'personas', baseline: 2, target: 40 },
    ]);
    await addAccepted(server, project, 'i2', 4);
    expect((await indicators())[1]).toEqual([
      'Personas con control',
      '&lt;5 personas',
      '40 personas',
      '&lt;5 personas',
    ]);
    await addActivity(server, project, { counts: { academics: 3 } });
    expect((await indicators())[1]?.[3]).toBe('No se muestra');
    expect(await page()).toContain('No mostramos números de personas');
  });

  it('is told in the words of its accepted final report, without difficulties and lessons', async () => {
    const texts = {
      ...{
        results: `Logros ${HOSTILE}\n\nOtro párrafo`,
        external: 'Externa',
        changes: 'Cambios',
        continuity: 'Sigue',
      },
      ...{ difficulties: 'Dificultad marcada', lessons: 'Lección marcada', internal: 'Interna marcada' },
    };
    await closeWith(texts);
    const body = await page();
    expect(body).toContain(`<p>Logros ${ESCAPED}</p><p>Otro párrafo</p>`);
    expect([...body.matchAll(/<h3[^>]*>([^<]*)/g)].map(m => m[1])).toEqual([
      ...[
        'Resultados',
        'Contribución externa',
        'Qué cambió en un curso o programa, y quién lo adoptó',
        'Continuidad',
      ],
    ]);
    expect(body).not.toContain('marcada');
    for (const status of ['running', 'suspended', 'final_report']) {
      await setStatus(server, project, status);
      expect(await page()).not.toMatch(/Qué se logró|Logros/);
    }
  });

  it('is written with hostile words as words', async () => {
    await addActivity(server, project, { name: `Actividad ${HOSTILE}`, counts: { direct: 20 } });
    await addIndicators(server, project, [
      { id: 'i2', name: `Indicador ${HOSTILE}`, kind: 'number', unit: `<b>"u"</b>`, target: 9, baseline: 1 },
    ]);
    await addAccepted(server, project, 'i2', 8);
    const body = await page();
    for (const before of ['Actividad', 'Indicador']) expect(body).toContain(`${before} ${ESCAPED}`);
    expect(body).toContain('8 &lt;b&gt;&quot;u&quot;&lt;/b&gt;');
    expect(body).not.toContain('<script>');
  });
});

it('names nobody and tells no mail or telephone, of all that a project holds', async () => {
  const by = userIdOf(PEOPLE.academic);
  const MARK = 'Zzmarca';
  const mail = 'zzmarca@correo.example';
  const section = (slug: string, data: object) =>
    sql`insert into project_sections (project_id, section, data) values (${project.id}, ${slug}, ${JSON.stringify(data)}::jsonb)
      on conflict (project_id, section) do update set data = project_sections.data || excluded.data`.execute(
      server.db,
    );
  const contact = { contactName: `${MARK} Contacto`, contactEmail: mail, contactPhone: '+56 9 7777 1234' };
  await section('partners', {
    partners: [
      {
        id: 'p1',
        organisationId: refs.organisationId,
        role: 'codesign',
        commitment: `${MARK} compromiso`,
        ...contact,
      },
    ],
  });
  await section('team', {
    members: [{ id: 'm1', userId: null, name: `${MARK} Equipo`, email: mail, organisation: MARK }],
  });
  await section('venture', {
    founders: [{ id: 'f1', name: `${MARK} Fundadora`, email: mail }],
    mentor: `${MARK} Mentor`,
  });
  await section('diagnosis', { problem: MARK, baseline: MARK, relevance: MARK, codesign: MARK });
  await section('plan', {
    activities: [{ id: 'a1', name: MARK, responsible: `${MARK} Responsable`, description: MARK }],
  });
  await section('territory', { place: `Casa de ${MARK}` });
  await sql`update organisations set contact_name = ${MARK}, contact_email = ${mail}, contact_phone = '+56 9 7777 1234',
    rut = '76086428-5', aliases = ${MARK} where id = ${refs.organisationId}`.execute(server.db);
  await sql`update projects set alternate_id = ${userIdOf(PEOPLE.colleague)}, search_text = ${MARK}
    where id = ${project.id}`.execute(server.db);
  await addActivity(server, project, {
    name: 'Taller',
    counts: { direct: 30 },
    place: MARK,
    description: MARK,
  });
  const activity = await server.db
    .selectFrom('activities')
    .select('id')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow();
  for (const group of ['students', 'external'])
    await sql`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, guardian,
        source, notice_version, consented_at, person_key)
      values (${project.id}, ${activity.id}, ${`${MARK} Asistente`}, 'email', ${`${group}-${mail}`}, ${group}, ${`${MARK} Apoderada`},
        'list', 1, now(), ${Buffer.from(group.padEnd(32))})`.execute(server.db);
  await sql`insert into meetings (id, project_id, day, attendees, summary, place, author_id, updated_by)
    values (${randomUUID()}, ${project.id}, '2026-05-01', ${MARK}, ${MARK}, ${MARK}, ${by}, ${by})`.execute(
    server.db,
  );
  const photo = await answeredPhoto(server, clients.academic, project);
  await sql`update files set name = ${`${MARK}.jpg`} where project_id = ${project.id}`.execute(server.db);
  await sql`update photo_answers set note = ${MARK}`.execute(server.db);
  await choosePhotos(server, project, [photo]);
  await addAccepted(server, project, 'i1', 9, MARK);
  await closeWith({ results: 'Bien', difficulties: MARK, lessons: MARK, internal: MARK });
  await sql`update reports set people_reason = ${MARK}, comment = ${MARK} where project_id = ${project.id}`.execute(
    server.db,
  );
  const names = await sql<{ name: string; email: string }>`select name, email from users`.execute(server.db);
  const body = await page();
  expect(body).toContain('Qué se logró');
  expect(body).not.toMatch(/zzmarca|7777|76\.?086\.?428|@(?!context|graph|type|id)/i);
  for (const { name, email } of names.rows) {
    expect(body).not.toContain(name);
    expect(body).not.toContain(email);
  }
});
