import { describe, expect, it } from 'vitest';
import { type HolderQuestion, holdersOf, holdOn } from './holders.ts';

const head = (userId: string) => ({ userId, principalId: null });
const deputy = (userId: string, principalId: string) => ({ userId, principalId });
const question: HolderQuestion = {
  step: 'director_review',
  directors: [head('ana'), head('benito')],
  deans: [head('carla')],
  involvedIds: ['lead'],
  actedAsDirectorIds: [],
};
const ask = (more: Partial<HolderQuestion>) => holdersOf({ ...question, ...more });
const ids = (more: Partial<HolderQuestion>) => ask(more).holders.map(h => `${h.userId} ${h.via}`);

describe('who holds a step', () => {
  it('all heads of the school, any of whom may act', () => {
    expect(ask({})).toEqual({
      holders: [
        { userId: 'ana', principalId: null, via: 'head' },
        { userId: 'benito', principalId: null, via: 'head' },
      ],
      office: false,
      why: null,
    });
  });
  it('a head in the team gives way to another head', () => {
    expect(ids({ involvedIds: ['ana'] })).toEqual(['benito head']);
  });
  it('then to the dean, with the reason', () => {
    const moved = ask({ involvedIds: ['ana', 'benito'] });
    expect(moved.holders).toEqual([{ userId: 'carla', principalId: null, via: 'above' }]);
    expect(moved.why).toBe('La Dirección participa en el proyecto: decide el Decanato.');
  });
  it('a vacant school goes to the dean', () => {
    expect(ask({ directors: [] }).why).toBe('La Dirección no tiene titular: decide el Decanato.');
  });
  it('then to the office', () => {
    expect(ask({ directors: [], deans: [] })).toEqual({
      holders: [],
      office: true,
      why: 'La Dirección no tiene titular: decide la oficina.',
    });
    expect(ask({ involvedIds: ['ana', 'benito', 'carla'] }).office).toBe(true);
  });
  it('the dean’s step goes to the deans, else to the office', () => {
    expect(ids({ step: 'dean_review' })).toEqual(['carla dean']);
    expect(ask({ step: 'dean_review', involvedIds: ['carla'] })).toEqual({
      holders: [],
      office: true,
      why: 'El Decanato participa en el proyecto: decide la oficina.',
    });
  });
  it('what keeps a unit from its step is named for what it is, each kind once', () => {
    const whyOf = (more: Partial<HolderQuestion>) => ask(more).why;
    const dean = { step: 'dean_review', deans: [head('ana'), head('carla')] } as const;
    expect([
      whyOf({ involvedIds: ['ana', 'benito'] }),
      whyOf({ involvedIds: ['ana'], authorId: 'benito' }),
      whyOf({ ...dean, deans: [head('ana')], actedAsDirectorIds: ['ana'] }),
      whyOf({ ...dean, involvedIds: ['carla'], actedAsDirectorIds: ['ana'] }),
      whyOf({ directors: [{ userId: 'eva', principalId: 'ana' }], involvedIds: ['eva'] }),
      whyOf({ directors: [{ userId: 'eva', principalId: 'ana' }], involvedIds: ['ana'] }),
    ]).toEqual([
      'La Dirección participa en el proyecto: decide el Decanato.',
      'La Dirección participa en el proyecto y pidió el cambio: decide el Decanato.',
      'El Decanato ya dio visto bueno por la Dirección: decide la oficina.',
      'El Decanato ya dio visto bueno por la Dirección y participa en el proyecto: decide la oficina.',
      'La Dirección tiene como subrogante a quien participa en el proyecto: decide el Decanato.',
      'La Dirección participa en el proyecto: decide el Decanato.',
    ]);
  });
  it('who acted as director does not hold the dean’s step', () => {
    expect(
      ids({ step: 'dean_review', deans: [head('ana'), head('carla')], actedAsDirectorIds: ['ana'] }),
    ).toEqual(['carla dean']);
    expect(ids({ deans: [], actedAsDirectorIds: ['ana'] })).toEqual(['ana head', 'benito head']);
  });
  it('a deputy holds, unless either of the two has a conflict', () => {
    const directors = [deputy('dina', 'ana')];
    expect(ids({ directors })).toEqual(['dina deputy']);
    expect(ids({ directors, involvedIds: ['ana'] })).toEqual(['carla above']);
    expect(ids({ directors, involvedIds: ['dina'] })).toEqual(['carla above']);
  });
  it('names nobody twice, and in their own right where there is one', () => {
    expect(ids({ directors: [head('ana'), deputy('ana', 'benito')] })).toEqual(['ana head']);
    expect(ids({ directors: [deputy('ana', 'benito'), head('ana')] })).toEqual(['ana head']);
  });
  it('the final report begins with the school', () => {
    expect(ids({ step: 'final_report' })).toEqual(['ana head', 'benito head']);
  });
});

describe('who holds a step once heads, deputies or the team have changed', () => {
  const on = (assigned: HolderQuestion['deans'], seats: string[], more: Partial<HolderQuestion> = {}) =>
    holdOn({ ...question, ...more }, { assigned, seats }).holders.map(h => `${h.userId} ${h.via}`);

  it('as if it began now, unless the office assigned it', () => {
    expect(on([], ['zoe'])).toEqual(['ana head', 'benito head']);
    expect(on([], ['zoe'], { directors: [deputy('dina', 'ana')] })).toEqual(['dina deputy']);
  });
  it('whom the office assigned stays, and the head in whose place they came does not return', () => {
    expect(on([head('zoe')], ['zoe', 'benito'])).toEqual(['zoe assigned', 'benito head']);
    expect(on([head('zoe')], ['zoe'])).toEqual(['zoe assigned']);
  });
  it('the deputy of an assigned person holds it meanwhile', () => {
    expect(on([deputy('dina', 'zoe')], ['zoe'])).toEqual(['dina assigned']);
  });
  it('an assigned person who got a conflict gives it back to the unit', () => {
    expect(on([head('zoe')], ['zoe'], { involvedIds: ['zoe'] })).toEqual(['ana head', 'benito head']);
    expect(on([deputy('dina', 'zoe')], ['zoe'], { involvedIds: ['zoe'] })).toEqual([
      'ana head',
      'benito head',
    ]);
  });
});
