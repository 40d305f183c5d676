import type { Objectives } from '../../../../domain/sections/objectives.ts';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { useRead } from '../../../../web/query.ts';
import { getCatalogues } from '../../../options/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { ControlProps } from '../scope.tsx';

/** Keeps what is stored choosable, also when it has left the catalogue. */
export function withCurrent(options: { value: string; label: string }[], current: unknown, label: string) {
  if (typeof current !== 'string' || !current || options.some(o => o.value === current)) return options;
  return [{ value: current, label: label || current }, ...options];
}

export function PeriodField({ field, common }: ControlProps) {
  const { data } = useRead(getCatalogues);
  const periods = (data?.periods ?? []).map(p => ({ value: p, label: p }));
  return <SelectField {...common} options={withCurrent(periods, field.value, '')} searchable={false} />;
}

export function SchoolField({ field, common }: ControlProps) {
  const { data } = useRead(getCatalogues);
  const { nameOf } = useProject();
  const schools = (data?.schools ?? []).map(s => ({ value: s.id, label: s.name }));
  const faculty = data?.schools.find(s => s.id === field.value)?.facultyId;
  const facultyName = data?.faculties.find(f => f.id === faculty)?.name;
  return (
    <SelectField
      {...common}
      {...(facultyName ? { description: `${facultyName}. ${common.description ?? ''}` } : {})}
      options={withCurrent(schools, field.value, nameOf(String(field.value)))}
      searchable
    />
  );
}

export function ThemeField({ field, common }: ControlProps) {
  const { data } = useRead(getCatalogues);
  const { nameOf } = useProject();
  const themes = (data?.themes ?? []).map(s => ({ value: s.id, label: s.name }));
  return <SelectField {...common} options={withCurrent(themes, field.value, nameOf(String(field.value)))} />;
}

/** One of the specific objectives, written in their own section. */
export function ItemField({ common }: ControlProps) {
  const { project } = useProject();
  const stored = project.sections.find(s => s.slug === 'objectives')?.data as Partial<Objectives> | undefined;
  const options = (stored?.specific ?? []).map((objective, n) => ({
    value: objective.id,
    label: `${n + 1}. ${objective.text || 'Sin texto'}`,
  }));
  return (
    <SelectField
      {...common}
      options={options}
      {...(options.length === 0 ? { description: 'Primero escribe los objetivos específicos.' } : {})}
    />
  );
}
