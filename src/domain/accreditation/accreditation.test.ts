import { describe, expect, it } from 'vitest';
import { createPaths } from '../packs/pack-entries.ts';
import { EVIDENCE_NAMES } from './evidence.ts';
import { type Criterion, criteria, evidenceOf, isGap } from './matrix.ts';
import { type EvidenceEntry, foundIn, gapWords, statementRows } from './pack-index.ts';
import { evidenceOfFile, reservedReason } from './reserved.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const criterion = (more: Partial<Criterion> = {}): Criterion => ({
  ...{ key: id(1), code: 'C1', name: 'Política', ...more },
  statements: more.statements ?? [
    { key: id(2), text: 'Hay una política', evidence: ['fichas'], links: [], note: '' },
  ],
});
const issuesOf = (given: unknown) =>
  criteria.safeParse(given).error?.issues.map(i => [i.path.join('.'), i.message]) ?? [];

describe('criteria', () => {
  it('have codes and texts that stand once', () => {
    expect(issuesOf([criterion(), criterion({ key: id(9), code: 'c1 ' })])).toEqual([
      ['1.code', 'Otro criterio tiene este código.'],
    ]);
    const [statement] = criterion().statements;
    expect(issuesOf([{ ...criterion(), statements: [statement, { ...statement, key: id(3) }] }])).toEqual([
      ['0.statements.1.text', 'Otro enunciado de este criterio dice lo mismo.'],
    ]);
  });

  it('link to what a browser opens', () => {
    const [statement] = criterion().statements;
    const linked = (url: string) => [
      { ...criterion(), statements: [{ ...statement, links: [{ title: 'Política', url }] }] },
    ];
    expect(issuesOf(linked('https://uni.example/a'))).toEqual([]);
    expect(issuesOf(linked('javascript:alert(1)')).map(([path]) => path)).toEqual([
      '0.statements.0.links.0.url',
    ]);
  });

  it('ask for each kind of evidence once, in the order of the kinds', () => {
    const [statement] = criterion().statements;
    if (!statement) throw new Error('no statement');
    const statements = [
      { ...statement, evidence: ['photos', 'fichas'] as const },
      { ...statement, evidence: ['fichas', 'annual_report'] as const },
    ].map(s => ({ ...s, evidence: [...s.evidence] }));
    expect(evidenceOf([criterion({ statements })])).toEqual(
      EVIDENCE_NAMES.filter(name => ['photos', 'fichas', 'annual_report'].includes(name)),
    );
  });
});

describe('a gap', () => {
  it('is a statement without a link of which nothing was found', () => {
    expect(isGap({ evidence: ['fichas'], links: [] }, { photos: 3 })).toBe(true);
    expect(isGap({ evidence: ['fichas'], links: [] }, { fichas: 1 })).toBe(false);
    expect(isGap({ evidence: [], links: [] }, { fichas: 1 })).toBe(true);
    expect(isGap({ evidence: [], links: [{ title: 'a', url: 'https://a' }] }, {})).toBe(false);
  });

  it('is told of a pack by what can be shown, reserved files included', () => {
    const entry = (standing: EvidenceEntry['standing']): EvidenceEntry => ({
      ...{ group: 'fichas', path: '', owner: '', name: 'a', size: 1, sha256: null, note: '', things: 1 },
      standing,
    });
    expect(foundIn([entry('reserved'), entry('included'), entry('missing')])).toEqual({ fichas: 2 });
    expect(statementRows([criterion()], foundIn([entry('missing')])).map(row => row.gap)).toEqual([true]);
    expect([0, 1, 2].map(gapWords)).toEqual([
      ...['Todos los enunciados tienen evidencia', '1 enunciado sin evidencia', '2 enunciados sin evidencia'],
    ]);
  });
});

describe('files', () => {
  it('leave, but for papers of expenses and photos nobody allowed', () => {
    const file = (
      documentType: string,
      contentType: string,
      answer: Parameters<typeof reservedReason>[0]['answer'],
    ) => ({
      ...{ documentType, contentType, answer },
    });
    expect(evidenceOfFile(file('evidence', 'image/png', null))).toBe('photos');
    expect(evidenceOfFile(file('evidence', 'application/pdf', null))).toBe('evidence');
    expect(evidenceOfFile(file('quotation', 'application/pdf', null))).toBe('other_documents');
    expect(reservedReason(file('evidence', 'application/pdf', null))).toBeNull();
    expect(reservedReason(file('expense', 'application/pdf', null))).toContain('Tiene datos de personas');
    expect(reservedReason(file('evidence', 'image/png', null))).toBe(
      'Falta decir quién se reconoce en ella.',
    );
    expect(reservedReason(file('evidence', 'image/png', { people: 'adults', consent: 'spoken' }))).toBeNull();
  });

  it('of one name get a number, whatever their capitals', () => {
    const pathOf = createPaths();
    expect([
      pathOf('fotos', 'PAC-1', 'a.JPG'),
      pathOf('fotos', 'PAC-1', 'A.jpg'),
      pathOf('fotos', '', 'a'),
    ]).toEqual([...['fotos/PAC-1/a.JPG', 'fotos/PAC-1/A (2).jpg', 'fotos/a']]);
  });
});
