import { REVIEW_STATE_LABELS } from '../calls/review-states.ts';
import { RECOMMENDATION_LABELS } from '../calls/scoring.ts';
import { optionsOf } from '../kit/look-up.ts';
import type { Register, RegisterColumn } from './column.ts';
import { REGISTER_TITLES } from './names.ts';
import { PROJECT_COLUMNS } from './project.ts';

const { codigo, tipo, periodo } = PROJECT_COLUMNS;
/** Without what says whose proposal it is, which a blind reviewer may not know. */
const REVIEW_COLUMNS = {
  ...{ codigo, tipo, periodo },
  titulo: { ...PROJECT_COLUMNS.titulo, readers: 'office' },
  facultad: { ...PROJECT_COLUMNS.facultad, readers: 'office' },
  escuela: { ...PROJECT_COLUMNS.escuela, readers: 'office' },
  convocatoria: { meaning: 'Convocatoria a la que postula' },
  evaluador: { meaning: 'Quién evalúa', readers: 'office' },
  situacion: { meaning: 'En qué va la evaluación', options: optionsOf(REVIEW_STATE_LABELS) },
} as const satisfies Readonly<Record<string, RegisterColumn>>;

export const reviews = {
  title: REGISTER_TITLES.reviews,
  about: 'Quién evaluó cada propuesta, con qué puntaje, y lo que dio a cada criterio de la pauta.',
  scopes: ['all', 'reviews'],
  tables: {
    reviews: {
      title: 'Evaluaciones',
      row: 'Una fila por persona que evalúa una propuesta',
      columns: {
        ...REVIEW_COLUMNS,
        a_ciegas: { meaning: 'Sin saber de quién es la propuesta', type: 'yesNo' },
        invitada: { meaning: 'Cuándo se invitó', type: 'instant' },
        plazo: { meaning: 'Hasta cuándo había plazo', type: 'instant' },
        confirmada: { meaning: 'Cuándo se confirmó', type: 'instant' },
        puntaje: { meaning: 'Puntaje ponderado, de 0 a 100', type: 'number' },
        recomendacion: { meaning: 'Qué recomienda', options: optionsOf(RECOMMENDATION_LABELS) },
      },
    },
    marks: {
      title: 'Criterios',
      row: 'Una fila por evaluación confirmada y criterio de su pauta',
      columns: {
        ...REVIEW_COLUMNS,
        criterio: { meaning: 'Criterio de la pauta' },
        ponderacion: { meaning: 'Cuánto pesa en el puntaje, en porcentaje', type: 'number' },
        maximo: { meaning: 'Puntos que se pueden dar', type: 'number' },
        puntos: { meaning: 'Puntos que le dio', type: 'number' },
        justificacion: { meaning: 'Por qué' },
      },
    },
  },
} as const satisfies Register;
