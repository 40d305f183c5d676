/** Parts of a project's case file, in their order; each is a folder. */
export const CASE_PARTS = [
  ['form', 'Ficha', '01-ficha'],
  ['letters', 'Cartas de resultado', '02-cartas-de-resultado'],
  ['reports', 'Informes', '03-informes'],
  ['statements', 'Rendiciones', '04-rendiciones'],
  ['files', 'Archivos del proyecto', '05-archivos'],
  ['expense_papers', 'Respaldos de gastos', '06-respaldos'],
] as const;
export type CasePart = (typeof CASE_PARTS)[number][0];
