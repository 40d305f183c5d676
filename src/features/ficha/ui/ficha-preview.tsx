import { Suspense, use, useMemo } from 'react';
import { emptySection, sectionSchema } from '../../../domain/kinds/answers.ts';
import { type KindDefinition, type KindSection, kindSections } from '../../../domain/kinds/definition.ts';
import { Fields, useKitForm } from '../../../web/form/form.tsx';
import { PageSpinner } from '../../../web/layout/page-states.tsx';
import { useSessionUser } from '../../../web/storage.ts';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { ProjectProvider } from '../../project-record/ui/project-context.tsx';
import { controlsReady, WRITING_FIELDS } from '../../section-screens/ui/fields/controls.tsx';
import { ScopeProvider } from '../../section-screens/ui/scope.tsx';
import { SECTION_SCREENS } from '../../section-screens/ui/sections/screens.tsx';
import classes from './ficha.module.css';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const NO_TURN = {
  people: [],
  reviewers: 0,
  office: false,
  since: '2026-01-01T00:00:00Z',
  due: null,
  overdue: false,
  mine: true,
  now: true,
  next: '',
};

/** A draft that exists nowhere, so that an author's own screens can be shown. */
function sampleProject(definition: KindDefinition, name: string): ProjectDetail {
  return {
    id: NOBODY,
    code: `${definition.prefix}-0000`,
    kind: definition.slug,
    status: 'draft',
    subStep: null,
    historic: false,
    title: '',
    period: null,
    startDate: null,
    endDate: null,
    school: null,
    faculty: null,
    lead: { id: NOBODY, name },
    turn: NO_TURN,
    submittedAt: null,
    updatedAt: NO_TURN.since,
    version: 1,
    alternate: null,
    returnedFrom: null,
    createdAt: NO_TURN.since,
    definition,
    sections: [],
    completeness: { missing: [], bySection: {} },
    previousStatus: null,
    amountTyped: false,
    amountAsked: null,
    amountAwarded: null,
    amountMovable: null,
    fitting: false,
    reportGaps: [],
    nextReport: null,
    waitingReports: [],
    actions: [],
    showsReviews: false,
    extendDue: { reason: null },
    earlyReport: null,
    openSections: null,
    observations: [],
    changes: [],
    requestChange: { allowed: false, reason: null },
    history: [],
    files: [],
    call: null,
    eligibility: [],
    receipts: [],
    now: new Date().toISOString(),
    mayUpload: false,
    readsSpending: false,
    readsReports: false,
    readsPublication: false,
    readsCaseFile: false,
    mayRemoveFiles: false,
    labels: {},
  };
}

interface PreviewProps {
  definition: KindDefinition;
  /** Section to show. */
  slug: KindSection['slug'];
  hasCall: boolean;
}

/** One section as an author of a new project sees it; what is typed here goes nowhere. */
export function FichaPreview({ definition, slug, hasCall }: PreviewProps) {
  const name = useSessionUser()?.name ?? '';
  const project = useMemo(() => sampleProject(definition, name), [definition, name]);
  const section = kindSections(definition, hasCall).find(s => s.slug === slug);
  if (!section) return null;
  return (
    <ProjectProvider project={project}>
      <Suspense fallback={<PageSpinner />}>
        <section className={classes.section} aria-label={`Vista previa: ${section.label}`}>
          <h2 className={classes.title}>{section.label}</h2>
          {section.help && <p className={classes.help}>{section.help}</p>}
          <PreviewBody
            key={JSON.stringify([slug, definition.questions])}
            definition={definition}
            section={section}
          />
        </section>
      </Suspense>
    </ProjectProvider>
  );
}

function PreviewBody({ definition, section }: { definition: KindDefinition; section: KindSection }) {
  const { slug, fields } = section;
  use(controlsReady(fields, false, false));
  const form = useKitForm<Record<string, unknown>>(
    sectionSchema(definition, slug),
    structuredClone(emptySection(definition, slug)) as Record<string, unknown>,
  );
  const scope = useMemo(
    () => ({
      slug,
      prefix: '',
      fields,
      values: form.values,
      readOnly: false,
      target: null,
      errors: form.errors,
      ...WRITING_FIELDS,
      set: (path: string, value: unknown) => form.setFieldValue(path, value),
    }),
    [slug, fields, form],
  );
  const Screen = SECTION_SCREENS[slug];
  return (
    <div className={classes.body}>
      <Fields form={form}>
        <ScopeProvider value={scope}>
          <Screen />
        </ScopeProvider>
      </Fields>
    </div>
  );
}
