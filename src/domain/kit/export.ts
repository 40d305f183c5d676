import { z } from 'zod';
import { type Endpoint, endpoint } from './endpoint.ts';

export const EXPORT_FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
] as const;
export const exportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof exportFormat>;

type Listing<P extends z.ZodType, Q extends z.ZodObject> = Pick<
  Endpoint<P, Q>,
  'path' | 'permission' | 'scope' | 'params' | 'query'
>;

/**
 * Every row of a list as a file: the same permission, scope, filters and order as the list's, all pages, every column.
 * Both sides derive it, so that a list has an export as soon as the server serves one.
 */
export function exportOf<P extends z.ZodType, Q extends z.ZodObject>(list: Listing<P, Q>) {
  if (!list.query) throw new Error(`${list.path} is no list: nothing can be asked of it`);
  const query = list.query.extend({ format: exportFormat });
  return endpoint({
    method: 'GET',
    path: `${list.path}/export`,
    permission: list.permission,
    ...(list.scope && { scope: list.scope }),
    summary: `All rows of \`${list.path}\` under the same filters, as CSV or XLSX`,
    ...(list.params && { params: list.params }),
    query,
    output: z.unknown(),
    transfer: 'download',
  });
}
