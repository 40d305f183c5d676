import { describe, expect, it } from 'vitest';
import { RULES } from '../text/rule-messages.ts';
import { dataRequestFields, dueOfRequest } from './requests.ts';

const CLOCK = '2026-12-01';
const dueOf = (receivedOn: string, isExtended = false) => dueOfRequest({ receivedOn, isExtended }, CLOCK);

describe('a request about personal data', () => {
  it('is answered in thirty calendar days, or in thirty more once they were extended', () => {
    expect(dueOf('2026-12-01')).toBe('2026-12-31');
    expect(dueOf('2026-12-15')).toBe('2027-01-14');
    expect(dueOf('2027-01-30')).toBe('2027-03-01');
    expect(dueOf('2027-01-30', true)).toBe('2027-03-31');
    // A leap year has a day more.
    expect(dueOf('2028-01-30')).toBe('2028-02-29');
  });

  it('that came before the law is due as if it had come on its first day', () => {
    expect(dueOf('2026-10-03')).toBe('2026-12-31');
    expect(dueOf('2026-11-30', true)).toBe('2027-01-30');
    expect(dueOfRequest({ receivedOn: '2026-12-15', isExtended: false }, '2027-12-01')).toBe('2027-12-31');
  });

  const asked = {
    ...{ right: 'access', name: 'Rosa Alarcón', email: 'ROSA@uni.example ', document: '' },
    ...{ details: 'Qué datos míos guardan.', channel: 'mail', receivedOn: '2026-12-02' },
  };
  const errorsOf = (changed: object) =>
    dataRequestFields
      .safeParse({ ...asked, ...changed })
      .error?.issues.map(issue => [issue.path.join('.'), issue.message]);

  it('is recorded with what identifies its person', () => {
    expect(dataRequestFields.parse({ ...asked, email: 'ROSA@uni.example' }).email).toBe('rosa@uni.example');
    expect(errorsOf({ email: '', document: '12.345.678-5' })).toBeUndefined();
    expect(errorsOf({ email: '' })).toEqual([
      ['email', 'Escribe su correo o su documento: sin ninguno no se sabe de quién son los datos.'],
    ]);
  });

  it('is refused where it is none, field by field', () => {
    expect(errorsOf({ right: 'oblivion', email: 'x@uni.example' })).toEqual([['right', RULES.choice]]);
    expect(errorsOf({ channel: 'application', email: 'x@uni.example' })).toEqual([['channel', RULES.choice]]);
    expect(errorsOf({ details: 'corto', email: 'x@uni.example' })).toEqual([
      ['details', RULES.minLength(10)],
    ]);
    expect(errorsOf({ details: 'x'.repeat(4001), email: 'x@uni.example' })).toEqual([
      ['details', RULES.maxLength(4000)],
    ]);
    expect(errorsOf({ receivedOn: '2026-02-30', email: 'x@uni.example' })).toEqual([
      ['receivedOn', RULES.date],
    ]);
    expect(errorsOf({ name: ' ', email: 'x@uni.example' })).toEqual([['name', RULES.minLength(2)]]);
  });
});
