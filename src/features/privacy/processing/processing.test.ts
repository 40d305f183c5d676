import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, describeCatalogue, openCampus } from '../../../../test/catalogue.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import { writeFirstProcessing } from '../../../db/first-rows.ts';
import { DATA_GROUPS } from '../../../domain/audit/personal-data.ts';
import { ACTIVITY_OF_COLUMN, ACTIVITY_OF_GROUP } from '../../../domain/audit/processed-data.ts';
import { PROCESSING_KEYS } from '../../../domain/privacy/processing.ts';
import { PROCESSING_ACTIVITIES } from '../../../domain/privacy/processing-activities.ts';
import { userReferences } from '../../users/references/queries.ts';
import type { ProcessingActivity } from './contract.ts';

const PATH = '/processing-activities';
const OWN = {
  name: 'Concurso de fotografía',
  purpose: 'Premiar fotos de la comunidad.',
  legalBasis: 'Consentimiento.',
  people: 'Participantes.',
  data: 'Nombre y correo.',
};

describeCatalogue({
  path: PATH,
  object: 'processingActivity',
  valid: async (_campus, n) => ({ ...OWN, name: `Tratamiento de pruebas ${n}` }),
  change: { name: 'Inscripción a talleres', recipients: 'Nadie fuera de la oficina.' },
  duplicate: ['name', 'Ya existe un tratamiento con ese nombre.'],
  activation: true,
  officeOnly: true,
  wrong: [
    [{ name: '  ' }, 'name', 'Este campo es obligatorio.'],
    [{ purpose: ' ' }, 'purpose', 'Este campo es obligatorio.'],
    [{ legalBasis: null }, 'legalBasis', 'Este campo es obligatorio.'],
    [{ people: 'x'.repeat(1001) }, 'people', 'Escribe como máximo 1000 caracteres.'],
    [{ kept: 42 }, 'kept', 'Escribe un texto.'],
  ],
});

describe('the register of processing activities', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
  });
  afterAll(() => campus.close());

  const all = async () =>
    (await campus.send<{ rows: ProcessingActivity[] }>('GET', `${PATH}?size=200`)).body.rows;
  const byKey = async (key: string) => {
    const found = (await all()).find(row => row.key === key);
    if (!found) throw new Error(`no activity ${key}`);
    return found;
  };
  const save = ({ id, updatedAt, ...row }: ProcessingActivity, changes: object) => {
    const { name, purpose, legalBasis, people, data } = row;
    const body = { ...{ name, purpose, legalBasis, people, data, updatedAt }, ...changes };
    return campus.send<ProcessingActivity>('PUT', `${PATH}/${id}`, body);
  };

  it('holds each of the application from the start, which a later start leaves as the office wrote it', async () => {
    expect((await all()).map(row => row.key).toSorted()).toEqual(PROCESSING_KEYS.toSorted());
    const before = await byKey('spending');
    const changed = await save(before, { name: 'Rendiciones', purpose: 'Rendir.' });
    expect(changed.status).toBe(200);
    const stored = await all();
    await writeFirstProcessing(campus.db);
    expect(await all()).toEqual(stored);
    expect(await byKey('spending')).toMatchObject({ name: 'Rendiciones', purpose: 'Rendir.', own: false });
  });

  it('gets what it lacks beside an own activity of the same name', async () => {
    const { name } = PROCESSING_ACTIVITIES.surveys;
    await sql`delete from processing_activities where key = 'surveys'`.execute(campus.db);
    const own = await campus.send('POST', PATH, { ...OWN, name: name.toUpperCase() });
    expect(own.status).toBe(200);
    await writeFirstProcessing(campus.db);
    expect((await byKey('surveys')).name).toBe(`${name} (plataforma)`);
    expect((await campus.send('DELETE', `${PATH}/${own.body.id}`)).status).toBe(200);
  });

  it('keeps those of the application: neither deleted nor taken out of use', async () => {
    const { id, updatedAt } = await byKey('accounts');
    const removed = await campus.send('DELETE', `${PATH}/${id}`);
    expect([removed.status, removed.body.detail]).toEqual([
      422,
      'Es de la plataforma: no se puede eliminar.',
    ]);
    const off = await campus.send('PUT', `${PATH}/${id}/active`, { active: false, updatedAt });
    expect([off.status, off.body.detail]).toEqual([422, 'Es de la plataforma: no se puede desactivar.']);
    expect(await byKey('accounts')).toMatchObject({ active: true, updatedAt });
  });

  it('tells how many there are now, and what the settings do with them; of an own one neither', async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from users where anonymised_at is null and merged_into is null) as accounts,
        (select count(*)::int from attendances) as attendance, (select count(*)::int from reviews) as calls,
        (select count(*)::int from organisations where contact_name <> '' or contact_email <> ''
          or contact_phone <> '') as partners`.execute(campus.db);
    for (const [key, count] of Object.entries(rows[0] ?? {}))
      expect([key, (await byKey(key)).records]).toEqual([key, count]);
    expect(rows[0]?.accounts).toBeGreaterThan(0);
    const admin = await sql<{ id: string }>`select id from users limit 1`.execute(campus.db);
    await sql`insert into data_requests (year, number, data_right, name, email, details, channel, received_on, created_by)
      values (2026, 9999, 'access', 'Ana Soto', 'ana@x.example', 'Quiero mis datos.', 'mail', '2026-12-01',
        ${admin.rows[0]?.id})`.execute(campus.db);
    expect((await byKey('requests')).records).toBe(1);
    expect((await byKey('attendance')).keptByRule).toMatch(/^24 meses desde el término del proyecto/);
    const was = await campus.send('GET', '/settings/retention');
    const { updatedBy: _, ...periods } = was.body;
    await campus.send('PUT', '/settings/retention', { ...periods, attendanceMonths: 1 });
    expect((await byKey('attendance')).keptByRule).toMatch(/^1 mes desde el término del proyecto/);
    const own = await campus.send('POST', PATH, OWN);
    expect(own.body).toMatchObject({ key: null, own: true, records: null, keptByRule: null });
  });

  it('is handed out as a PDF, without what is out of use, to the office alone', async () => {
    const off = await campus.send<ProcessingActivity>('POST', PATH, { ...OWN, name: 'Ya no se hace' });
    const { id, updatedAt } = off.body;
    expect((await campus.send('PUT', `${PATH}/${id}/active`, { active: false, updatedAt })).status).toBe(200);
    const fetched = (headers: Record<string, string>) =>
      fetch(`${campus.url}/api${PATH}/report`, { headers });
    const answer = await fetched(campus.as('Admin'));
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const text = pdfPages(pdf).join(' ').replaceAll(/\s+/g, ' ');
    for (const { name, active } of await all()) expect([name, text.includes(name)]).toEqual([name, active]);
    expect(text).toContain('Registro de actividades de tratamiento');
    expect((await fetched(campus.as('Dean'))).status).toBe(403);
    expect((await fetched({})).status).toBe(401);
  });
});

/** Columns that may say who somebody is, by their names. */
const TELLING =
  /(^|_)(name|email|mail|address|phone|rut|document|identifier|guardian|person|holder|contact|supplier|subject|device|administrators|said|foreign_id|person_key|supplier_key)$/;
/** Of those, what names a thing. */
const OF_THINGS = new Set([
  ...['agreements.subject', 'call_letters.subject', 'mail_texts.subject', 'result_letters.subject'],
  ...['downloads.file_name', 'imports.file_name', 'notice_preferences.mail', 'regions.short_name'],
  ...[
    ...[
      'access_tokens',
      'accreditation_matrices',
      'activities',
      'agreement_files',
      'calls',
      'call_files',
      'call_lines',
      'careers',
      'comunas',
      'courses',
    ],
    ...['faculties', 'files', 'holidays', 'institutional_indicators', 'instruments'],
    ...[
      'processing_activities',
      'regions',
      'saved_views',
      'schema_migrations',
      'schools',
      'themes',
      'uploads',
      'voucher_types',
    ],
  ].map(table => `${table}.name`),
]);

describe('every column that names a person belongs to an activity', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
  });
  afterAll(() => campus.close());

  it('those that refer to an account, by their group', async () => {
    const groups = new Set((await userReferences(campus.db)).map(r => r.group));
    for (const group of groups) expect(PROCESSING_KEYS).toContain(ACTIVITY_OF_GROUP[group]);
    expect(Object.keys(ACTIVITY_OF_GROUP).toSorted()).toEqual(Object.keys(DATA_GROUPS).toSorted());
  });

  it('those that say who it is themselves', async () => {
    const { rows } = await sql<{ column: string }>`
      select c.table_name || '.' || c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'jsonb', 'bytea', 'ARRAY')
      order by 1`.execute(campus.db);
    const columns = rows.map(row => row.column);
    const undecided = columns.filter(
      column =>
        TELLING.test(column.split('.')[1] ?? '') && !(column in ACTIVITY_OF_COLUMN) && !OF_THINGS.has(column),
    );
    expect(undecided).toEqual([]);
    const gone = [...Object.keys(ACTIVITY_OF_COLUMN), ...OF_THINGS].filter(c => !columns.includes(c));
    expect(gone).toEqual([]);
  });

  it('and none of the activities is about nothing', () => {
    const used = new Set([...Object.values(ACTIVITY_OF_GROUP), ...Object.values(ACTIVITY_OF_COLUMN)]);
    expect([...used].toSorted()).toEqual(PROCESSING_KEYS.toSorted());
  });
});
