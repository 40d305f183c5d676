import { z } from 'zod';
import { type Endpoint, endpoint } from './endpoint.ts';

export const EXPORT_FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
] as const;
const format = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof format>;

type Listing<P extends z.ZodType, Q extends z.ZodType> = Pick<
  Endpoint<P, Q>,
  'path' | 'permission' | 'params' | 'query'
>;
type Asked<Q extends z.ZodType> = z.ZodType<
  z.output<Q> & { format: ExportFormat },
  z.input<Q> & { format: ExportFormat }
>;

/**
 * Every row of a list as a file: the same permission, filters and order as the list's, all pages, every column.
 * Both sides derive it, so that a list has an export as soon as the server serves one.
 */
export function exportOf<P extends z.ZodType, Q extends z.ZodType>(list: Listing<P, Q>) {
  const query = (list.query as unknown as z.ZodObject).extend({ format }) as unknown as Asked<Q>;
  return endpoint({
    method: 'GET',
    path: `${list.path}/export`,
    permission: list.permission,
    summary: `All rows of \`${list.path}\` under the same filters, as CSV or XLSX`,
    ...(list.params && { params: list.params }),
    query,
    output: z.unknown(),
    transfer: 'download',
  });
}
