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
] as const;
export type ImportNoun = (typeof IMPORT_NOUNS)[number];
