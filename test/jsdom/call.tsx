import { FIRST_KINDS } from '../../src/domain/kinds/index.ts';
import type { OutputOf } from '../../src/domain/kit/endpoint.ts';
import type { CallDetail, CallSettings } from '../../src/features/calls/contract.ts';
import type { getProgress } from '../../src/features/calls/progress/contract.ts';
import { answer, refusal } from './server.tsx';

export const CALL_ID = '0190f000-0000-7000-8000-00000000ca11';

type Progress = OutputOf<typeof getProgress>;

/** A call as the office reads it: in preparation with all its dates, without lines or committee. */
export const callDetail = (more: Partial<CallDetail> = {}): CallDetail => ({
  ...{ id: CALL_ID, kind: 'fexs', state: 'preparation', version: 1 },
  ...{ name: 'Fondo de extensión 2026', year: 2026 },
  ...{ opensAt: '2026-11-02T12:00:00.000Z', closesAt: '2026-12-02T15:00:00.000Z', endorseUntil: null },
  ...{
    evaluationUntil: null,
    resolutionAt: null,
    executionFrom: null,
    executionTo: null,
    waitlistUntil: null,
  },
  ...{ correctionDays: 5, appealDays: 5, answerDays: 10, invitationDays: 3 },
  ...{ blind: true, reviews: 2, minimum: 60, gap: 20, consensusDays: 3, proposalsPerLead: 1 },
  blocksOverdue: false,
  ...{ categoryCaps: [], partnerMinimum: null, studentMinimum: null, quotas: [] },
  ...{ instalments: [], reportDates: [], graceDays: null, publishesResults: false },
  ...{ lines: [], rubric: { criteria: [] }, questions: [], documents: [], publicText: '' },
  committee: { members: [], quorum: null },
  ...{ files: [], extensions: [], funds: { awarded: [], transfers: [] } },
  counts: { drafts: 0, received: 0, inEvaluation: 0, decided: 0 },
  ...{ now: '2026-11-24T12:00:00.000Z', taking: false, startRefusal: null, barred: null, missing: [] },
  ...{ mine: [], copiedFrom: null },
  ...more,
});

/** A call as a server keeps it: whoever saves on top of an old version is told what is stored. */
export class StoredCall {
  call: CallDetail;
  progress: Progress = { next: null, appealsUntil: null, holds: [], total: 0 };

  constructor(more: Partial<CallDetail> = {}) {
    this.call = callDetail(more);
    answer(`GET /calls/${CALL_ID}`, () => this.call);
    answer(`GET /calls/${CALL_ID}/progress`, () => this.progress);
    answer(`PUT /calls/${CALL_ID}`, ({ body }) =>
      this.take(body as { version: number; settings: CallSettings }),
    );
    answer('GET /kinds', () => [{ definition: FIRST_KINDS.fexs, published: true }]);
  }

  /** Saved elsewhere meanwhile. */
  change(more: Partial<CallDetail>) {
    this.call = { ...this.call, ...more, version: this.call.version + 1 };
  }

  take({ version, settings }: { version: number; settings: CallSettings }) {
    if (version !== this.call.version) return refusal(409, { code: 'conflict' });
    const { lines, ...rest } = settings;
    this.change({ ...rest, lines: lines.map(line => ({ ...line, moved: 0 })) });
    return { id: CALL_ID, version: this.call.version };
  }
}
