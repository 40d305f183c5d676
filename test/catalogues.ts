import { pagesUnder } from '../src/web/routing/pages.ts';

/**
 * Those of one name in address, API and table, with a list whose button makes a new row ("Nuevo…", "Nueva…"), as
 * CONTRIBUTING.md tells how to make one. People and rules of expenses stand in the same group of the navigation, but are
 * neither.
 */
export const CATALOGUES = pagesUnder('catalogues').filter(
  name => name !== 'users' && name !== 'expenseRules',
);
