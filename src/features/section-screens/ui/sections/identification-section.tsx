import { SectionFields } from '../fields/arranged.tsx';
import { useScope } from '../scope.tsx';

const ROWS = [
  'title',
  'summary',
  ['period', 'modality'],
  ['startDate', 'endDate'],
  'leadId',
  'alternateId',
  'schoolId',
  'careerIds',
  'origin',
  'previousProjectId',
];

export function IdentificationSection() {
  const { values, hasOverview } = useScope();
  const instead = {
    ...(values.origin !== 'continuity' && { previousProjectId: null }),
    ...(hasOverview && { title: null, summary: null }),
  };
  return <SectionFields rows={ROWS} instead={instead} />;
}
