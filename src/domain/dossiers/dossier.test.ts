import { describe, expect, it } from 'vitest';
import { type Dossier, type DossierProject, dossierDocument, partWords } from './dossier.ts';

const PROJECT: DossierProject = {
  ...{
    code: 'PAC-1',
    title: 'Huerta',
    kindLabel: 'Aprendizaje y servicio',
    status: 'closed',
    period: '2026-1',
  },
  ...{ school: 'Enfermería', parts: ['lead'], role: null, hoursPerWeek: null, people: 12 },
  ...{ partners: ['Junta', 'Escuela'], told: [{ label: 'Resultados', text: 'Se plantó.' }] },
};
const DOSSIER: Dossier = {
  person: { id: '1', name: 'Camila Rojas', school: 'Enfermería' },
  projects: [
    PROJECT,
    { ...PROJECT, code: 'PAC-2', parts: ['member'], role: 'student', hoursPerWeek: 4.5, people: null },
  ],
  reviews: [{ call: 'Fondo 2025', year: 2025, count: 3 }],
  certificates: [],
};
const HEADING = {
  ...{ institution: 'Universidad', product: 'Vinculación', reader: 'Camila Rojas' },
  ...{ now: new Date('2026-11-28T12:00:00Z'), checkAddress: 'https://uni.example/publico/certificado' },
};

describe('a dossier', () => {
  it('says what somebody was, by the role in the team where there is one', () => {
    expect(partWords({ parts: ['lead', 'member'], role: 'lead' })).toBe('Responsable');
    expect(partWords({ parts: ['member'], role: 'student' })).toBe('Estudiante');
    expect(partWords({ parts: ['member'], role: null })).toBe('Integrante del equipo');
    expect(partWords({ parts: ['alternate', 'mentor'], role: null })).toBe('Responsable alterno y Mentor');
  });

  it('has only sections of which there is something, with people of what was led', () => {
    const document = dossierDocument(DOSSIER, { from: 2025 }, HEADING);
    expect(document.sections.map(s => s.label)).toEqual([
      ...['Proyectos a cargo', 'Proyectos en cuyo equipo está', 'Lo que lograron', 'Evaluación de proyectos'],
    ]);
    expect(document.facts.map(f => [f.label, f.text])).toEqual([
      ['Escuela', 'Enfermería'],
      ['Años', 'Desde 2025'],
      ['Proyectos a cargo', '1'],
      ['En equipos', '1'],
      ['Beneficiarios directos de los proyectos a cargo', '12'],
    ]);
  });
});
