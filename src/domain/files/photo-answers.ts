/** Who can be recognised on a photo. */
export const PHOTO_PEOPLE = [
  { value: 'nobody', label: 'No se reconoce a nadie' },
  { value: 'adults', label: 'Sí, personas adultas' },
  { value: 'minors', label: 'Sí, también menores de edad' },
] as const;
export type PhotoPeople = (typeof PHOTO_PEOPLE)[number]['value'];

/** Whether those who can be recognised allowed that it is published. */
export const PHOTO_CONSENTS = [
  { value: 'not_needed', label: 'No hace falta' },
  { value: 'written', label: 'Sí, por escrito' },
  { value: 'spoken', label: 'Sí, de palabra durante la actividad' },
  { value: 'pending', label: 'Todavía no' },
  { value: 'withdrawn', label: 'La retiraron' },
] as const;
export type PhotoConsent = (typeof PHOTO_CONSENTS)[number]['value'];

export interface PhotoAnswer {
  readonly people: PhotoPeople;
  readonly consent: PhotoConsent;
}

/** What can be answered where these people are recognised: for minors somebody signs. */
export function consentsFor(people: PhotoPeople): PhotoConsent[] {
  if (people === 'nobody') return ['not_needed'];
  const given: PhotoConsent[] = people === 'minors' ? ['written'] : ['written', 'spoken'];
  return [...given, 'pending', 'withdrawn'];
}

/** Answers with which a photo may stand on a public page. */
export const PUBLISHABLE: readonly PhotoConsent[] = ['not_needed', 'written', 'spoken'];

/** Why a photo may not stand on a public page, and what to do; null where it may: only with an answer. */
export function photoHindrance(answer: Pick<PhotoAnswer, 'consent'> | null): string | null {
  if (answer === null) return 'Falta decir quién se reconoce en ella.';
  if (PUBLISHABLE.includes(answer.consent)) return null;
  return answer.consent === 'withdrawn'
    ? 'Retiraron la autorización para publicarla.'
    : 'Falta la autorización de las personas que se reconocen en ella.';
}
export const mayPublish = (answer: PhotoAnswer | null): boolean => photoHindrance(answer) === null;

/** What is wrong with two answers together, said at the second; null where they fit. */
export function photoAnswerError({ people, consent }: PhotoAnswer): string | null {
  if (consentsFor(people).includes(consent)) return null;
  return people === 'minors'
    ? 'Para menores de edad hace falta la autorización escrita de madre, padre o tutor.'
    : 'Elige una respuesta que corresponda.';
}
