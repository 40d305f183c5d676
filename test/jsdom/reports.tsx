import { screen } from '@testing-library/react';
import { useState } from 'react';
import { FIRST_KINDS } from '../../src/domain/kinds/index.ts';
import { askedParts } from '../../src/domain/reports/gaps.ts';
import { reportAddress } from '../../src/domain/reports/names.ts';
import { SaveSlotProvider } from '../../src/features/ficha/ui/editor/save-slot.tsx';
import type { ProjectDetail } from '../../src/features/project-record/detail/contract.ts';
import { useProjectQuery } from '../../src/features/project-record/ui/project-cache.tsx';
import { ProjectProvider } from '../../src/features/project-record/ui/project-context.tsx';
import type { Report, ReportFields, ReportRow } from '../../src/features/reports/contract.ts';
import { ReportsTab } from '../../src/features/reports/ui/reports-tab.tsx';
import { showAt } from './render.tsx';
import { answer, refusal } from './server.tsx';
import { ALLOWED, BASE, idOf, LEAD, OFFICE } from './spending.tsx';

export const NOBODY = { attendances: 0, people: 0, unidentified: 0 };

export const facts = (more: Partial<Report['facts']> = {}): Report['facts'] => ({
  ...{
    from: '2026-08-01',
    to: '2026-11-20',
    activities: [],
    plan: [],
    meetings: 0,
    expected: {},
    people: {},
  },
  ...{ attendance: NOBODY, indicators: [], deliverables: [], money: null },
  ...more,
});

/** A photo of the project, `foto-1.jpg`. */
export const photo = (n: number): Report['choosable'][number] => ({
  ...{ id: idOf(n), versionId: idOf(n), name: `foto-${n}.jpg`, state: 'ready' },
  thumbnail: `/files/${n}?token=x`,
});

export const report = (more: Partial<Report> = {}): Report => ({
  ...{ number: 1, state: 'draft', subStep: null, dueOn: '2026-11-24', due: null, submittedBy: null },
  ...{ submittedAt: null, decidedBy: null, decidedAt: null, texts: {}, people: {}, peopleReason: '' },
  ...{ photos: [], choosable: [], expiresAt: '2100-01-01T00:00:00.000Z', observations: [], comment: '' },
  ...{ facts: facts(), recorded: {}, gaps: [], version: 0, edit: ALLOWED, submit: ALLOWED, decide: null },
  deciders: [],
  ...more,
});

/** The same of the final one. */
export const finalReport = (more: Partial<Report> = {}): Report =>
  report({ number: null, submit: null, dueOn: '2027-01-30', ...more });

export const rowOf = (of: Report, more: Partial<ReportRow> = {}): ReportRow => {
  const { number, state, subStep, dueOn, due, submittedBy, submittedAt, decidedBy, decidedAt, texts } = of;
  return {
    ...{ number, state, subStep, dueOn, due, submittedBy, submittedAt, decidedBy, decidedAt, releases: 0 },
    ...{ written: Object.keys(texts).length, asked: askedParts(number).length },
    ...more,
  };
};

export const projectOf = (more: Partial<ProjectDetail> = {}): ProjectDetail =>
  ({
    ...{ id: 'p1', kind: 'fexs', code: 'FEX-2026-0001', status: 'running', subStep: null, historic: false },
    ...{ lead: LEAD, alternate: null, sections: [], files: [], labels: {}, mayUpload: true },
    ...{
      readsReports: true,
      waitingReports: [],
      nextReport: 1,
      observations: [],
      actions: [],
      reportGaps: [],
      definition: FIRST_KINDS.fexs,
    },
    now: '2026-11-26T12:00:00.000Z',
    turn: {
      ...{ people: [], reviewers: 0, office: false, since: '2026-11-01T12:00:00.000Z', due: null },
      ...{ overdue: false, now: true, mine: false, next: '' },
    },
    ...more,
  }) as Partial<ProjectDetail> as ProjectDetail;

/** The reports as a server keeps them: whoever comes with an old version is told that there is a newer one. */
export class StoredReports {
  project = projectOf();
  rows: ReportRow[] = [];
  report: Report;
  /** Who saved it last, if it was somebody else. */
  by = OFFICE.name;

  constructor(stored: Report = report()) {
    this.report = stored;
    answer(`GET ${BASE}`, () => this.project);
    answer(`GET ${BASE}/reports`, () => ({
      reports: this.rows.length > 0 ? this.rows : [rowOf(this.report)],
    }));
    answer(`GET ${this.at}`, () => this.report);
    answer(`PUT ${this.at}`, ({ body }) => this.take(body as ReportFields & { version: number }));
    answer('GET /catalogues', () => ({
      ...{ schools: [], themes: [], periods: [], regions: [], comunas: [], bordersLicense: null },
      uploadLimitBytes: 1e8,
    }));
  }

  get at() {
    return `${BASE}/reports/${reportAddress(this.report.number)}`;
  }

  /** Saved elsewhere meanwhile. */
  change(more: Partial<Report>) {
    this.report = { ...this.report, ...more, version: this.report.version + 1 };
  }

  take({ version, texts, people, peopleReason, photos, answers }: ReportFields & { version: number }) {
    const { report: now } = this;
    if (version !== now.version)
      return refusal(409, {
        ...{ code: 'conflict', detail: `${this.by} cambió este informe.` },
        extra: { version: now.version, updatedBy: this.by },
      });
    const known = new Map([...now.choosable, ...now.photos].map(p => [p.versionId, p]));
    this.change({
      ...{ texts, people, peopleReason },
      photos: photos.flatMap(({ versionId, caption }) => {
        const found = known.get(versionId);
        return found ? [{ ...found, caption }] : [];
      }),
      observations: now.observations.map(o => ({
        ...o,
        answer: answers.find(a => a.id === o.id)?.answer ?? o.answer,
      })),
    });
    return { version: this.report.version, savedAt: '2026-11-26T12:00:00.000Z' };
  }

  /** The tab at the report, or as `search` says. */
  open(search = `&informe=${reportAddress(this.report.number)}`) {
    return showAt(`${BASE}?tab=informes${search}`, Screen);
  }
}

function Screen() {
  const { data } = useProjectQuery({ kind: 'fexs', id: 'p1' });
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      <div ref={setSlot} />
      {data && (
        <ProjectProvider project={data}>
          <SaveSlotProvider value={slot}>
            <ReportsTab />
          </SaveSlotProvider>
        </ProjectProvider>
      )}
    </>
  );
}

/** What is said of how it is kept. */
export const saved = () => screen.findByText(/^Guardado a las/);
