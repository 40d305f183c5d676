/** What is imported from spreadsheets. A file of its own: addresses need the names, not what is behind them. */
export const IMPORT_NOUNS = [
  'faculties',
  'schools',
  'careers',
  'courses',
  'offerings',
  'users',
  'organisations',
  'projects',
  'activities',
  'indicators',
] as const;
export type ImportNoun = (typeof IMPORT_NOUNS)[number];

/** What past projects did: rows of a project that is there, written for nobody's decision. */
const EXECUTIONS = ['activities', 'indicators'] as const satisfies readonly ImportNoun[];
export type ExecutionNoun = (typeof EXECUTIONS)[number];
export const isExecution = (noun: ImportNoun): noun is ExecutionNoun =>
  EXECUTIONS.some(each => each === noun);
