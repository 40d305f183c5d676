import { Select } from '@mantine/core';
import { t } from '../../../web/i18n/i18n.ts';
import { useKindOptions, useUnitOptions } from '../../projects/ui/list/filter-parts.tsx';
import classes from './reports.module.css';
import { COMPARED, type Compared, comparedIn, type Report } from './use-report.tsx';

const isCompared = (name: string): name is Compared => COMPARED.some(each => each === name);

/** What may stand beside what is filtered, in groups; empty until it has come. */
function useGroups() {
  const { periods, faculties, schools } = useUnitOptions();
  const kinds = useKindOptions();
  return [
    { name: 'otherPeriod', group: 'Otro período', items: periods },
    { name: 'otherFaculty', group: 'Otra facultad', items: faculties },
    { name: 'otherSchool', group: 'Otra escuela', items: schools },
    { name: 'otherKind', group: 'Otro tipo', items: kinds ?? [] },
  ] as const;
}

const GONE: Readonly<Record<Compared, string>> = {
  otherPeriod: 'Período',
  otherFaculty: 'Facultad que ya no está en uso',
  otherSchool: 'Escuela que ya no está en uso',
  otherKind: 'Tipo que ya no existe',
};

const words = (
  options: readonly { value: string; label: string }[],
  value: unknown,
  instead: string,
): string => options.find(o => o.value === String(value))?.label ?? instead;

/** What the two sides are called; null where nothing is compared. */
export function useSides({ list, data }: Report): readonly [own: string, other: string] | null {
  const { faculties, schools } = useUnitOptions();
  const kinds = useKindOptions() ?? [];
  const compared = comparedIn({ list });
  if (!compared || data?.otherProjects == null) return null;
  const { name, value } = compared;
  const { period, school, faculty, kind } = list.query;
  const unit = school
    ? words(schools, school, GONE.otherSchool)
    : faculty
      ? words(faculties, faculty, GONE.otherFaculty)
      : 'Todas las unidades';
  switch (name) {
    case 'otherPeriod':
      return [period ? String(period) : 'Todos los períodos', value];
    case 'otherFaculty':
      return [unit, words(faculties, value, GONE.otherFaculty)];
    case 'otherSchool':
      return [unit, words(schools, value, GONE.otherSchool)];
    case 'otherKind': {
      const own = [kind ?? []].flat().map(each => words(kinds, each, GONE.otherKind));
      return [own.join(', ') || 'Todos los tipos', words(kinds, value, GONE.otherKind)];
    }
  }
}

/** Another period, unit or kind beside what is filtered: exactly one of them stands in the address. */
export function CompareSelect({ report }: { report: Report }) {
  const { list, scope } = report;
  const compared = comparedIn(report);
  const offered = useGroups().filter(({ name }) => scope !== 'reviews' || name === 'otherKind');
  const groups = offered.map(({ name, group, items }) => {
    const own = new Set([list.query[name.replace('other', '').toLowerCase()]].flat().map(String));
    const shown = items.filter(({ value }) => !own.has(value));
    const options = shown.map(({ value, label }) => ({ value: `${name}:${value}`, label }));
    const isGone = compared?.name === name && !shown.some(({ value }) => value === compared.value);
    const gone = {
      value: `${name}:${compared?.value}`,
      label: name === 'otherPeriod' ? String(compared?.value) : GONE[name],
    };
    return { group, items: isGone ? [gone, ...options] : options };
  });
  const choose = (chosen: string | null) => {
    const [name = '', value = ''] = chosen?.split(':') ?? [];
    const none = Object.fromEntries(COMPARED.map(each => [each, null]));
    void list.set(isCompared(name) ? { ...none, [name]: value } : none);
  };
  return (
    <Select
      aria-label="Comparar con"
      placeholder="Comparar con"
      className={classes.compare ?? ''}
      {...(compared && {
        leftSection: <span className={classes.versus}>frente a</span>,
        leftSectionWidth: '4rem',
      })}
      data={groups.filter(({ items }) => items.length > 0)}
      value={compared ? `${compared.name}:${compared.value}` : null}
      onChange={choose}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
}
