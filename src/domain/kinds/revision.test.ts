import { describe, expect, it } from 'vitest';
import { sectionOf } from '../sections/index.ts';
import type { KindDefinition } from './definition.ts';
import { FIRST_KINDS } from './index.ts';
import { judgeRevision, kindDifferences, revisionRefusals } from './revision.ts';

const { cons, fexs, pacs } = FIRST_KINDS;
const hide = (kind: KindDefinition, slug: string, path: string): KindDefinition => ({
  ...kind,
  sections: kind.sections.map(s => (s.slug === slug ? { ...s, fields: { [path]: { hidden: true } } } : s)),
});

describe('what cannot follow', () => {
  it('every first kind may be published again as it is', () => {
    for (const kind of Object.values(FIRST_KINDS)) expect(judgeRevision(kind, kind, []).errors).toEqual([]);
  });

  it.each([
    [pacs, 'identification', 'schoolId'],
    [fexs, 'fund', 'callId'],
    [fexs, 'fund', 'lineId'],
    [fexs, 'fund', 'amountRequested'],
    [fexs, 'budget', 'lines'],
    [cons, 'contract', 'signedContractFileId'],
  ])('%#: a field that a rule reads stays in sight', (kind, slug, path) => {
    expect(sectionOf(slug as 'fund').fields.map(f => f.path)).toContain(path);
    expect(revisionRefusals(kind, hide(kind, slug, path), [])).toMatchObject([
      { message: expect.stringContaining('no se puede ocultar') },
    ]);
  });

  it('what is asked of a fund is a sum of the budget, which stays and shows what it adds up', () => {
    const without = { ...fexs, sections: fexs.sections.filter(s => s.slug !== 'budget') };
    expect(revisionRefusals(fexs, without, [])).toMatchObject([
      { path: 'sections', message: expect.stringContaining('«Presupuesto» no se puede quitar') },
    ]);
    for (const path of ['lines.*.quantity', 'lines.*.unitCost', 'lines.*.source'])
      expect(revisionRefusals(fexs, hide(fexs, 'budget', path), [])).toHaveLength(1);
    expect(revisionRefusals(pacs, hide(pacs, 'budget', 'lines'), [])).toEqual([]);
  });

  it('a step stays while projects stand in it; ended ones do not count', () => {
    const next = { ...pacs, steps: pacs.steps.slice(0, 1) };
    const at = (count: number) => [
      { status: 'dean_review', count } as const,
      { status: 'closed', count: 9 } as const,
    ];
    expect(revisionRefusals(pacs, next, at(2))).toMatchObject([
      { path: 'steps', message: expect.stringContaining('2 proyectos están en él') },
    ]);
    expect(revisionRefusals(pacs, next, at(0))).toEqual([]);
  });
});

describe('when progress reports are due', () => {
  const errorsOf = (progressReports: number[]) =>
    judgeRevision(pacs, { ...pacs, progressReports }, []).errors.map(e => [e.path, e.message]);

  it('follow each other within the time of a project, at most twenty', () => {
    expect(errorsOf([25, 50, 75])).toEqual([]);
    const second = [['progressReports.1', 'El informe 2 va después del informe 1.']];
    expect(errorsOf([50, 50])).toEqual(second);
    expect(errorsOf([50, 25, 75])).toEqual(second);
    expect(errorsOf([0, 100]).map(([path]) => path)).toEqual(['progressReports.0', 'progressReports.1']);
    expect(errorsOf(Array.from({ length: 21 }, (_, n) => n + 1)).map(([path]) => path)).toEqual([
      'progressReports',
    ]);
  });

  it('is told among the differences', () => {
    const what = 'Informes de avance';
    const asked = { ...pacs, progressReports: [50, 75] };
    expect(kindDifferences(pacs, asked)).toEqual([{ what, before: null, after: 'al 50 %, al 75 %' }]);
    expect(kindDifferences(asked, pacs)).toEqual([{ what, before: 'al 50 %, al 75 %', after: null }]);
  });
});

describe('certificates of a kind', () => {
  const given = { ...pacs, certificates: 'activity' } as const;

  it('are none where a draft does not speak of them', () => {
    const { certificates: _, ...draft } = pacs;
    expect(judgeRevision(pacs, draft, []).definition?.certificates).toBe('none');
    expect(judgeRevision(pacs, given, []).definition?.certificates).toBe('activity');
  });

  it('are told among the differences, in words', () => {
    expect(kindDifferences(pacs, given)).toEqual([
      { what: 'Certificados', before: 'No se emiten', after: 'A quienes asisten, por cada actividad' },
    ]);
  });
});

describe('differences in words', () => {
  it('none between equals', () => {
    for (const kind of Object.values(FIRST_KINDS)) expect(kindDifferences(kind, kind)).toEqual([]);
  });

  it('names what changed, came and went', () => {
    const after: KindDefinition = {
      ...fexs,
      label: 'Fondo',
      documents: fexs.documents.slice(1),
      steps: fexs.steps.map(s => (s.status === 'evaluation' ? { ...s, days: 20 } : s)),
      rubric: fexs.rubric && { ...fexs.rubric, minimum: 70 },
    };
    expect(kindDifferences(fexs, after)).toEqual([
      { what: 'Nombre', before: 'Proyecto de fondo de extensión', after: 'Fondo' },
      { what: 'Paso «En evaluación»', before: '15 días hábiles', after: '20 días hábiles' },
      { what: 'Pauta: puntaje mínimo', before: '60', after: '70' },
      {
        what: 'Documento «commitment_letter»',
        before: 'Carta de compromiso · ayuda: Firmada por el socio.',
        after: null,
      },
    ]);
  });
});
