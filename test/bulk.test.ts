import { describeBulk } from './bulk.ts';
import type { Campus } from './catalogue.ts';
import { PEOPLE } from './demo.ts';

let serial = 0;
const NEW: Record<string, (campus: Campus) => Promise<object>> = {
  '/faculties': async () => ({ name: 'Facultad de Prueba' }),
  '/schools': async campus => ({
    name: 'Escuela de Prueba',
    facultyId: await campus.idOf('faculties', 'FSCS'),
  }),
  '/careers': async campus => ({
    name: 'Carrera de Prueba',
    schoolId: await campus.idOf('schools', 'ENF'),
    level: 'pregrado',
  }),
  '/courses': async campus => ({ name: 'Curso de Prueba', schoolId: await campus.idOf('schools', 'ENF') }),
  '/offerings': async campus => {
    const { id } = await campus.db
      .selectFrom('courses')
      .select('id')
      .where('active', '=', true)
      .executeTakeFirstOrThrow();
    return { courseId: id, period: '2031-1', section: `V${serial}` };
  },
  '/users': async () => ({ name: 'Persona de Prueba', roles: ['Academic'] }),
};

/** Two new rows of a catalogue. */
async function two(campus: Campus, list: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    serial += 1;
    const unique = list === '/users' ? { email: `varias${serial}@biosur.example` } : { code: `V${serial}` };
    const { status, body } = await campus.send('POST', list, { ...unique, ...(await NEW[list]?.(campus)) });
    if (status !== 200) throw new Error(JSON.stringify(body));
    ids.push(String(body.id));
  }
  return ids;
}

for (const list of ['/faculties', '/schools', '/careers', '/courses']) {
  describeBulk({
    path: `${list}/bulk/active`,
    list,
    valueOf: row => row.active,
    rows: async campus => ({ ids: await two(campus, list), value: false }),
    audited: `${{ '/faculties': 'faculty', '/schools': 'school', '/careers': 'career' }[list] ?? 'course'}.deactivated`,
  });
}

for (const [what, value, audited] of [
  ['active', false, 'offering.deactivated'],
  ['period', '2031-2', 'offering.updated'],
] as const)
  describeBulk({
    path: `/offerings/bulk/${what}`,
    list: '/offerings',
    valueOf: row => row[what],
    rows: async campus => ({ ids: await two(campus, '/offerings'), value }),
    audited,
  });

const personId = async ({ db }: Campus, email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

describeBulk({
  path: '/offerings/bulk/teacher',
  list: '/offerings',
  valueOf: row => (row.teacher as { id: string } | null)?.id ?? null,
  rows: async campus => ({
    ids: await two(campus, '/offerings'),
    value: await personId(campus, PEOPLE.academic),
  }),
  async refused(campus) {
    const id = await personId(campus, PEOPLE.reviewer);
    await campus.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', id).execute();
    return [id, 'Elige una persona habilitada.'] as const;
  },
  audited: 'offering.updated',
});

const unit = (table: 'faculties' | 'schools', code: string, message: string) => async (campus: Campus) => {
  const id = await campus.idOf(table, code);
  await campus.db.updateTable(table).set({ active: false }).where('id', '=', id).execute();
  return [id, message] as const;
};

describeBulk({
  path: '/schools/bulk/faculty',
  list: '/schools',
  valueOf: row => (row.faculty as { id: string }).id,
  rows: async campus => ({
    ids: await two(campus, '/schools'),
    value: await campus.idOf('faculties', 'FIAD'),
  }),
  refused: unit('faculties', 'FIAD', 'Elige una facultad activa.'),
  audited: 'school.updated',
});
for (const list of ['/careers', '/courses']) {
  describeBulk({
    path: `${list}/bulk/school`,
    list,
    valueOf: row => (row.school as { id: string }).id,
    rows: async campus => ({ ids: await two(campus, list), value: await campus.idOf('schools', 'TSO') }),
    refused: unit('schools', 'TSO', 'Elige una escuela activa.'),
    audited: `${list === '/careers' ? 'career' : 'course'}.updated`,
  });
}

describeBulk({
  path: '/users/bulk/state',
  list: '/users',
  valueOf: row => row.state,
  rows: async campus => ({ ids: await two(campus, '/users'), value: 'blocked' }),
  audited: 'user.state',
});
describeBulk({
  path: '/users/bulk/school',
  list: '/users',
  valueOf: row => (row.homeSchool as { id: string } | null)?.id ?? null,
  rows: async campus => ({ ids: await two(campus, '/users'), value: await campus.idOf('schools', 'TSO') }),
  refused: unit('schools', 'TSO', 'Elige una escuela activa.'),
  audited: 'user.updated',
});
describeBulk({
  path: '/users/bulk/role',
  list: '/users',
  valueOf: row => ({ role: 'Reviewer', held: (row.roles as string[]).includes('Reviewer') }),
  rows: async campus => ({ ids: await two(campus, '/users'), value: { role: 'Reviewer', held: true } }),
  audited: 'user.updated',
});
