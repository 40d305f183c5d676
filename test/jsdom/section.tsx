import { act, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { vi } from 'vitest';
import { progressOf } from '../../src/domain/kinds/completeness.ts';
import { FIRST_KINDS } from '../../src/domain/kinds/index.ts';
import type { KindSlug } from '../../src/domain/kinds/slugs.ts';
import type { SectionSlug } from '../../src/domain/sections/index.ts';
import { SaveSlotProvider } from '../../src/features/ficha/ui/editor/save-slot.tsx';
import { SectionEditor } from '../../src/features/ficha/ui/editor/section-editor.tsx';
import { listSections } from '../../src/features/ficha/ui/section-list.tsx';
import type { ProjectDetail } from '../../src/features/project-record/detail/contract.ts';
import { useProjectQuery } from '../../src/features/project-record/ui/project-cache.tsx';
import { ProjectProvider } from '../../src/features/project-record/ui/project-context.tsx';
import { showAt } from './render.tsx';
import { answer, refusal } from './server.tsx';
import { pass } from './session.tsx';

export type Data = Record<string, unknown>;

/** One section as a server keeps it: whoever comes with an old version is told what is stored. */
export class StoredSection {
  data: Data;
  version = 1;
  by = { id: '00000000-0000-4000-8000-000000000002', name: 'Matías Sepúlveda' };
  readonly at = '2026-11-22T15:00:00.000Z';
  readonly kind: KindSlug;
  readonly slug: SectionSlug;

  constructor(slug: SectionSlug, data: Data = {}, kind: KindSlug = 'pacs') {
    this.slug = slug;
    this.data = data;
    this.kind = kind;
    answer(`GET /projects/${kind}/p1`, () => this.project());
    answer(this.path, ({ body }) => this.take(body as { version: number; data: Data }));
    answer('GET /catalogues', () => ({
      schools: [],
      themes: [],
      periods: [],
      comunas: [],
      regions: [],
      bordersLicense: null,
    }));
  }

  get path() {
    return `PUT /projects/${this.kind}/p1/sections/${this.slug}`;
  }

  /** Saved elsewhere meanwhile. */
  change(data: Data, by = this.by) {
    this.data = { ...this.data, ...data };
    this.by = by;
    this.version += 1;
  }

  take(body: { version: number; data: Data }) {
    const { data, version, at, by } = this;
    if (body.version !== version) {
      const extra = { version, data, updatedAt: at, updatedBy: by };
      return refusal(409, { code: 'conflict', extra });
    }
    this.change(body.data);
    return { version: this.version, savedAt: at, data: this.data };
  }

  private project(): ProjectDetail {
    const section = {
      slug: this.slug,
      version: this.version,
      data: this.data,
      updatedAt: this.at,
      updatedBy: this.by,
      mayEdit: true,
      reason: null,
    };
    return {
      id: 'p1',
      kind: this.kind,
      status: 'draft',
      historic: false,
      definition: FIRST_KINDS[this.kind],
      sections: [section],
      completeness: progressOf({
        historic: false,
        definition: FIRST_KINDS[this.kind],
        sections: { [this.slug]: this.data },
        files: [],
        call: null,
      }),
      previousStatus: null,
      call: null,
      observations: [],
      reportGaps: [],
      nextReport: null,
      waitingReports: [],
      files: [],
      labels: {},
    } as Partial<ProjectDetail> as ProjectDetail;
  }

  /** The section on screen. */
  async open() {
    const { kind, slug } = this;
    function Screen() {
      const { data: project } = useProjectQuery({ kind, id: 'p1' });
      const [slot, setSlot] = useState<HTMLElement | null>(null);
      const section = project && listSections(project).find(each => each.slug === slug);
      return (
        <>
          <div ref={setSlot} />
          <p title="Avance">{section && `${section.done} de ${section.total}`}</p>
          {project && section && slot && (
            <ProjectProvider project={project}>
              <SaveSlotProvider value={slot}>
                <Suspense>
                  <SectionEditor section={section} target={null} />
                </Suspense>
              </SaveSlotProvider>
            </ProjectProvider>
          )}
        </>
      );
    }
    const shown = await showAt(`/projects/${kind}/p1`, Screen);
    // A draft of the last visit may be found before the first look at what is saved.
    await screen.findAllByText(/^(Guardado a las|Recuperamos lo que)/, {}, { timeout: 15_000 });
    if (!vi.isFakeTimers())
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    // The browser's own storage is asked for unsent work before anything is sent.
    await act(() => pass(0));
    return shown;
  }
}
