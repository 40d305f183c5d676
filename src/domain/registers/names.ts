import { keysOf } from '../kit/look-up.ts';

/** Every register in the order of the screen. */
export const REGISTER_TITLES = {
  projects: 'Proyectos',
  activities: 'Actividades',
  people: 'Personas',
  partners: 'Socios y convenios',
  money: 'Presupuesto y gastos',
  indicators: 'Indicadores',
  reviews: 'Evaluaciones',
  steps: 'Tiempo por paso',
} as const;
export type RegisterName = keyof typeof REGISTER_TITLES;
export const REGISTER_NAMES = keysOf(REGISTER_TITLES) as [RegisterName, ...RegisterName[]];
