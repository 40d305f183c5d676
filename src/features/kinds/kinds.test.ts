import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { type Created, detailOf, done, startDraft } from '../../../test/factories.ts';
import { type KindDefinition, kindSections } from '../../domain/kinds/definition.ts';
import { FIRST_KINDS } from '../../domain/kinds/index.ts';
import type { KindView } from './contract.ts';
import { forgetKinds } from './queries.ts';

let server: TestApp;
let admin: Client;
let academic: Client;

beforeAll(async () => {
  server = await startApp();
  [admin, academic] = await Promise.all([clientAs(server, PEOPLE.admin), clientAs(server, PEOPLE.academic)]);
});
afterAll(() => server.close());

const view = async (slug: string) => done(await admin.get<KindView>(`/kinds/${slug}`));
type Change = (definition: KindDefinition) => unknown;

/** Writes a draft on top of what holds. */
async function draft(slug: string, change: Change) {
  const { definition, draft: before } = await view(slug);
  const body = { version: before?.version ?? 0, definition: change(definition) };
  return done(await admin.put<{ version: number }>(`/kinds/${slug}/draft`, body));
}
async function publish(slug: string, change: Change, note = 'Cambios del comité') {
  const { version } = await draft(slug, change);
  return admin.post<{ version: number; detail?: string; errors?: { path: string }[] }>(
    `/kinds/${slug}/versions`,
    { version, note },
  );
}
const withQuestion: Change = kind => ({
  ...kind,
  label: 'Actividad abierta',
  sections: [...kind.sections, { slug: 'questions' }],
  questions: [{ id: 'aforo', type: 'number', label: '¿Cuánta gente cabe?', required: true }],
});

describe('publishing', () => {
  it('a project keeps the version it began with; the next one follows the new one', async () => {
    const before = await startDraft(academic, 'exts');
    expect(done(await publish('exts', withQuestion))).toEqual({ version: 2 });
    const after = await startDraft(academic, 'exts');
    const [old, fresh] = [await detailOf(academic, before), await detailOf(academic, after)];
    expect(old.definition.label).toBe('Actividad de extensión');
    expect(old.sections.some(s => s.slug === 'questions')).toBe(false);
    expect(fresh.definition.label).toBe('Actividad abierta');
    expect(fresh.completeness.missing.map(m => m.path)).toContain('answers.aforo');
    const { draft: left, versions } = await view('exts');
    expect(left).toBeNull();
    expect(versions).toMatchObject([
      { version: 2, note: 'Cambios del comité', projects: 1 },
      { version: 1, projects: 1, publishedBy: null },
    ]);
    const { definition } = done(await admin.get<{ definition: KindDefinition }>('/kinds/exts/versions/1'));
    expect(definition.label).toBe('Actividad de extensión');
    const { rows } = done(
      await admin.get<{ rows: { label: string; changes: { field: string }[] }[] }>('/audit?object=kind'),
    );
    expect(rows.map(r => r.label)).toEqual(['Versión publicada', 'Borrador guardado']);
    expect(rows[0]?.changes.map(c => c.field)).toEqual(
      expect.arrayContaining(['versión', 'nota', 'Nombre', 'Pregunta «aforo»']),
    );
  });

  it('a draft with what no text can hold is refused as wrong, not as a failure', async () => {
    const { status } = await admin.put('/kinds/incs/draft', {
      version: 0,
      definition: { label: '\ud800' },
    });
    expect(status).toBe(400);
  });

  it('a draft equal to what holds is not published', async () => {
    const { status, body } = await publish('cons', kind => kind);
    expect(status).toBe(422);
    expect(body.detail).toContain('igual a la versión vigente');
  });

  it('refuses an incomplete draft with every error at its place', async () => {
    const { status, body } = await publish('cons', kind => ({
      ...kind,
      label: 'x',
      sections: kind.sections.slice(1),
    }));
    expect(status).toBe(422);
    expect(body.errors?.map(e => e.path)).toEqual(expect.arrayContaining(['label', 'sections']));
  });
});

describe('what would break projects is refused with the reason', () => {
  const refused: [string, string, Change, string][] = [
    ['another prefix', 'incs', kind => ({ ...kind, prefix: 'XYZ' }), 'El prefijo no cambia'],
    ['another slug', 'incs', kind => ({ ...kind, slug: 'pacs' }), 'El identificador de un tipo no cambia'],
    [
      'a hidden field that rules need',
      'pacs',
      kind => ({
        ...kind,
        sections: kind.sections.map(s =>
          s.slug === 'identification' ? { ...s, fields: { schoolId: { hidden: true } } } : s,
        ),
      }),
      'no se puede ocultar',
    ],
    [
      'a missing section that its steps need',
      'cons',
      kind => ({ ...kind, sections: kind.sections.filter(s => s.slug !== 'contract') }),
      'no se puede quitar',
    ],
  ];
  it.each(refused)('%s', async (_what, slug, change, reason) => {
    const { status, body } = await publish(slug, change);
    expect(status).toBe(422);
    expect(body.detail).toContain(reason);
  });

  it('a step while a project stands in it, and no longer afterwards', async () => {
    const withoutDean: Change = kind => ({ ...kind, steps: kind.steps.slice(0, 1) });
    const project = await startDraft(academic, 'pacs');
    await server.db
      .updateTable('projects')
      .set({ status: 'dean_review' })
      .where('id', '=', project.id)
      .execute();
    const { status, body } = await publish('pacs', withoutDean);
    expect(status).toBe(422);
    expect(body.detail).toContain('«En revisión de Decanato» no se puede quitar: 1 proyecto está en él');
    await server.db.updateTable('projects').set({ status: 'draft' }).where('id', '=', project.id).execute();
    expect((await publish('pacs', withoutDean)).status).toBe(200);
  });
});

describe('drafts', () => {
  it('a stale save is refused with what is stored', async () => {
    const { version } = await draft('fexs', kind => ({ ...kind, label: 'Primera' }));
    const stale = await admin.put<{ extra: { stored: { definition: { label: string } } } }>(
      '/kinds/fexs/draft',
      { version: version - 1, definition: {} },
    );
    expect(stale.status).toBe(409);
    expect(stale.body.extra.stored.definition.label).toBe('Primera');
  });

  it('may be thrown away; what holds stays', async () => {
    await draft('fexs', kind => ({ ...kind, label: 'Nunca' }));
    expect((await admin.delete('/kinds/fexs/draft')).status).toBe(200);
    const { draft: left, definition } = await view('fexs');
    expect([left, definition.label]).toEqual([null, 'Proyecto de fondo de extensión']);
  });
});

describe('a field the program has learned since', () => {
  const SOURCE = 'lines.*.source';
  const bySource = (fields: KindDefinition['sections'][number]['fields']): Change => {
    return kind => ({
      ...kind,
      sections: kind.sections.map(s => (s.slug === 'budget' ? { ...s, fields } : s)),
    });
  };
  const shown = ({ definition }: { definition: KindDefinition }) =>
    kindSections(definition, false)
      .find(s => s.slug === 'budget')
      ?.fields.flatMap(f => f.fields ?? [])
      .some(f => f.path === SOURCE);
  const saveLine = (project: Created, line: object) => {
    const data = { lines: [{ id: 'l1', description: 'Afiches', quantity: 1, unitCost: 5_000, ...line }] };
    const path = `/projects/incs/${project.id}/sections/budget`;
    return academic.put(path, { version: 0, data });
  };

  it('waits among the hidden ones for a version that shows it; older projects keep their form', async () => {
    await sql`update kind_versions set fields = array_remove(fields, ${`budget/${SOURCE}`})
      where slug = 'incs'`.execute(server.db);
    forgetKinds(server.db);
    const old = await startDraft(academic, 'incs');
    const { definition } = await view('incs');
    expect(definition.sections.find(s => s.slug === 'budget')?.fields).toEqual({
      [SOURCE]: { hidden: true },
    });

    expect(done(await publish('incs', kind => ({ ...kind, label: 'Iniciativa' }), 'Otro nombre'))).toEqual({
      version: 2,
    });
    expect(shown(await view('incs'))).toBe(false);
    expect(done(await publish('incs', bySource({})))).toEqual({ version: 3 });
    const fresh = await startDraft(academic, 'incs');
    expect([shown(await detailOf(academic, old)), shown(await detailOf(academic, fresh))]).toEqual([
      false,
      true,
    ]);

    const lacks = async (project: Created) => {
      done(await saveLine(project, { category: 'other' }));
      return (await detailOf(academic, project)).completeness.missing.map(m => m.path);
    };
    expect(await lacks(old)).not.toContain('lines.0.source');
    expect(await lacks(fresh)).toContain('lines.0.source');
    const before = done(await admin.get<{ definition: KindDefinition }>('/kinds/incs/versions/1'));
    expect(shown(before)).toBe(false);
  });

  it('is there at once in an installation that begins with it', async () => {
    const { definition } = await view('cons');
    expect(definition).toEqual(FIRST_KINDS.cons);
  });
});

it.each([
  ['get', '/kinds/exts'],
  ['get', '/kinds/exts/versions/1'],
  ['put', '/kinds/exts/draft'],
  ['delete', '/kinds/exts/draft'],
  ['post', '/kinds/exts/versions'],
] as const)('only the office: %s %s', async (method, path) => {
  for (const email of [PEOPLE.academic, PEOPLE.director]) {
    const client = await clientAs(server, email);
    const answer = await client[method]<{ detail: string }>(path, {});
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toContain('administrar los tipos de proyecto');
  }
});
