import type { ReportGap } from '../../../../domain/reports/gaps.ts';
import { placeLabel } from '../../../../domain/reports/gaps.ts';
import { REPORT_PLACE } from '../../../../domain/reports/names.ts';
import { ObservationsEditor as Editor } from '../../../../web/form/texts/observations-editor.tsx';
import { listSections } from '../../../ficha/ui/section-list.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';

export interface TypedObservation {
  section: ReportGap['section'] | '';
  text: string;
}

interface EditorProps {
  /** It is the final report that is looked at. */
  ofReport: boolean;
  value: readonly TypedObservation[];
  onChange: (value: TypedObservation[]) => void;
  /** By path: `observations` for all, `observations.0` for one, `observations.0.place` for its section. */
  errors: Readonly<Record<string, string>>;
}

/** What the lead has to answer, each tied to a section, or to the final report itself. */
export function ObservationsEditor({ ofReport, value, onChange, errors }: EditorProps) {
  const { project } = useProject();
  const sections = listSections(project).map(({ slug, label }) => ({ value: slug, label }));
  const places: { value: ReportGap['section']; label: string }[] = ofReport
    ? [{ value: REPORT_PLACE, label: placeLabel(REPORT_PLACE) }, ...sections]
    : sections;
  return (
    <Editor
      noun="Sección"
      places={places}
      value={value.map(({ section, text }) => ({ place: section, text }))}
      onChange={all => onChange(all.map(({ place, text }) => ({ section: place, text })))}
      errors={errors}
    />
  );
}
