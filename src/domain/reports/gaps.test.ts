import { describe, expect, it } from 'vitest';
import type { FileState } from '../files/file-states.ts';
import { SECTIONS } from '../sections/index.ts';
import { type Measured, reportGaps, textGaps } from './gaps.ts';
import { REPORT_PART_SLUGS, REPORT_PARTS } from './parts.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const indicator = (more: object) =>
  SECTIONS.indicators.schema.parse({ indicators: [{ id: 'a', name: 'Talleres', target: 8, ...more }] });
const reached = SECTIONS.participants.schema.parse({ reach: { direct: { expected: 90, actual: 88 } } });
const evidence = [{ id: ID, documentType: 'evidence', state: 'ready' as const }];
const proven = { a: { value: 0, isSent: true, isProven: true } };
/** All its texts, and no number of people. */
const WRITTEN = { written: REPORT_PART_SLUGS, countsPeople: false };
const gapsOf = (
  sections: Parameters<typeof reportGaps>[0],
  files: Parameters<typeof reportGaps>[1]['files'],
  measured: Measured | null = null,
) => reportGaps(sections, { files, attended: false, measured, finalReport: WRITTEN });
const paths = (...given: Parameters<typeof gapsOf>) => gapsOf(...given).map(g => `${g.section}.${g.path}`);

describe('what the final report lacks', () => {
  it('asks for people, a measurement of each indicator, and a file of evidence', () => {
    expect(paths({ indicators: indicator({}) }, [])).toEqual([
      'report.people',
      'indicators.indicators.0.actual',
      'attachments.documents.evidence',
    ]);
  });
  it('names the indicator, or its place where it has no name', () => {
    const [, value] = gapsOf({ indicators: indicator({}) }, evidence);
    expect(value?.label).toBe('Talleres: medición');
    const [, unnamed] = gapsOf({ indicators: indicator({ name: '' }) }, evidence);
    expect(unnamed?.label).toBe('Indicador 1: medición');
  });
  it('asks what shows it of an indicator that was measured without evidence', () => {
    const sent = { a: { value: 4, isSent: true, isProven: false } };
    const whole = { participants: reached, indicators: indicator({}) };
    expect(gapsOf(whole, evidence, sent).map(g => [g.label, g.message])).toEqual([
      ['Talleres: evidencia', 'Adjunta con qué se comprueba en una medición.'],
    ]);
  });
  it('is content with zero reached, and with all of it there', () => {
    const whole = { participants: reached, indicators: indicator({}) };
    expect(paths(whole, evidence, proven)).toEqual([]);
  });
  it('does not ask again for people who were counted in activities', () => {
    const sections = { indicators: indicator({}) };
    expect(
      reportGaps(sections, { files: evidence, attended: true, measured: proven, finalReport: WRITTEN }),
    ).toEqual([]);
    expect(paths(sections, evidence, proven)).toEqual(['report.people']);
  });
  it('expected people are no count, other files no evidence', () => {
    const planned = SECTIONS.participants.schema.parse({ reach: { direct: { expected: 90 } } });
    expect(paths({ participants: planned }, [{ id: ID, documentType: 'other', state: 'ready' }])).toEqual([
      'report.people',
      'attachments.documents.evidence',
    ]);
  });
  it('what is being checked or was rejected is no evidence yet, and says so', () => {
    const whole = { participants: reached, indicators: indicator({}) };
    const gapOf = (...states: FileState[]) =>
      gapsOf(
        whole,
        states.map(state => ({ id: ID, documentType: 'evidence', state })),
        proven,
      )[0]?.message;
    expect(gapOf('checking')).toMatch(/se está revisando/);
    expect(gapOf('received', 'rejected')).toMatch(/se está revisando/);
    expect(gapOf('rejected')).toBe('Sube al menos un archivo.');
    expect(gapOf('checking', 'ready')).toBeUndefined();
  });
  it('asks for its texts, and takes people that it corrects for counted', () => {
    const lacking = (finalReport: Parameters<typeof reportGaps>[1]['finalReport']) =>
      reportGaps({}, { files: evidence, attended: false, measured: null, finalReport }).map(g => g.label);
    const labels = REPORT_PARTS.map(part => part.label);
    expect(lacking(null)).toEqual(['Personas', ...labels]);
    expect(lacking({ written: ['results'], countsPeople: true })).toEqual(labels.slice(1));
    expect(lacking({ written: REPORT_PART_SLUGS, countsPeople: true })).toEqual([]);
  });
  it('asks less of a progress report', () => {
    expect(textGaps(1, []).map(g => g.path)).toEqual(['texts.results', 'texts.difficulties']);
    expect(textGaps(1, ['results']).map(g => g.label)).toEqual(['Dificultades']);
  });
});
