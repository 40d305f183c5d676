import { useQueryClient } from '@tanstack/react-query';
import { isSubmitted } from '../../../domain/execution/measurement-states.ts';
import type { Indicator, Indicators } from '../../../domain/sections/indicators.ts';
import { outdate, useRead } from '../../../web/query.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { getIndicators, type Measurement, type ProjectIndicators } from '../contract.ts';

/** The indicators the project was approved with. */
export function usePlannedIndicators(): readonly Indicator[] {
  const { project } = useProject();
  const data = project.sections.find(s => s.slug === 'indicators')?.data as Indicators | undefined;
  return data?.indicators ?? [];
}

export function useIndicators() {
  const { project } = useProject();
  return useRead(getIndicators, { params: { kind: project.kind, id: project.id } });
}

/** Reads again whatever shows a measurement: values, the project's gaps, what waits for whom. */
export function useIndicatorsOutdated(): () => void {
  const client = useQueryClient();
  const { cache } = useProject();
  return () => {
    void outdate(client, getIndicators);
    void outdate(client, 'projects');
    void cache.refresh();
  };
}

/** Those that wait and that the reader may accept or return. */
export const decidable = ({ measurements }: Pick<ProjectIndicators, 'measurements'>): Measurement[] =>
  measurements.filter(m => isSubmitted(m) && m.decide?.allowed === true);
