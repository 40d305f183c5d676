import type { Choice, ImportField, ImportKind, Reference } from './field.ts';

interface Words {
  readonly none: (text: string, within: string) => string;
  readonly several?: (text: string) => string;
}
const howCalled = (text: string) => (text.includes('@') ? 'correo' : 'nombre');

/** What is said where a cell names nothing, or more than one. */
export const WORDS: Record<Reference, Words> = {
  school: { none: text => `No existe la escuela «${text}».` },
  faculty: { none: text => `No existe la facultad «${text}».` },
  careers: {
    none: text => `No existe la carrera «${text}».`,
    several: text => `Hay varias carreras «${text}»: usa su código único.`,
  },
  people: {
    none: text => `No hay una persona habilitada con el ${howCalled(text)} «${text}».`,
    several: text => `Hay varias personas llamadas «${text}»: usa su correo.`,
  },
  person: {
    none: text =>
      `No hay una persona con el ${howCalled(text)} «${text}»: impórtala antes, también si ya no está.`,
    several: text => `Hay varias personas llamadas «${text}»: usa su correo.`,
  },
  organisations: {
    none: text => `No hay una organización con el nombre o RUT «${text}»: impórtala antes.`,
    several: text => `Hay varias organizaciones «${text}»: usa su RUT.`,
  },
  offerings: {
    none: (text, within) =>
      `No hay oferta del curso «${text}» en ${within ? `${within}: impórtala antes.` : 'un período sin indicar.'}`,
    several: text => `«${text}» tuvo varias secciones: escribe ${text}/1.`,
  },
  course: { none: text => `No existe el curso «${text}»: impórtalo antes.` },
  comuna: { none: text => `No existe la comuna «${text}».` },
  comunas: { none: text => `No existe la comuna «${text}».` },
  project: {
    none: text => `No hay un proyecto con el código «${text}»: impórtalo antes.`,
  },
  theme: { none: text => `No existe el tema «${text}».` },
  team: { none: text => `No se reconoce a «${text}».` },
};

/** What is told twice, by the field that tells rows apart; the noun itself where that is its name. */
const REPEATED: Readonly<Record<string, string>> = {
  email: 'El correo',
  course: 'Esa sección del curso en el período',
  activity: 'Esa actividad del proyecto en la fecha',
  indicator: 'Ese indicador del proyecto en la fecha',
};
export const nameRepeated = ({ key, one, ending }: ImportKind): string =>
  key === 'name' ? `${ending === 'a' ? 'La' : 'El'} ${one}` : (REPEATED[key] ?? 'El código');

/** What is said where several stored rows are what a row looks for. */
const SEVERAL: Readonly<Record<string, string>> = {
  activity: 'Hay varias actividades con ese nombre y fecha en la aplicación: revísalas ahí.',
  indicator: 'Hay varias mediciones de esa fecha en la aplicación: revísalas ahí.',
};
export const nameSeveral = ({ key }: ImportKind, text: string): string =>
  SEVERAL[key] ?? WORDS.organisations.several?.(text) ?? '';

/** What is said of a row that means one merged into another: both rows of a file would write the one that was kept. */
export const nameMerged = (kept: string): string =>
  `Esa organización se unió con «${kept}»: quita la fila o corrige «${kept}» en el directorio.`;

/** What is said where a unit is missing. */
export const NEEDED: Readonly<Record<string, string>> = {
  school: 'Falta la escuela: elige una para el archivo.',
  faculty: 'Falta la facultad.',
};

/** What is said where something is called much like it. */
export const nearWords = (none: string, near: string): string =>
  `${none.replace(/»[:.][^»]*$/, '».')} ¿Es «${near}»?`;

/** What is said of a unit of the other kind. */
export const sayOtherKind = (other: Reference, text: string): string =>
  other === 'faculty'
    ? `«${text}» es una facultad: indica la escuela.`
    : `«${text}» es una escuela: indica la facultad.`;

/** What is said where a comma may part names or belong to one. */
export const ambiguousList = (text: string): string =>
  `«${text}» puede ser una organización o varias: si son varias, sepáralas con punto y coma.`;

/** What a cell of a field may say where it has few words: those that it is read by, and what may stand beside them. */
export const choicesOf = ({ words = {}, choices = [], read }: ImportField): Choice[] => [
  ...Object.values(words)
    .filter(label => 'value' in read(label))
    .map(label => ({ value: label, label })),
  ...choices,
];

/** How much the first must be like the text, and how much less the next, to be taken for it without a closer look. */
const LIKELY = { alike: 0.5, organisation: 0.75, ahead: 0.12 };

/** Whether the first of what is like a text may be taken for it with others; `alike` is from 0 to 1. */
export function isLikely({ reference }: ImportField, found: readonly { readonly alike: number }[]): boolean {
  const [first, second] = found;
  // Who somebody is, is never taken for likely; nor is what may as well be another that is not there yet.
  if (!first || reference === 'person' || reference === 'people') return false;
  const atLeast = reference === 'organisations' ? LIKELY.organisation : LIKELY.alike;
  return first.alike >= atLeast && first.alike - (second?.alike ?? 0) >= LIKELY.ahead;
}
