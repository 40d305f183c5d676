/** What a person may ask of whoever keeps their data: Ley 19.628 as changed by Ley 21.719, articles 4 to 9. */
export const DATA_RIGHTS = [
  { value: 'access', label: 'Acceso' },
  { value: 'rectification', label: 'Rectificación' },
  { value: 'deletion', label: 'Supresión' },
  { value: 'objection', label: 'Oposición' },
  { value: 'portability', label: 'Portabilidad' },
  { value: 'blocking', label: 'Bloqueo' },
] as const;
export type DataRight = (typeof DATA_RIGHTS)[number]['value'];
