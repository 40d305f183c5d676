import type { Question } from '../../domain/surveys/questions.ts';

const asked = { help: '', required: false } as const;
const OPTIONS = {
  rol: [
    { value: 'socio', label: 'Organización socia' },
    { value: 'participante', label: 'Participante de actividades' },
    { value: 'estudiante', label: 'Estudiante' },
    { value: 'otro', label: 'Otro' },
  ],
  aportes: [
    { value: 'conocimientos', label: 'Conocimientos nuevos' },
    { value: 'redes', label: 'Contacto con otras organizaciones' },
    { value: 'materiales', label: 'Materiales o equipamiento' },
    { value: 'respuesta', label: 'Respuesta a una necesidad del territorio' },
  ],
  continuidad: [
    { value: 'si', label: 'Sí' },
    { value: 'tal_vez', label: 'Tal vez' },
    { value: 'no', label: 'No' },
  ],
};

const satisfaction = (to: number): Question => ({
  ...{
    ...asked,
    key: 'satisfaccion',
    kind: 'scale',
    text: '¿Qué tan conforme estás con el trabajo en conjunto?',
  },
  ...{ required: true, from: 1, to, low: 'Nada conforme', high: 'Muy conforme' },
});
const OTHERS: readonly Question[] = [
  {
    ...{
      ...asked,
      key: 'recomienda',
      kind: 'scale',
      text: '¿Recomendarías a otra organización trabajar con la universidad?',
    },
    ...{ from: 0, to: 10, low: 'De ninguna manera', high: 'Con toda seguridad' },
  },
  {
    ...{ ...asked, key: 'rol', kind: 'choice', text: '¿Desde dónde respondes?' },
    ...{ divides: true, options: OPTIONS.rol },
  },
  {
    ...asked,
    key: 'aportes',
    kind: 'multiple',
    text: '¿Qué te aportó?',
    help: 'Marca todo lo que corresponda.',
    options: OPTIONS.aportes,
  },
  {
    ...{
      ...asked,
      key: 'continuidad',
      kind: 'choice',
      text: '¿Quieres que sigamos trabajando juntos el próximo año?',
    },
    ...{ divides: false, options: OPTIONS.continuidad },
  },
  { ...asked, key: 'mejorar', kind: 'text', text: '¿Qué deberíamos mejorar?' },
];

/** What partners and participants are asked; of the second version on the first question has seven values. */
export const VERSIONS: readonly (readonly Question[])[] = [
  [satisfaction(5), ...OTHERS],
  [satisfaction(7), ...OTHERS],
];

export const COMMENTS = [
  'Los talleres podrían comenzar más tarde: muchas personas trabajan hasta las seis.',
  'Todo bien, sigamos así.',
  'Sería bueno saber antes qué estudiantes vienen y cuánto tiempo se quedan.',
  'Faltó difusión en el sector alto de la comuna.',
  'Que los resultados se presenten también en la junta de vecinos.',
  'Más materiales para llevar a la casa.',
  'El equipo fue muy cercano y puntual.',
  'Nos gustaría participar desde el diseño, no solo en las actividades.',
];

/** People of organisations and of the neighbourhood, who do not exist. */
export const INVITED = [
  ['Rosa Millán', 'rosa.millan'],
  ['Luis Arriagada', 'luis.arriagada'],
  ['Carmen Ñanco', 'carmen.nanco'],
  ['Iván Sanhueza', 'ivan.sanhueza'],
  ['Teresa Coñuepán', 'teresa.conuepan'],
  ['Pedro Oyarzún', 'pedro.oyarzun'],
  ['Marta Riquelme', 'marta.riquelme'],
  ['Hugo Peñailillo', 'hugo.penailillo'],
  ['Elena Carrasco', 'elena.carrasco'],
] as const;
