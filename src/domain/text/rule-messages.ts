/** The Spanish message of each generic field rule; the only place they are written. Apart from zod for the login page. */
export const RULES = {
  required: 'Este campo es obligatorio.',
  email: 'Escribe un correo válido, por ejemplo nombre@universidad.cl.',
  minLength: (n: number) => `Escribe al menos ${n} ${n === 1 ? 'carácter' : 'caracteres'}.`,
  maxLength: (n: number) => `Escribe como máximo ${n} ${n === 1 ? 'carácter' : 'caracteres'}.`,
  minItems: (n: number) => `Agrega al menos ${n}.`,
  maxItems: (n: number) => `Agrega como máximo ${n}.`,
  min: (n: number) => `El valor mínimo es ${n.toLocaleString('es-CL')}.`,
  max: (n: number) => `El valor máximo es ${n.toLocaleString('es-CL')}.`,
  number: 'Escribe un número.',
  integer: 'Escribe un número entero.',
  date: 'Escribe una fecha válida (dd-mm-aaaa).',
  choice: 'Elige una de las opciones.',
  text: 'Escribe un texto.',
  format: 'El formato no es válido.',
  characters: 'El texto contiene caracteres no permitidos.',
  other: 'El valor no es válido.',
} as const;
