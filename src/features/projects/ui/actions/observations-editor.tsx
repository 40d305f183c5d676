import type { SectionSlug } from '../../../../domain/sections/index.ts';
import { ObservationsEditor as Editor } from '../../../../web/form/texts/observations-editor.tsx';
import { listSections } from '../../../ficha/ui/section-list.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';

export interface TypedObservation {
  section: SectionSlug | '';
  text: string;
}

interface EditorProps {
  value: readonly TypedObservation[];
  onChange: (value: TypedObservation[]) => void;
  /** By path: `observations` for all, `observations.0` for one, `observations.0.place` for its section. */
  errors: Readonly<Record<string, string>>;
}

/** What the lead has to answer, each tied to a section. */
export function ObservationsEditor({ value, onChange, errors }: EditorProps) {
  const { project } = useProject();
  return (
    <Editor
      noun="Sección"
      places={listSections(project).map(({ slug, label }) => ({ value: slug, label }))}
      value={value.map(({ section, text }) => ({ place: section, text }))}
      onChange={all => onChange(all.map(({ place, text }) => ({ section: place, text })))}
      errors={errors}
    />
  );
}
