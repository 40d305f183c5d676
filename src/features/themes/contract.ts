import { z } from 'zod';
import {
  activationEndpoint,
  activeFilter,
  bulkEndpoint,
  catalogueEndpoints,
  catalogueName,
  lastChange,
} from '../../domain/catalogues/catalogue.ts';
import { id, listQuery } from '../../domain/text/rules.ts';

export const themeFields = z.object({
  name: catalogueName.refine(name => name.length <= 120, 'Escribe como máximo 120 caracteres.'),
});

const row = z.object({
  id,
  name: z.string(),
  /** Projects of this theme, whatever their status. */
  projects: z.number().int(),
  active: z.boolean(),
  ...lastChange,
});
export type Theme = z.infer<typeof row>;

export const themes = catalogueEndpoints({
  path: '/themes',
  what: 'the themes of projects',
  // It counts projects of every unit.
  read: 'catalogues.manage',
  manage: 'catalogues.manage',
  scope: 'catalogues',
  row,
  fields: themeFields,
  query: listQuery(['name', 'projects', 'updatedAt'], 'name').extend({ state: activeFilter }),
});
export const setThemeActive = activationEndpoint('/themes', row);
export const setActiveOfThemes = bulkEndpoint('/themes', 'active', { value: z.boolean() });
