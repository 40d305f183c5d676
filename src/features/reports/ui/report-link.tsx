import { reportAddress } from '../../../domain/reports/parts.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { ProjectAddress } from '../../project-record/ui/project-cache.tsx';

/** Word of the tab in addresses. */
export const REPORTS_TAB = 'informes';

/** Where a report of a project is read; the final one has no number. */
export const reportHref = ({ kind, id }: ProjectAddress, number: number | null): string =>
  paths.project(kind, id, { tab: REPORTS_TAB, informe: reportAddress(number) });
