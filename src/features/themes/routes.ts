import type { FastifyInstance } from 'fastify';
import { serveActivation, serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { themeCommands } from './commands.ts';
import { setActiveOfThemes, setThemeActive, themes } from './contract.ts';
import { findTheme, THEME_COLUMNS, themeList } from './queries.ts';

export function themeRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, themes, themeCommands, {
    list: themeList,
    name: 'temas',
    columns: THEME_COLUMNS,
    find: findTheme,
  });
  serveActivation(api, db, { one: setThemeActive, several: setActiveOfThemes }, themeCommands);
}
