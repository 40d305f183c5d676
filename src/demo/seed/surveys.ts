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
  participacion: [
    { value: 'vecindad', label: 'Vecina o vecino' },
    { value: 'organizacion', label: 'Integrante de una organización' },
    { value: 'estudiante', label: 'Estudiante' },
    { value: 'otra', label: 'De otra forma' },
  ],
  utilidad: [
    { value: 'si', label: 'Sí' },
    { value: 'en_parte', label: 'En parte' },
    { value: 'no', label: 'No' },
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

/** What those are asked who were part of a project that ends. */
export const CLOSING: readonly Question[] = [
  {
    ...{ ...asked, key: 'nota', kind: 'scale', text: '¿Con qué nota evalúas el proyecto?' },
    ...{ required: true, from: 1, to: 7, low: 'Muy mala', high: 'Excelente' },
  },
  {
    ...{ ...asked, key: 'participacion', kind: 'choice', text: '¿Cómo participaste?' },
    ...{ divides: true, options: OPTIONS.participacion },
  },
  {
    ...{
      ...asked,
      key: 'utilidad',
      kind: 'choice',
      text: '¿Usas hoy algo de lo que aprendiste o recibiste?',
    },
    ...{ divides: false, options: OPTIONS.utilidad },
  },
  {
    ...{ ...asked, key: 'volver', kind: 'scale', text: '¿Invitarías a alguien a participar el próximo año?' },
    ...{ from: 0, to: 10, low: 'De ninguna manera', high: 'Con toda seguridad' },
  },
  { ...asked, key: 'mejorar', kind: 'text', text: '¿Qué harías distinto?' },
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

export const CLOSING_COMMENTS = [
  'Haría una sesión más: quedamos con preguntas.',
  'Nada, me gustó cómo se hizo.',
  'Avisaría con más tiempo para pedir permiso en el trabajo.',
  'Que los estudiantes vuelvan después a ver cómo seguimos.',
  'Invitaría también a los cursos más chicos.',
  'Menos láminas y más práctica.',
  'La sala era fría; en verano habría venido más gente.',
  'Repartiría el material al comienzo, para tomar notas encima.',
  'Buscaría un horario para quienes cuidan a alguien.',
  'Grabaría las sesiones para los que no pudieron venir.',
  'Todo estuvo bien explicado y con paciencia.',
  'Me habría gustado saber antes qué iba a quedar instalado.',
  'Haría grupos más pequeños.',
  'Que el próximo año nos pregunten antes qué necesitamos.',
  'Pondría locomoción para los sectores rurales.',
  'Agradezco que cumplieron todo lo que dijeron.',
  'Más tiempo para conversar entre nosotros.',
  'Que la universidad publique los resultados en palabras simples.',
] as const;

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
