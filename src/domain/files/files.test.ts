import { describe, expect, it } from 'vitest';
import { consentsFor, mayPublish, PHOTO_CONSENTS, PHOTO_PEOPLE, photoAnswerError } from './photo-answers.ts';
import { serveRefusal, showScan } from './scans.ts';

describe('a photo on a public page', () => {
  it('needs an answer, and an authorisation where somebody is recognised', () => {
    expect(mayPublish(null)).toBe(false);
    const published = PHOTO_PEOPLE.flatMap(({ value: people }) =>
      consentsFor(people)
        .filter(consent => mayPublish({ people, consent }))
        .map(consent => `${people} ${consent}`),
    );
    expect(published).toEqual(['nobody not_needed', 'adults written', 'adults spoken', 'minors written']);
  });
  it('refuses answers that do not fit each other', () => {
    for (const { value: people } of PHOTO_PEOPLE)
      for (const { value: consent } of PHOTO_CONSENTS)
        expect(photoAnswerError({ people, consent }) === null).toBe(consentsFor(people).includes(consent));
    expect(photoAnswerError({ people: 'minors', consent: 'spoken' })).toMatch(/madre, padre o tutor/);
  });
});

describe('a file that is not handed over', () => {
  const ready = { state: 'ready', reason: null, scan: 'clean' } as const;
  it('says why', () => {
    expect(serveRefusal(ready, false)).toBeNull();
    expect(serveRefusal({ ...ready, scan: 'unscanned' }, true)).toBeNull();
    expect(serveRefusal({ ...ready, scan: 'unscanned' }, false)).toMatch(/antivirus/);
    expect(serveRefusal({ ...ready, state: 'checking' }, true)).toMatch(/se está revisando/);
    expect(serveRefusal({ ...ready, state: 'rejected', reason: 'Está dañado.' }, true)).toBe(
      'El archivo fue rechazado: Está dañado.',
    );
    expect(serveRefusal({ ...ready, scan: 'infected' }, true)).toMatch(/virus/);
  });
  it('what the scanner said, in words', () => {
    expect(showScan('clean', null)).toBe('Sin virus');
    expect(showScan('infected', 'Eicar')).toBe('Infectado (Eicar)');
    expect(showScan('unscanned', 'away')).toBe('Sin revisar (el antivirus no respondió)');
    expect(showScan('unscanned', 'earlier')).toBe('Sin revisar (anterior)');
    expect(showScan('unscanned', null)).toBe('Sin revisar');
  });
});
