import { expect, it } from 'vitest';
import { finder, hider } from './masker.ts';

/** A team of the commonest names, half of them words of the language and places. */
const SECRETS = {
  people: [
    ...[
      'Rosa Flores Campos',
      'Luz Reyes Cruz',
      'Santiago Valdivia Toledo',
      'Camila Rojas Soto',
      'Paz Fuentes Vega',
    ],
    ...[
      'Ángel Ríos Pino',
      'Valentina Arias Mora',
      'Carla Lara Torres',
      'Claudia Lagos Parra',
      'Juan Pérez Muñoz',
    ],
    ...[
      'Ana María Castro León',
      'Mario Leal Blanco',
      'Eva Luna Rosas',
      'Sol Araya Iglesias',
      'Marco Antonio Salas',
    ],
    ...[
      'José Luis Herrera Guerra',
      'Pedro Olivares Calderón',
      'Elena Moreno Prado',
      'Tomás Ortega Díaz',
      'Li Wu',
    ],
  ],
  mails: ['rosa.flores@biosur.example', 'varias@biosur.example', 'direccion@junta.example'],
  units: ['Escuela de Kinesiología', 'Facultad de Ingeniería y Negocios'],
};
const hide = hider(SECRETS);
const find = finder(SECRETS);

it.each([
  'En los campos de la comuna de Valdivia crecen flores rojas, blancas y rosas; entre ellas, varias nativas.',
  'La Escuela de Enfermería y la Facultad de Medicina trabajan con el CESFAM, la ONG y el PAC del sector.',
  'El río Cruz nace en la sierra y cruza la vega. Los reyes magos llegan en enero a la plaza de Santiago.',
  'A. Objetivo general\nB. Objetivos específicos\nC. Resultados esperados\na) campos de flores; b) ríos y lagos',
  'Según Muñoz y Pérez (2019), la participación crece un 12,5 %. Soto (2021) y Rojas (2020, p. 14) coinciden.',
  'Horario: 9.30 a.m. a 1 p.m. Costo: $ 1.250.000 + IVA. Empresa: Aguas del Valle S.A., R.U.T. 76.543.210-K.',
  'El taller «Luz y paz» reúne a madres, padres y apoderados de la Escuela Gabriela Mistral, en Los Ángeles.',
  'Escribe a oirs@municipio.example o a talleres@vivero-flores.example; el sitio es https://vivero.example/flores/a-b.',
  'Las y los estudiantes, docentes, directoras y profesores visitarán iglesias, castillos, torres y palacios.',
  'El director, campos clínicos y la doctora. Ríos y lagos se limpiarán después con la comunidad de San José.',
  'Vitamina C, hepatitis B, plan A y plan B; grupo L, talla M, letra E. Se eligió a flores o a frutas: y a rosas.',
  '- Salud mental\n- Parras y olivares\n\t1. Poda\n\t2. Riego\n\nFin del párrafo 👩‍🌾🌱, con ñandúes y pingüinos.',
  'Se arrienda un microbús at large; la arroba (@) pesa 11,5 kg: 3 @ de papas. Punto y guion. Profesor(a), niño(a).',
  'La señora y el señor del sector Las Rosas, la Población Santa Cruz y el Fundo El Pino pidieron un puente.',
  'Un ecosistema sol-suelo-agua: el sol, la luna y el mar. Claramente, los rosarios y los evaluadores lo dicen.',
  'La profesora, Santiago y la comuna de Toledo. El doctor rosas rojas. Marcos, salas y lares; juan, pedro y ana.',
])('nothing of an ordinary text is hidden: %s', text => {
  expect(hide(text)).toBe(text);
  expect(find(text)).toEqual([]);
});
