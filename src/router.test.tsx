import { describe, expect, test } from 'vitest';
import { IMPORT_NOUNS } from './domain/imports/nouns.ts';
import { KIND_SLUGS } from './domain/kinds/slugs.ts';
import { router } from './router.tsx';
import { screenAt } from './screens.tsx';
import { paths } from './web/routing/paths.ts';

const ID = '00000000-0000-8000-8000-000000000000';
const { importInto, ...others } = paths;
/** One address of every screen. */
const ADDRESSES = [
  ...Object.values(others).map(
    build => (build as (...parts: string[]) => string)('pacs', ID).split('?')[0] ?? '',
  ),
  ...KIND_SLUGS.flatMap(kind => [`/projects/${kind}/${ID}`, `/projects/${kind}/new`]),
  ...IMPORT_NOUNS.map(noun => importInto(noun)),
  '/no-existe',
];
const metasOf = (address: string) => router.matchRoutes(address, {}).map(match => match.staticData);
const administration = ADDRESSES.filter(address => address.startsWith('/admin/'));

describe('what the routes say about themselves, by which the guard goes', () => {
  test.each([...new Set(ADDRESSES)])(
    '%s is open to nobody without a session, but the login page',
    address => {
      const metas = metasOf(address);
      expect(metas.length).toBeGreaterThan(1);
      expect(metas.some(meta => meta.anonymous)).toBe(address === paths.login());
    },
  );

  test('the administration asks for the account, and leaves for home on signing out', () => {
    expect(administration.length).toBeGreaterThan(20);
    for (const address of administration) {
      expect(metasOf(address).at(-1), address).toMatchObject({ requiresAuth: true, logoutFallback: '/' });
    }
  });
});

test.each([
  ['/admin/courses', 'Catálogos'],
  ['/admin/courses/offerings', 'Catálogos / Cursos'],
  ['/admin/offerings/import', 'Catálogos / Cursos / Oferta de cursos'],
  ['/admin/users/import', 'Catálogos / Usuarios'],
  ['/admin/organisations/import', 'Socios'],
  ['/admin/activities/import', 'Proyectos'],
  [`/calls/${ID}`, 'Convocatorias'],
  [`/admin/calls/${ID}/ranking`, 'Convocatorias / Gestionar convocatorias'],
  ['/admin/mail', 'Operación'],
  ['/admin/privacy/incidents', 'Operación / Datos personales'],
  ['/admin/settings', 'Sistema'],
])('%s stands under %s', (address, steps) => {
  const parents = metasOf(address).at(-1)?.parents ?? [];
  expect(parents.map(({ title }) => title).join(' / ')).toBe(steps);
});

describe('what is fetched before the router runs', () => {
  test.each([...new Set(ADDRESSES)])('%s begins with what its route shows', address => {
    const at = screenAt(address)?.at.replace(/\$(kind|noun)/, address.split('/')[2] ?? '');
    const known =
      address !== paths.login() && address !== paths.microsoftReturn() && address !== '/no-existe';
    expect(at).toBe(known ? router.matchRoutes(address, {}).at(-1)?.fullPath : undefined);
  });
});
