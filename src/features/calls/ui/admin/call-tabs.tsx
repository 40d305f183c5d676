/** Tabs of a call's page, in their order. */
export const CALL_TABS = {
  dates: 'Fechas y reglas',
  lines: 'Líneas y cupos',
  committee: 'Comisión',
  rubric: 'Pauta',
  questions: 'Preguntas',
  documents: 'Documentos',
  bases: 'Bases',
  figures: 'Cifras',
} as const;
