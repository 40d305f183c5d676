import { describe, expect, it } from 'vitest';
import { expectedPeople } from '../execution/people.ts';
import { SECTIONS } from '../sections/index.ts';
import { correctedPeople, correctionErrors } from './people.ts';

describe('people of a report', () => {
  it('are what was recorded, but where the final report says otherwise', () => {
    expect(correctedPeople({ students: 5, direct: 9 }, { students: 2, women: 4 })).toEqual({
      ...{ students: 2, direct: 9, women: 4 },
    });
    expect(correctedPeople({ students: 5 }, {})).toEqual({ students: 5 });
    expect(correctedPeople({ students: 5 }, { students: 0 })).toEqual({ students: 0 });
  });

  it('are corrected with a reason, in the final report alone', () => {
    const errors = (number: number | null, people: object, peopleReason: string) =>
      correctionErrors(number, { people, peopleReason }).map(e => e.path);
    expect(errors(null, {}, '')).toEqual([]);
    expect(errors(null, {}, 'Corto')).toEqual([]);
    expect(errors(null, { students: 0 }, '')).toEqual(['peopleReason']);
    expect(errors(null, { students: 0 }, 'Nueve let')).toEqual(['peopleReason']);
    expect(errors(null, { students: 0 }, 'Diez letra')).toEqual([]);
    expect(errors(1, {}, '')).toEqual([]);
    expect(errors(1, {}, 'Por qué no')).toEqual(['people']);
    expect(errors(1, { students: 1 }, 'Diez letras')).toEqual(['people']);
  });

  it('were expected as far as the form says', () => {
    expect(expectedPeople(undefined)).toEqual({});
    const planned = SECTIONS.participants.schema.parse({
      ...{ reach: { direct: { expected: 60 }, indirect: { expected: 0 } }, byAge: { age60: { actual: 3 } } },
    });
    expect(expectedPeople(planned)).toEqual({ direct: 60, indirect: 0 });
  });
});
