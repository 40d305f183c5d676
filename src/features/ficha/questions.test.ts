import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { type Created, detailOf, done, startDraft } from '../../../test/factories.ts';
import { kindDefinitionSchema, QUESTION_TYPES } from '../../domain/kinds/definition.ts';
import { FIRST_KINDS } from '../../domain/kinds/index.ts';

let server: TestApp;
let client: Client;
let project: Created;

/** A kind that asks one question of each type, published before anybody asks for it. */
beforeAll(async () => {
  server = await startApp();
  const options = [
    { value: 'a', label: 'Uno' },
    { value: 'b', label: 'Otro' },
  ];
  const columns = [{ id: 'c', label: 'Columna' }];
  const definition = kindDefinitionSchema.parse({
    ...FIRST_KINDS.exts,
    sections: [...FIRST_KINDS.exts.sections, { slug: 'questions' }],
    questions: QUESTION_TYPES.map(({ value, label }) => ({
      id: value,
      type: value,
      label,
      options,
      columns,
    })),
  });
  const row = { slug: 'exts', version: 2, definition: JSON.stringify(definition) };
  await server.db.insertInto('kind_versions').values(row).execute();
  await server.db.updateTable('kinds').set({ current_version: 2 }).where('slug', '=', 'exts').execute();
  client = await clientAs(server, PEOPLE.academic);
  project = await startDraft(client, 'exts');
});
afterAll(() => server.close());

const save = (version: number, answers: Record<string, unknown>) =>
  client.put<{ version: number; data: { answers: Record<string, unknown> }; errors: { path: string }[] }>(
    `/projects/exts/${project.id}/sections/questions`,
    { version, data: { answers } },
  );

it('answers are stored by the type of their question; those to no question are dropped', async () => {
  const { data } = done(await save(0, { short_text: ' Sí ', number: 3, choices: ['a'], nada: 'x' }));
  expect(data.answers).toMatchObject({ short_text: 'Sí', number: 3, choices: ['a'] });
  expect(data.answers).not.toHaveProperty('nada');
  const { sections } = await detailOf(client, project);
  expect(sections.find(s => s.slug === 'questions')?.data).toEqual(data);
});

it('an answer of another type is refused, each at its question', async () => {
  const answer = await save(1, {
    number: 'tres',
    choice: 'c',
    date: '31-12',
    yes_no: 'sí',
    table: [{ c: 5 }],
  });
  expect(answer.status).toBe(400);
  expect([...new Set(answer.body.errors.map(e => e.path))].sort()).toEqual([
    'answers.choice',
    'answers.date',
    'answers.number',
    'answers.table.0.c',
    'answers.yes_no',
  ]);
});

it('a file that answers is one of this project', async () => {
  const other = await startDraft(client, 'exts');
  const upload = async ({ id }: Created) => {
    const bytes = Buffer.from(`%PDF-1.4\n1 0 obj<<>>endobj\n% ${id}\ntrailer<<>>\n%%EOF\n`);
    const uploads = `/projects/exts/${id}/uploads`;
    const asked = { name: 'acta.pdf', size: bytes.length, documentType: 'other', fingerprint: id };
    const started = done(await client.post<{ id: string }>(uploads, asked));
    done(await client.put(`${uploads}/${started.id}/chunks/0`, bytes));
    const { file } = done(await client.post<{ file: { id: string } }>(`${uploads}/${started.id}/finish`));
    return file.id;
  };
  const [mine, theirs] = [await upload(project), await upload(other)];
  const { sections } = await detailOf(client, project);
  const version = sections.find(s => s.slug === 'questions')?.version ?? 0;
  const refused = await save(version, { file: theirs });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'answers.file', message: 'Sube el archivo de nuevo.' }],
  ]);
  expect(done(await save(version, { file: mine })).data.answers.file).toBe(mine);
});
