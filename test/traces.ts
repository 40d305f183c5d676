import { createHash, randomUUID } from 'node:crypto';
import { formatRut, RutFormat } from '@fdograph/rut-utilities';
import { sql } from 'kysely';
import { personKeys } from '../src/features/attendance/queries.ts';
import { issueCertificates } from './certificates.ts';
import { countedWave, seedInstrument } from './counted-wave.ts';
import type { Created } from './factories.ts';
import { anyRut } from './spending.ts';
import { QUESTIONS } from './surveys.ts';
import { refs, server } from './university.ts';

// Somebody without an account, and a trace of theirs in every place that may name such a person.

export interface Somebody {
  readonly name: string;
  readonly email: string;
  readonly rut: string;
}

/** Letters alone, which no other has. */
const letters = () =>
  createHash('sha256')
    .update(randomUUID())
    .digest('hex')
    .replace(/\d/g, d => 'ghijklmnop'[Number(d)] ?? 'z')
    .slice(0, 12);

export function somebody(): Somebody {
  const surname = letters();
  const rut = formatRut(anyRut(), RutFormat.DASH).toUpperCase();
  return { name: `Ána <b>O'Ñuñez</b> ${surname} 🎉`, email: `ana.${surname}@correo.example`, rut };
}

/** The same person comes to each of these activities, by RUT and by e-mail, and once without either. */
export async function cameTo(project: Created, { name, rut, email }: Somebody): Promise<void> {
  const identified = [
    { identifierKind: 'rut', identifier: rut },
    { identifierKind: 'email', identifier: email },
  ] as const;
  const keys = await personKeys(server.db, identified);
  for (const title of ['Taller', 'Cierre']) {
    const { rows } = await sql<{
      id: string;
    }>`insert into activities (id, project_id, name, day, author_id, updated_by)
      values (new_id(), ${project.id}, ${title}, current_date, ${refs.leadId}, ${refs.leadId}) returning id`.execute(
      server.db,
    );
    const of = [
      ...identified.map((one, n) => ({ ...one, key: keys[n] })),
      { identifierKind: 'none', identifier: '', key: null },
    ];
    await sql`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, source,
        notice_version, consented_at, person_key)
      select ${project.id}, ${rows[0]?.id}, ${name}, r."identifierKind", r.identifier, 'external', 'list', 1, now(),
        decode(r.key, 'hex')
      from json_to_recordset(${JSON.stringify(of)}) r ("identifierKind" text, identifier text, key text)`.execute(
      server.db,
    );
  }
}

/** Asked by name in one survey that was counted and one that is open, both answered. */
export async function wasAsked(
  project: Created,
  { name, email }: Somebody,
): Promise<{ counted: string; open: string }> {
  const instrument = await seedInstrument(server.db, `Instrumento ${letters()}`);
  const made = { counted: '', open: '' };
  for (const state of ['ready', 'open'] as const) {
    const wave = await countedWave(server.db, {
      ...{
        instrument,
        questions: [...QUESTIONS],
        by: refs.leadId,
        project: project.id,
        anonymous: false,
        state,
      },
      answers: Array.from({ length: 6 }, () => ({ recomienda: '4', rol: 'socio' })),
    });
    await sql`update wave_invitations set name = ${name}, email = ${email} where id = (
      select id from wave_invitations where wave_id = ${wave} order by name limit 1)`.execute(server.db);
    made[state === 'ready' ? 'counted' : 'open'] = wave;
  }
  await sql`insert into mails (name, address, type, subject, html, text, state, next_attempt_at, invitation_id)
    select name, email, 'survey', 'Encuesta', '', '', 'pending', now(), id from wave_invitations
    where email = ${email}`.execute(server.db);
  return made;
}

/** Certificates by each of what tells their holder. */
export async function wasCertified(project: Created, { name, rut, email }: Somebody): Promise<string[]> {
  const document = `RUT ${formatRut(rut, RutFormat.DOTS_DASH).toUpperCase()}`;
  const [key = ''] = await personKeys(server.db, [{ identifierKind: 'rut', identifier: rut }]);
  return issueCertificates(server, project.id, [
    { content: { name, document }, holder: `key:${key}` },
    { content: { name, document: '' }, holder: `mail:${email}` },
  ]);
}

/** Contact of an organisation, and what a merge took over of theirs. */
export async function isContact({ name, email }: Somebody): Promise<{ id: string; updatedAt: string }> {
  const { rows } = await sql<{ id: string; updatedAt: string }>`
    insert into organisations (name, type, contact_name, contact_email, contact_phone)
    values (${`Junta ${letters()}`}, 'ong', ${name}, ${email.toUpperCase()}, '+56 9 1234 5678')
    returning id, updated_at as "updatedAt"`.execute(server.db);
  const [made = { id: '', updatedAt: '' }] = rows;
  await sql`with other as (insert into organisations (name, type) values (${`Otra ${letters()}`}, 'ong') returning id)
    insert into organisation_merges (merged_id, into_id, taken, merged_by)
    select id, ${made.id}, ${JSON.stringify({ contact_name: name, contact_email: email })}::jsonb, ${refs.leadId}
    from other`.execute(server.db);
  return made;
}

/** A file that was imported with them in a cell and in its sample. */
export async function wasImported({ name, email, rut }: Somebody): Promise<void> {
  const cells = JSON.stringify([name, email, formatRut(rut, RutFormat.DOTS_DASH)]);
  await sql`
    with i as (insert into imports (noun, file_name, state, titles, samples, mapping, total, created_by, applied_at, applied_by)
      values ('organisations', 'socios.csv', 'done', '[]', ${cells}::jsonb, '{}', 1, ${refs.leadId},
        now(), ${refs.leadId}) returning id)
    insert into import_rows (import_id, line, cells, key) select id, 2, ${cells}::jsonb, '' from i`.execute(
    server.db,
  );
}

/** What is found and stays as it is: Ficha, meeting and agreement, supplier, committee, organisation, request. */
export async function isNamedFor(project: Created, { name, email, rut }: Somebody): Promise<void> {
  const member = { id: 'm1', userId: null, name, email, role: 'partner' };
  await sql`insert into project_sections (project_id, section, data) values (${project.id}, 'team',
    ${JSON.stringify({ members: [member] })}::jsonb) on conflict (project_id, section) do update
    set data = jsonb_set(project_sections.data, '{members}', coalesce(project_sections.data -> 'members', '[]') || (excluded.data -> 'members'))`.execute(
    server.db,
  );
  await sql`insert into project_parts (project_id, part, email, is_current, at_submission)
    values (${project.id}, 'founder', ${email}, false, true)`.execute(server.db);
  await sql`with g as (insert into meetings (id, project_id, day, attendees, author_id, updated_by)
      values (new_id(), ${project.id}, current_date, ${`Luis Soto, ${name} (${email})`}, ${refs.leadId}, ${refs.leadId}) returning id)
    insert into action_items (id, meeting_id, project_id, position, text, responsible_name, due_day)
    select new_id(), id, ${project.id}, 1, 'Enviar la lista', ${name}, current_date from g`.execute(
    server.db,
  );
  await sql`insert into vouchers (type_id, supplier_rut, supplier_key, supplier_name, issued_on, currency, gross, rate, gross_pesos)
    select id, ${rut}, ${rut}, ${name}, current_date, 'CLP', 1000, 1, 1000 from voucher_types limit 1`.execute(
    server.db,
  );
  await sql`insert into organisations (name, rut, type) values (${name}, ${rut}, 'persona')`.execute(
    server.db,
  );
  await sql`insert into data_requests (year, number, data_right, name, email, document, details, channel, received_on, created_by)
    select 2001, coalesce(max(number), 0) + 1, 'deletion', ${name}, ${email}, ${rut}, 'Borren mis datos.', 'mail',
      current_date, ${refs.leadId} from data_requests`.execute(server.db);
  await sql`insert into calls (name, year, kind, committee) values (${`Fondo ${letters()}`}, 2026, 'fexs',
    ${JSON.stringify({ members: [{ id: randomUUID(), userId: null, name, email, role: '' }], quorum: null })}::jsonb)`.execute(
    server.db,
  );
}
