import { REPORT_PARTS, type ReportTexts } from '../reports/parts.ts';

const TOLD = ['results', 'external', 'changes', 'continuity'] as const;
type ToldPart = (typeof TOLD)[number];

/** What of an accepted final report anybody may read: what came out of it, not what went wrong on the way. */
export const TOLD_PARTS = REPORT_PARTS.filter((p): p is Extract<typeof p, { value: ToldPart }> =>
  TOLD.some(told => told === p.value),
);
export type ToldTexts = { readonly [P in ToldPart]?: ReportTexts[P] | null };

/** The same of one report, without what nobody wrote. */
export const toldOf = (texts: ToldTexts | null): { readonly label: string; readonly text: string }[] =>
  TOLD_PARTS.flatMap(({ value, label }) => {
    const text = texts?.[value]?.trim();
    return text ? [{ label, text }] : [];
  });
