import { describe, expect, it } from 'vitest';
import { allowed, LAST, NOW, PEOPLE, PERSONAS, type Persona, project, why } from '../../../test/subjects.ts';
import { STATUSES, type Status } from '../kinds/statuses.ts';
import { can, mayResolve, type ProjectAction } from './can.ts';
import { allowedActions } from './offers.ts';
import type { ProjectSubject } from './subject.ts';
import { mayRead, mayReadPrivate } from './visibility.ts';

describe('reading', () => {
  const OPEN: Status[] = ['approved', 'running', 'suspended', 'final_report', 'closed'];
  const whole: Persona[] = [
    'lead',
    'alternate',
    'member',
    'holder',
    'holderInTeam',
    'otherHead',
    'otherDean',
    'reviewer',
    'office',
    'officeInTeam',
    'officeLead',
  ];
  it.each(STATUSES)('%s: who sees it, and who sees all of it', status => {
    const readers = PERSONAS.filter(p => mayRead(PEOPLE[p], project(status)));
    const open: Persona[] = OPEN.includes(status) ? ['headElsewhere', 'stranger'] : [];
    expect(readers.sort()).toEqual([...whole, ...open].sort());
    expect(PERSONAS.filter(p => mayReadPrivate(PEOPLE[p], project(status))).sort()).toEqual(
      [...whole].sort(),
    );
  });
  it('heads see nothing that was never submitted', () => {
    const draft = project('draft', { submittedAt: null });
    expect(mayRead(PEOPLE.otherHead, draft)).toBe(false);
    expect(mayRead(PEOPLE.otherDean, draft)).toBe(false);
    expect(mayRead(PEOPLE.member, draft)).toBe(true);
    expect(mayRead(PEOPLE.office, draft)).toBe(true);
  });
  it('a project without a school belongs to no head', () => {
    expect(mayRead(PEOPLE.otherHead, project('director_review', { schoolId: null }))).toBe(false);
  });
  it('somebody else’s project is as if it were not there', () => {
    expect(can(PEOPLE.stranger, 'submit', project('draft'))).toEqual({
      allowed: false,
      hidden: true,
      reason: 'No encontramos lo que buscas, o no tienes acceso.',
    });
  });
  it('an account not enabled yet sees and does nothing', () => {
    expect(mayRead(PEOPLE.pending, project('running'))).toBe(false);
    expect(why('pending', 'read_reviews', project('running'))).toBe('La oficina debe habilitar tu cuenta.');
  });
  it('reviews stay with the office until the resolution', () => {
    expect(allowed('lead', 'read_reviews', project('evaluation'))).toBe(false);
    expect(allowed('otherHead', 'read_reviews', project('resolution'))).toBe(false);
    expect(allowed('office', 'read_reviews', project('evaluation'))).toBe(true);
    expect(allowed('lead', 'read_reviews', project('not_awarded'))).toBe(true);
    expect(allowed('stranger', 'read_reviews', project('running'))).toBe(false);
  });
  it('a reader of the open list sees no budget', () => {
    expect(mayRead(PEOPLE.stranger, project('running'))).toBe(true);
    expect(mayReadPrivate(PEOPLE.stranger, project('running'))).toBe(false);
  });
});

describe('editing', () => {
  const editable = (action: ProjectAction) => STATUSES.filter(s => allowed('lead', action, project(s)));
  it.each<[ProjectAction, Status[]]>([
    ['edit:identification', ['draft', 'returned']],
    ['edit:budget', ['draft', 'returned']],
    ['edit:attachments', ['draft', 'returned', 'approved']],
    ['edit:contract', ['draft', 'returned', 'approved']],
    ['delete_file', ['draft', 'returned', 'approved']],
    ['upload', ['draft', 'returned', 'approved', 'running']],
    ['answer_observation', ['returned', 'running']],
    ['change_lead', ['draft', 'returned']],
    ['request_change', ['approved', 'running']],
  ])('the lead may %s in %j', (action, statuses) => {
    expect(editable(action)).toEqual(statuses);
  });
  it.each<[ProjectAction, Persona[]]>([
    ['edit:identification', ['lead', 'alternate', 'office', 'officeInTeam']],
    ['upload', ['lead', 'alternate', 'office', 'officeInTeam']],
    ['change_lead', ['lead', 'office', 'officeInTeam']],
    ['extend_due', ['office']],
  ])('%s in a draft is for %j', (action, who) => {
    const others = PERSONAS.filter(p => p !== 'officeLead');
    expect(others.filter(p => allowed(p, action, project('draft')))).toEqual(who);
  });
  it('the team uploads evidence while the project runs', () => {
    expect(allowed('member', 'upload', project('running'))).toBe(true);
    expect(allowed('member', 'edit:participants', project('running'))).toBe(false);
    expect(allowed('member', 'upload', project('draft'))).toBe(false);
  });
  it('observations are resolved by who made them, or by the office', () => {
    const [byHolder, inReview] = [{ authorId: PEOPLE.holder.id }, project('director_review')];
    expect(mayResolve(PEOPLE.holder, inReview, byHolder)).toBe(true);
    expect(mayResolve(PEOPLE.office, inReview, byHolder)).toBe(true);
    expect(mayResolve(PEOPLE.otherHead, inReview, byHolder)).toBe(false);
    expect(mayResolve(PEOPLE.member, inReview, byHolder)).toBe(false);
  });
  it('says why and what to do', () => {
    expect(why('lead', 'edit:budget', project('director_review'))).toBe(
      'El proyecto está en revisión: para cambiarlo, pide que te lo devuelvan con observaciones.',
    );
    expect(why('lead', 'edit:budget', project('running'))).toMatch(/^La Ficha quedó congelada/);
    expect(why('lead', 'edit:budget', project('closed'))).toBe('El proyecto terminó y ya no se edita.');
    expect(why('lead', 'edit:budget', project('withdrawn'))).toBe('El proyecto terminó y ya no se edita.');
  });
});

describe('buttons', () => {
  const labels = (persona: Persona, subject: ProjectSubject) =>
    allowedActions(PEOPLE[persona], subject).map(a => (a.allowed ? a.label : `${a.label} (${a.reason})`));

  it('a lead sees what stands in the way of sending', () => {
    expect(labels('lead', project('draft', { submittedAt: null, missingCount: 2 }))).toEqual([
      'Enviar a Dirección (Faltan 2 datos: complétalos antes de enviar.)',
      'Eliminar borrador',
    ]);
  });
  it('sending back goes where it came from', () => {
    expect(labels('lead', project('returned', { returnedFrom: 'dean_review' }))).toEqual([
      'Enviar a Decanato',
      'Retirar',
    ]);
  });
  it('a holder sees their decisions, a stranger nothing', () => {
    expect(labels('holder', project('director_review'))).toEqual([
      'Dar visto bueno',
      'Devolver con observaciones',
      'Rechazar',
    ]);
    expect(labels('stranger', project('running'))).toEqual([]);
  });
  it('a holder in the team sees them refused with the reason', () => {
    const offers = allowedActions(PEOPLE.holderInTeam, project('director_review'));
    expect(offers.map(o => o.allowed)).toEqual([false, false, false]);
    expect(offers[0]?.reason).toMatch(/diriges o integras/);
  });
  it('says what to give along and on whose behalf', () => {
    expect(allowedActions(PEOPLE.office, project('approved'))).toEqual([
      {
        action: 'start',
        label: 'Iniciar ejecución',
        allowed: true,
        reason: null,
        requires: ['ready_to_start', 'start_reached'],
        onBehalf: true,
        lastResort: false,
      },
      expect.objectContaining({ action: 'renounce', onBehalf: true, requires: ['reason>=1'] }),
      expect.objectContaining({ action: 'cancel', onBehalf: false }),
    ]);
  });
  it('offers undo right after, and not a day later', () => {
    const endorsed = (at: Date) =>
      project('dean_review', { lastTransition: { ...LAST, action: 'endorse', actorId: 'otherHead', at } });
    expect(labels('otherHead', endorsed(NOW))).toEqual(['Deshacer']);
    expect(labels('otherHead', endorsed(new Date('2026-11-18T15:00:00Z')))).toEqual([]);
  });
  it('leaves changing the status by hand to its own screen', () => {
    expect(allowedActions(PEOPLE.office, project('closed'))).toEqual([]);
  });
});
