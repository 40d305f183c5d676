import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, describeCatalogue, openCampus } from '../../../test/catalogue.ts';

describeCatalogue({
  path: '/themes',
  object: 'theme',
  valid: async (_campus, n) => ({ name: `Tema de pruebas ${n}` }),
  change: { name: 'Humedales urbanos' },
  duplicate: ['name', 'Ya existe un tema con ese nombre.'],
  activation: true,
  officeOnly: true,
  wrong: [
    [{ name: '  ' }, 'name', 'Este campo es obligatorio.'],
    [{ name: null }, 'name', 'Este campo es obligatorio.'],
    [{ name: 'x'.repeat(121) }, 'name', 'Escribe como máximo 120 caracteres.'],
    [{ name: 42 }, 'name', 'Escribe un texto.'],
    [{ name: '🎓🎓' }, 'name', 'Escribe un nombre con letras.'],
  ],
});

describe('themes', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
  });
  afterAll(() => campus.close());

  it('of a project are found by it, count it, and are not deleted while it has them', async () => {
    const { body: theme } = await campus.send('POST', '/themes', { name: 'Humedales' });
    const as = campus.as('Academic');
    const id = crypto.randomUUID();
    const title = 'Limpieza del humedal Los Batros';
    await campus.send('POST', '/projects', { id, kind: 'pacs', title }, as);
    const found = async () =>
      (await campus.send('GET', `/projects?theme=${theme.id}`, undefined, as)).body.rows?.map(r => r.id);
    expect(await found()).toEqual([]);

    const { body: project } = await campus.send('GET', `/projects/pacs/${id}`, undefined, as);
    const sections = project.sections as { slug: string; version: number; data: object }[];
    const { version = 0, data = {} } = sections.find(s => s.slug === 'identification') ?? {};
    const save = (themeId: unknown, at: number) =>
      campus.send(
        'PUT',
        `/projects/pacs/${id}/sections/identification`,
        { version: at, data: { ...data, themeId } },
        as,
      );
    expect((await save(theme.id, version)).status).toBe(200);
    expect(await found()).toEqual([id]);
    expect((await campus.send('GET', `/themes/${theme.id}`)).body.projects).toBe(1);
    const refused = await campus.send('DELETE', `/themes/${theme.id}`);
    expect(refused.body.detail).toBe(
      'No se puede eliminar porque todavía se usa en 1 proyecto. Puedes desactivarlo.',
    );

    expect((await save(null, version + 1)).status).toBe(200);
    expect(await found()).toEqual([]);
    expect((await campus.send('DELETE', `/themes/${theme.id}`)).status).toBe(200);
  });

  it('out of use are offered no more, and stay where they are', async () => {
    const { body: theme } = await campus.send('POST', '/themes', { name: 'Ferias libres' });
    const offered = async () =>
      ((await campus.send('GET', '/catalogues')).body.themes as { name: string }[]).map(t => t.name);
    expect(await offered()).toContain('Ferias libres');
    const off = { active: false, updatedAt: theme.updatedAt };
    expect((await campus.send('PUT', `/themes/${theme.id}/active`, off)).status).toBe(200);
    expect(await offered()).not.toContain('Ferias libres');
  });
});
