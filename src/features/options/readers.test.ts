import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientAs } from '../../../test/client.ts';
import { schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { act, done, startDraft } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import type { Role } from '../../domain/kit/actor.ts';
import { DEMO_DOMAIN } from '../../server/sign-in/demo-identity.ts';
import { OPTION_NOUNS } from './contract.ts';

openUniversity({ rateLimit: 0 });

type Noun = (typeof OPTION_NOUNS)[number];
interface Option {
  id: string;
  label: string;
  hint: string;
}
const mail = (name: string) => `${name}@${DEMO_DOMAIN}`;
const PURE = mail('soledad.cifuentes');
/** Reviewers by their only role, and what else they are to a project. */
const LEADS = mail('nicolas.vergara');
const ALTERNATE = mail('antonia.quezada');

const WRITES = ['admin', 'academic', 'director', 'dean', 'lead', 'alternate'] as const;
const ONLY_READS = ['reviewer', 'nobody', 'member', 'formerLead'] as const;
type Reader = (typeof WRITES)[number] | (typeof ONLY_READS)[number] | 'pending';
const readers = {} as Record<Reader, Client>;

/** A new person, signed in. */
async function newPerson(
  name: string,
  roles: Role[],
  state: 'active' | 'pending' = 'active',
): Promise<Client> {
  const email = mail(name);
  await server.db
    .insertInto('users')
    .values({ name: `Persona ${name}`, email, roles, state })
    .execute();
  return clientAs(server, email);
}
const idOf = (name: string) => sql`(select id from users where email = ${mail(name)})`;

beforeAll(async () => {
  const member = await newPerson('integrante', ['Reviewer']);
  const formerLead = await newPerson('anterior', ['Reviewer']);
  const led = await startDraft(clients.admin, 'pacs', { title: 'De quien evalúa', leadId: userIdOf(LEADS) });
  const closed = await startDraft(clients.academic, 'exts', { title: 'Ya cerrado' });
  done(await act(clients.admin, closed, 'override', { to: 'closed', reason: 'Terminó hace mucho.' }));
  await sql`update projects set alternate_id = ${userIdOf(ALTERNATE)} where id = ${led.id}`.execute(
    server.db,
  );
  await sql`update projects set lead_id = ${idOf('anterior')} where id = ${closed.id}`.execute(server.db);
  await sql`insert into project_members (project_id, user_id) values (${led.id}, ${idOf('integrante')})`.execute(
    server.db,
  );
  Object.assign(readers, {
    ...{ admin: clients.admin, academic: clients.academic, director: clients.director, dean: clients.dean },
    lead: await clientAs(server, LEADS),
    alternate: await clientAs(server, ALTERNATE),
    ...{ reviewer: clients.reviewer, member, formerLead },
    nobody: await newPerson('sinrol', []),
    pending: await newPerson('pendiente', ['Academic'], 'pending'),
  });
});

const find = (who: Reader, noun: Noun, query: string) =>
  readers[who].get<Option[]>(`/options/${noun}?${query}`);

describe.each(OPTION_NOUNS)('/options/%s', noun => {
  it.each(WRITES)('serves %s', async who => {
    expect((await readers[who].get(`/options/${noun}`)).status).toBe(200);
  });

  it.each(ONLY_READS)('is refused to %s, by whatever is asked', async who => {
    const { rows } = await sql<{ id: string }>`select id from users where state = 'active' limit 1`.execute(
      server.db,
    );
    for (const query of ['', '?q=a', `?id=${rows[0]?.id}`, '?for=deputy', '?school=x']) {
      const { status, body } = await readers[who].get(`/options/${noun}${query}`);
      expect([status, body.code, body.detail]).toEqual([
        403,
        'forbidden',
        'No tienes permiso para buscar personas, carreras, cursos, organizaciones ni proyectos.',
      ]);
    }
  });

  it('is refused to a pending account, whatever its row says', async () => {
    expect((await readers.pending.get(`/options/${noun}`)).body.code).toBe('account_pending');
  });
});

/** What each noun tells of one row, field by field: to the office, and to everybody else who fills in a Ficha. */
const FIELDS: Record<
  Exclude<Noun, 'project' | 'awarded'>,
  { query: string; label: string; office: RegExp; others: RegExp }
> = {
  person: {
    query: 'q=araya%20matias',
    label: 'Matías Sepúlveda Araya',
    office: /^matias\.sepulveda@biosur\.example · Escuela de Enfermería$/,
    others: /^Escuela de Enfermería$/,
  },
  career: {
    query: 'q=enfermeria',
    label: 'Enfermería',
    office: /· Escuela de Enfermería$/,
    others: /· Escuela de Enfermería$/,
  },
  offering: {
    query: 'q=ENF-310',
    label: 'ENF-310 ',
    office: /^\d{4}-[12] · Sección 1 · .+ · \d+ estudiantes$/,
    others: /^\d{4}-[12] · Sección 1 · .+ · \d+ estudiantes$/,
  },
  organisation: {
    query: 'q=municipalidad%20de%20talcahuano',
    label: 'Municipalidad de Talcahuano',
    office: /^69000001-6 · Sector público · Talcahuano$/,
    others: /^Sector público · Talcahuano$/,
  },
};

describe.each(Object.entries(FIELDS))('the fields of %s', (noun, { query, label, office, others }) => {
  it.each(WRITES)('for %s', async who => {
    const [found] = done(await find(who, noun as Noun, query));
    expect(Object.keys(found ?? {}).sort()).toEqual(['hint', 'id', 'label']);
    expect(found?.label.startsWith(label), found?.label).toBe(true);
    expect(found?.hint).toMatch(who === 'admin' ? office : others);
  });
});

describe('what is not shown is not found by parts of it either', () => {
  const names = async (who: Reader, noun: Noun, q: string) =>
    done(await find(who, noun, `q=${encodeURIComponent(q)}`)).map(o => o.label);

  it.each<[Noun, string, string[]]>([
    ['person', 'Matías Sepúlveda Araya', ['matias.sepulveda@', 'sepulveda@biosur', 'matias biosur.example']],
    ['organisation', 'Municipalidad de Talcahuano', ['69000001', '6900', 'municipalidad 6900']],
  ])('%s', async (noun, label, parts) => {
    for (const part of parts) {
      for (const who of WRITES.filter(w => w !== 'admin'))
        expect(await names(who, noun, part), part).toEqual([]);
      expect(await names('admin', noun, part), part).toContain(label);
    }
  });

  it.each<[Noun, string, string[]]>([
    [
      'person',
      'Matías Sepúlveda Araya',
      ['Matias.Sepulveda@biosur.example', ' matias.sepulveda@biosur.example '],
    ],
    ['organisation', 'Municipalidad de Talcahuano', ['69.000.001-6', '69000001-6', '690000016']],
  ])('%s typed whole is', async (noun, label, wholes) => {
    for (const whole of wholes) expect(await names('academic', noun, whole), whole).toEqual([label]);
  });

  it('two people who look the same are told apart by their e-mails, others not', async () => {
    const twin = (email: string, school: string | null) => ({
      ...{
        name: 'Ana Soto Soto',
        email: mail(email),
        roles: ['Academic' as const],
        state: 'active' as const,
      },
      home_school_id: school && schoolIdOf(school),
    });
    const people = [
      twin('ana1', 'ENF'),
      twin('ana2', 'ENF'),
      twin('ana3', 'TSO'),
      twin('ana4', null),
      twin('ana5', null),
    ];
    await server.db.insertInto('users').values(people).execute();
    const hints = async (who: Reader) =>
      done(await find(who, 'person', 'q=ana%20soto'))
        .map(o => o.hint)
        .sort();
    expect(await hints('academic')).toEqual(
      [
        'Escuela de Trabajo Social',
        ...[1, 2].map(n => `${mail(`ana${n}`)} · Escuela de Enfermería`),
        ...[4, 5].map(n => mail(`ana${n}`)),
      ].sort(),
    );
    expect((await hints('admin')).every(hint => hint.includes('@'))).toBe(true);
  });
});

it('whoever becomes lead picks at once; whose last project ends no longer', async () => {
  const project = await startDraft(clients.admin, 'pacs', { title: 'De paso', leadId: userIdOf(PURE) });
  expect((await (await clientAs(server, PURE)).get('/options/person')).status).toBe(200);
  done(await act(clients.admin, project, 'override', { to: 'closed', reason: 'Terminó antes de tiempo.' }));
  expect((await (await clientAs(server, PURE)).get('/options/person')).status).toBe(403);
});

describe('adding organisations', () => {
  const body = (name: string) => ({ name, type: 'persona', comunaCode: '08101', confirmed: true });
  const RUT = '12.345.678-5';

  it.each(WRITES)('%s may, and learns no RUT but the office', async who => {
    const made = done(await readers[who].post<Option>('/organisations', body(`Vecina ${who}`)));
    expect(made.hint).toBe('Persona · Concepción');
    // Without a RUT, by the last word of its name.
    expect(done(await find(who, 'organisation', `q=${who}`)).map(o => o.id)).toEqual([made.id]);
  });

  it.each(ONLY_READS)('%s may not, nor look for those alike', async who => {
    const refusals = [
      await readers[who].post('/organisations', body('De afuera')),
      await readers[who].get(`/organisations/similar?rut=${RUT}`),
      await readers[who].get('/organisations/similar?name=municipalidad'),
    ];
    for (const { status, body: problem } of refusals)
      expect([status, problem.detail]).toEqual([403, 'No tienes permiso para agregar organizaciones.']);
    const { rows } = await sql`select from organisations where name = 'De afuera'`.execute(server.db);
    expect(rows).toEqual([]);
  });

  it('a pending account is told that the office must enable it', async () => {
    expect((await readers.pending.post('/organisations', body('De nadie'))).body.code).toBe(
      'account_pending',
    );
  });

  it('the same RUT is pointed out without showing whose RUTs are known', async () => {
    done(await readers.admin.post('/organisations', { ...body('Rosa Díaz Pino'), rut: RUT }));
    for (const who of WRITES.filter(w => w !== 'admin')) {
      const again = await readers[who].post('/organisations', { ...body('Otro nombre'), rut: RUT });
      expect(again.body).toMatchObject({
        status: 422,
        errors: [{ path: 'rut', message: 'Ya hay una organización con ese RUT.' }],
        extra: { similar: [{ label: 'Rosa Díaz Pino', hint: 'Persona · Concepción' }] },
      });
      const asked = [
        again.body,
        done(await readers[who].get(`/organisations/similar?rut=${RUT}`)),
        done(await readers[who].get('/organisations/similar?name=rosa%20diaz%20pino')),
        done(await find(who, 'organisation', 'q=rosa%20diaz')),
      ];
      expect(asked).toHaveLength(4);
      expect(JSON.stringify(asked)).toContain('Rosa');
      expect(JSON.stringify(asked)).not.toContain('12345678');
    }
    const [known] = done(await readers.admin.get<Option[]>(`/organisations/similar?rut=${RUT}`));
    expect(known?.hint).toBe('12345678-5 · Persona · Concepción');
  });
});

it('an approved project is offered to whoever leads it and to the office, to nobody else', async () => {
  const project = await startDraft(clients.academic, 'pacs', { title: 'Para encuestar' });
  const found = async (who: Reader) =>
    done(await find(who, 'awarded', 'q=para%20encuestar')).map(({ id }) => id);
  expect(await found('academic')).toEqual([]);
  done(await act(clients.admin, project, 'override', { to: 'running', reason: 'Se aprobó en papel.' }));
  for (const who of WRITES)
    expect(await found(who), who).toEqual(who === 'academic' || who === 'admin' ? [project.id] : []);
  await sql`update projects set alternate_id = ${userIdOf(ALTERNATE)} where id = ${project.id}`.execute(
    server.db,
  );
  expect(await found('alternate')).toEqual([project.id]);
});
