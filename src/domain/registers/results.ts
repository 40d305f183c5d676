import { MEASUREMENT_LABELS } from '../execution/measurement-states.ts';
import { optionsOf } from '../kit/look-up.ts';
import { DIRECTIONS, INDICATOR_KINDS, INDICATOR_LEVELS, INDICATOR_SCOPES } from '../sections/indicators.ts';
import { type Register, WHOLE } from './column.ts';
import { REGISTER_TITLES } from './names.ts';
import { PROJECT_COLUMNS, STATUS_OPTIONS } from './project.ts';

export const indicators = {
  title: REGISTER_TITLES.indicators,
  about: 'Meta y valor de cada indicador, y el índice de la evidencia con que se demuestra.',
  scopes: WHOLE,
  tables: {
    indicators: {
      title: 'Indicadores',
      row: 'Una fila por indicador de cada proyecto',
      columns: {
        ...PROJECT_COLUMNS,
        indicador: { meaning: 'Nombre del indicador' },
        institucional: { meaning: 'Indicador institucional al que suma' },
        clase: { meaning: 'Cómo se mide', options: INDICATOR_KINDS },
        nivel: { meaning: 'De qué da cuenta', options: INDICATOR_LEVELS },
        ambito: { meaning: 'Dónde cambia algo', options: INDICATOR_SCOPES },
        unidad: { meaning: 'Unidad' },
        se_espera: { meaning: 'Hacia dónde debe cambiar', options: DIRECTIONS },
        linea_base: { meaning: 'Valor del que se parte', type: 'number' },
        meta: { meaning: 'Valor que se quiere alcanzar; de un hito, 1', type: 'number' },
        valor: { meaning: 'A qué llegan sus mediciones aceptadas', type: 'number' },
        en_palabras: { meaning: 'Lo mismo de un indicador cualitativo' },
        logrado: { meaning: 'Alcanzó su meta; vacío si no tiene', type: 'yesNo' },
        mediciones: { meaning: 'Mediciones aceptadas', type: 'number' },
        ultima_medicion: { meaning: 'Día de la última', type: 'day' },
      },
    },
    evidence: {
      title: 'Evidencia',
      row: 'Una fila por archivo o dirección que respalda una medición; una sola si no tiene ninguno',
      columns: {
        ...PROJECT_COLUMNS,
        indicador: { meaning: 'Nombre del indicador' },
        medido: { meaning: 'Día de la medición', type: 'day' },
        valor: { meaning: 'Valor medido', type: 'number' },
        nota: { meaning: 'Lo que se anotó' },
        situacion: { meaning: 'Si la medición cuenta', options: optionsOf(MEASUREMENT_LABELS) },
        aceptada_por: { meaning: 'Quién la aceptó o devolvió' },
        resuelta: { meaning: 'Cuándo', type: 'instant' },
        archivo: { meaning: 'Nombre del archivo' },
        version: { meaning: 'Versión del archivo', type: 'number' },
        huella: { meaning: 'SHA-256 del archivo: demuestra que es el mismo' },
        direccion: { meaning: 'Dirección de internet' },
        vista: { meaning: 'Día en que se vio la dirección', type: 'day' },
      },
    },
  },
} as const satisfies Register;

export const steps = {
  title: REGISTER_TITLES.steps,
  about: 'Cuánto estuvo cada proyecto en cada paso y cuánto plazo había.',
  scopes: WHOLE,
  tables: {
    steps: {
      title: 'Pasos',
      row: 'Una fila por cada vez que un proyecto estuvo en un paso',
      columns: {
        ...PROJECT_COLUMNS,
        paso: { meaning: 'Estado en que estuvo', options: STATUS_OPTIONS },
        entro: { meaning: 'Desde cuándo', type: 'instant' },
        salio: { meaning: 'Hasta cuándo; vacío si sigue ahí', type: 'instant' },
        plazo: { meaning: 'Hasta cuándo había plazo', type: 'instant' },
        tomo: { meaning: 'Días que estuvo', type: 'days' },
        plazo_en_dias: { meaning: 'Días que tenía', type: 'days' },
        fuera_de_plazo: { meaning: 'Estuvo más que su plazo', type: 'yesNo' },
      },
    },
  },
} as const satisfies Register;
