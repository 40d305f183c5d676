/** Parts of a project's case file, in their order; each is a folder. */
export const CASE_PARTS = [
  ['form', 'Ficha', '01-ficha'],
  ['reports', 'Informes', '02-informes'],
  ['statements', 'Rendiciones', '03-rendiciones'],
  ['files', 'Archivos del proyecto', '04-archivos'],
  ['expense_papers', 'Respaldos de gastos', '05-respaldos'],
] as const;
export type CasePart = (typeof CASE_PARTS)[number][0];
