import { Select } from '@mantine/core';
import { givenBy } from '../../../../domain/sections/indicators.ts';
import type { Objectives } from '../../../../domain/sections/objectives.ts';
import { SelectField } from '../../../../web/form/fields.tsx';
import { useField } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import { useRead } from '../../../../web/query.ts';
import { getCatalogues } from '../../../options/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type ControlProps, useScope } from '../scope.tsx';

/** Keeps what is stored choosable, also when it has left the catalogue. */
function withCurrent(options: { value: string; label: string }[], current: unknown, label: string) {
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

/** An indicator of the institution; what it decides of the project's is filled in, see `isGiven`. */
export function InstitutionalField({ common }: ControlProps) {
  const { data } = useRead(getCatalogues);
  const { nameOf, learn } = useProject();
  const { prefix, values, set } = useScope();
  const { value, onChange, input } = useField(common);
  const rows = data?.institutionalIndicators ?? [];
  const options = rows.map(row => ({ value: row.id, label: row.name }));
  const choose = (id: string | null) => {
    onChange(id);
    const row = rows.find(r => r.id === id);
    if (!row) return;
    learn(row.id, row.name);
    for (const [key, given] of Object.entries(givenBy(row))) set(prefix + key, given);
    if (!values.name) set(`${prefix}name`, row.name);
  };
  return (
    <Select
      {...input}
      data={withCurrent(options, value, nameOf(String(value)))}
      value={typeof value === 'string' && value ? value : null}
      onChange={choose}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      placeholder={input.placeholder ?? 'Ninguno'}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
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
