import { describe, expect, it } from 'vitest';
import { certificateContent } from './certificates.ts';
import { documentWords, type ProjectPart, projectCertificate, reviewerCertificate } from './content.ts';

const ISSUER = { signer: 'Eva Paz', position: 'Directora' };
const project = {
  ...{ code: 'PAC-2026-001', title: 'Aguas del norte', kind: 'Proyecto A+S', school: 'Enfermería' },
  ...{ startDate: '2026-03-01', endDate: '2026-06-30' },
};
const part = (more: Partial<ProjectPart>): ProjectPart => ({
  ...{
    name: 'Ana Soto',
    documentKind: 'none',
    document: '',
    role: 'participant',
    detail: '',
    project,
    activity: null,
  },
  ...{ activities: 0, firstDay: null, lastDay: null },
  ...more,
});
const linesOf = (given: ProjectPart) =>
  Object.fromEntries(projectCertificate(given, ISSUER).lines.map(l => [l.label, l.value]));

describe('what a certificate says', () => {
  it.each([
    ['lead', 'dirigió el proyecto «Aguas del norte».'],
    ['alternate', 'participó como responsable alterno en el proyecto «Aguas del norte».'],
    ['member', 'integró el equipo del proyecto «Aguas del norte».'],
    ['founder', 'fundó el emprendimiento del proyecto «Aguas del norte».'],
    ['mentor', 'realizó la mentoría del proyecto «Aguas del norte».'],
    ['participant', 'participó en el proyecto «Aguas del norte».'],
  ] as const)('of %s', (role, statement) => {
    const content = projectCertificate(part({ role }), ISSUER);
    expect(content).toMatchObject({ statement, title: 'Certificado de participación', signer: 'Eva Paz' });
    expect(certificateContent.parse(content)).toEqual(content);
  });

  it('of who came to activities: how many, and when', () => {
    const came = { activities: 3, firstDay: '2026-03-05', lastDay: '2026-05-02' };
    expect(projectCertificate(part(came), ISSUER).statement).toBe(
      'participó en 3 actividades del proyecto «Aguas del norte».',
    );
    expect(linesOf(part(came))).toMatchObject({ Asistencia: '05-03-2026 a 02-05-2026' });
    const once = { activities: 1, firstDay: '2026-03-05', lastDay: '2026-03-05' };
    expect(linesOf(part(once))).toMatchObject({
      Asistencia: '05-03-2026',
      'Período del proyecto': '01-03-2026 a 30-06-2026',
    });
  });

  it('of who came to one: which, when and where, and nothing that is not known', () => {
    const activity = { name: 'Taller', day: '2026-04-01', startsAt: '09:00', endsAt: '', place: '' };
    const given = part({ activity, activities: 1, firstDay: '2026-04-01', lastDay: '2026-04-01' });
    expect(projectCertificate(given, ISSUER).statement).toBe(
      'participó en la actividad «Taller» del proyecto «Aguas del norte».',
    );
    expect(linesOf(given)).toEqual({
      Calidad: 'Participante',
      Actividad: 'Taller',
      Fecha: '01-04-2026',
      Horario: '09:00',
      Proyecto: 'PAC-2026-001 · Aguas del norte',
      Tipo: 'Proyecto A+S',
      Unidad: 'Enfermería',
    });
  });

  it('what the Ficha says beside a name', () => {
    expect(linesOf(part({ role: 'member', detail: 'student' }))).toMatchObject({ Rol: 'Estudiante' });
    expect(linesOf(part({ role: 'member' }))).not.toHaveProperty('Rol');
    expect(linesOf(part({ role: 'founder', detail: 'Titulada' }))).toMatchObject({ Vínculo: 'Titulada' });
    const dateless = { ...project, startDate: null, endDate: null, school: null };
    expect(Object.keys(linesOf(part({ project: dateless })))).toEqual(['Calidad', 'Proyecto', 'Tipo']);
  });

  it('of a reviewer: how much, and of what call or year', () => {
    const work = {
      ...{ name: 'Eva', documentKind: 'none', document: '', reviews: 1, kind: 'Incubaciones', year: null },
      ...{ call: { name: 'Fondo', year: 2026 }, firstDay: '2026-05-01', lastDay: '2026-05-09' },
    };
    expect(reviewerCertificate(work, ISSUER)).toMatchObject({
      title: 'Certificado de evaluación',
      statement: 'evaluó 1 propuesta de la convocatoria «Fondo», como par evaluador.',
    });
    expect(reviewerCertificate({ ...work, call: null, year: 2025, reviews: 2 }, ISSUER).statement).toBe(
      'evaluó 2 propuestas de Incubaciones durante 2025, como par evaluador.',
    );
  });

  it('a document with its word; never an address', () => {
    const words = (documentKind: string, document: string) =>
      documentWords({ name: '', documentKind, document });
    expect(words('rut', '12345678-5')).toBe('RUT 12.345.678-5');
    expect(words('rut', '7654321-K')).toMatch(/^RUT 7\.654\.321-K$/);
    expect(words('foreign', 'AB1234')).toBe('Documento AB1234');
    expect(words('none', '')).toBe('');
    expect(words('email', 'ana@correo.cl')).toBe('');
  });
});
