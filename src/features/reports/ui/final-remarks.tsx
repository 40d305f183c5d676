import { REPORT_PLACE, reportName } from '../../../domain/reports/names.ts';
import { ObserveTool, SectionRemarks } from '../../observations/ui/slots.tsx';

const PLACE = { section: REPORT_PLACE, label: reportName(null) } as const;

/** What was observed of the final report itself, which is answered as all of its project, and the way to observe it. */
export const FinalRemarks = () => (
  <>
    <ObserveTool {...PLACE} />
    <SectionRemarks {...PLACE} />
  </>
);
