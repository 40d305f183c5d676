import { z } from 'zod';
import { SCOPE_NAMES } from '../../domain/figures/scopes.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { type ExportFormat, exportFormat } from '../../domain/kit/export.ts';
import { REGISTER_NAMES, type RegisterName } from '../../domain/registers/names.ts';
import { id } from '../../domain/text/rules.ts';
import { dashboardFilters } from '../dashboards/contract.ts';
import { download } from '../downloads/contract.ts';

const registerName = z.enum(REGISTER_NAMES);

/** Of the same projects as a figure with the same scope and filters. */
export type RegisterRequest = z.output<typeof dashboardFilters> & {
  readonly name: RegisterName;
  readonly format: ExportFormat;
};

/** `id` is made by the browser once per form: sending the form twice asks once. */
export const askRegister = endpoint({
  method: 'POST',
  path: '/registers/:name',
  permission: 'active',
  summary: 'Have a register prepared: all rows of its tables, with a definition of each column',
  params: z.object({ name: registerName }),
  query: dashboardFilters,
  body: z.object({ id, format: exportFormat }),
  output: download,
});

const scope = z.enum(SCOPE_NAMES);

export const countRegisters = endpoint({
  method: 'GET',
  path: '/registers',
  permission: 'active',
  summary:
    'Of how many projects registers with this scope and these filters would tell, and the scopes of the reader',
  query: dashboardFilters,
  output: z.object({
    scope,
    /** Those that the reader may ask for, the widest first. */
    scopes: z.array(scope),
    projects: z.number().int(),
  }),
});
