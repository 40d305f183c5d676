import { act, screen, within } from '@testing-library/react';
import { Suspense, use } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer } from '../../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../../domain/kinds/index.ts';
import { printSection } from '../../../../domain/kinds/print/print.ts';
import { keyOf, type SectionField } from '../../../../domain/sections/field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from '../../../../domain/sections/index.ts';
import { Fields, useKitForm } from '../../../../web/form/form.tsx';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { ProjectProvider } from '../../../project-record/ui/project-context.tsx';
import { controlsReady, WRITING_FIELDS } from '../fields/controls.tsx';
import { ScopeProvider } from '../scope.tsx';
import { SECTION_SCREENS } from './screens.tsx';

const LABEL = 'Dato nuevo';
const VALUE = 'Lo que nadie conoce';
const words = { type: 'line', help: '', required: false, max: 200 } as const;
/** A field that no screen can know, of the section and of every list of it. */
const withNew = (fields: readonly SectionField[]): SectionField[] => [
  ...fields.map(f =>
    f.fields
      ? {
          ...f,
          fields: [...f.fields, { ...words, label: `${LABEL} de ${f.path}`, path: `${f.path}.*.novel` }],
        }
      : f,
  ),
  { ...words, label: LABEL, path: 'novel' },
];
// Questions have the kind's own fields, which the office writes.
const SLUGS = SECTION_SLUGS.filter(slug => slug !== 'questions');

const filled = (slug: SectionSlug): Record<string, unknown> => ({
  ...sectionOf(slug).empty,
  novel: VALUE,
  ...Object.fromEntries(
    sectionOf(slug)
      .fields.filter(f => f.type === 'list')
      .map(f => [keyOf(f), [{ ...emptyEntry(f), id: 'e1', novel: VALUE }]]),
  ),
});
const emptyEntry = (list: SectionField) => Object.fromEntries((list.fields ?? []).map(f => [keyOf(f), null]));

function Shown({ slug, readOnly }: { slug: SectionSlug; readOnly: boolean }) {
  const fields = withNew(sectionOf(slug).fields);
  use(controlsReady(fields, true, false));
  const form = useKitForm<Record<string, unknown>>(sectionOf(slug).schema, filled(slug));
  const Screen = SECTION_SCREENS[slug];
  const scope = { slug, prefix: '', fields, values: form.values, readOnly, target: null, errors: {} };
  return (
    <Fields form={form}>
      <ScopeProvider value={{ ...scope, ...WRITING_FIELDS, set: () => undefined }}>
        <Screen />
      </ScopeProvider>
    </Fields>
  );
}

async function open(slug: SectionSlug, readOnly: boolean) {
  const project = {
    id: 'p1',
    kind: 'pacs',
    status: 'draft',
    definition: FIRST_KINDS.pacs,
    sections: [],
    eligibility: [],
    receipts: [],
    files: [],
    labels: {},
  } as Partial<ProjectDetail> as ProjectDetail;
  const shown = await showAt('/projects/pacs/p1', () => (
    <ProjectProvider project={project}>
      <Suspense>
        <main>
          <Shown slug={slug} readOnly={readOnly} />
        </main>
      </Suspense>
    </ProjectProvider>
  ));
  const main = within(await screen.findByRole('main', {}, { timeout: 15_000 }));
  return { ...shown, main };
}

beforeEach(() => {
  signIn();
  answer('GET /projects/pacs/p1/files', () => ({
    files: [],
    mayAnswerPhotos: false,
    expiresAt: '2026-12-01T00:00:00Z',
  }));
  answer('GET /projects/pacs/p1/uploads', () => []);
  answer('GET /catalogues', () => ({
    schools: [],
    faculties: [],
    themes: [],
    periods: [],
    comunas: [],
    regions: [],
  }));
  answer('GET /catalogues/institutional-indicators', () => []);
  answer('GET /open-calls', () => ({ calls: [], now: new Date().toISOString() }));
});

/** The section's own field, and that of each list. */
const places = (slug: SectionSlug) => 1 + sectionOf(slug).fields.filter(f => f.type === 'list').length;

describe('a new field of a section is written in the section alone', () => {
  test.each(SLUGS)('whoever reads %s sees it', async slug => {
    const { main } = await open(slug, true);
    expect((await main.findAllByText(LABEL, { exact: false })).length).toBe(places(slug));
    expect(main.getAllByText(VALUE)).toHaveLength(places(slug));
  });

  test.each(SLUGS)('whoever writes %s fills it in', async slug => {
    const { main, user } = await open(slug, false);
    await main.findAllByLabelText(LABEL, { exact: false });
    for (const entry of main.queryAllByRole('button', { expanded: false, name: /1$|Sin/ }))
      await user.click(entry);
    await act(() => Promise.resolve());
    expect(main.getAllByDisplayValue(VALUE)).toHaveLength(places(slug));
  });

  test.each(SLUGS)('%s is printed with it', slug => {
    const printed = printSection({
      slug,
      fields: withNew(sectionOf(slug).fields),
      data: filled(slug),
      questions: [],
      missing: new Set(),
      nameOf: () => '',
    });
    expect(JSON.stringify(printed).split(VALUE)).toHaveLength(places(slug) + 1);
  });
});
