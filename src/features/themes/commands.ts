import type { z } from 'zod';
import { catalogueCommands } from '../../server/commands/catalogue.ts';
import type { Theme, themeFields } from './contract.ts';
import { findTheme } from './queries.ts';

export const themeCommands = catalogueCommands<z.output<typeof themeFields>, Theme>({
  table: 'themes',
  object: 'theme',
  manage: 'catalogues.manage',
  duplicate: { path: 'name', message: 'Ya existe un tema con ese nombre.' },
  references: [{ table: 'projects', column: 'theme_id', one: 'proyecto', many: 'proyectos' }],
  columns: ({ name }) => ({ name }),
  find: findTheme,
});
