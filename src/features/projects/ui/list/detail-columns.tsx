import { SDG_NAMES } from '../../../../domain/sections/goals.ts';
import { formatMoney, formatNumber } from '../../../../domain/text/format.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { Cut } from '../../../../web/ui/cut.tsx';
import type { ProjectDetails, ProjectRow } from '../../../project-record/contract.ts';

type Project = Column<ProjectRow>;
const NEEDS = { details: true };
const NONE = '–';

/** Of what a row tells only where it is asked for it; until it has come, there is nothing. */
const detail = (
  key: string,
  title: string,
  words: (details: ProjectDetails) => string | null,
): Project & Required<Pick<Project, 'needs'>> => ({
  ...{ key, title, needs: NEEDS, optional: true },
  value: ({ details }) => (details && words(details)) || NONE,
});

const several = (key: string, title: string, of: (details: ProjectDetails) => readonly string[]): Project => {
  const column = detail(key, title, details => of(details).join(', '));
  return { ...column, render: r => <Cut max="14rem">{String(column.value(r))}</Cut> };
};

const figure = (
  key: string,
  title: string,
  of: (details: ProjectDetails) => number | null,
  show: (value: number) => string,
): Project => ({
  ...detail(key, title, details => {
    const value = of(details);
    return value === null ? null : show(value);
  }),
  align: 'right',
});
const money = (key: string, title: string, of: (details: ProjectDetails) => number | null) =>
  figure(key, title, of, formatMoney);
const people = (key: string, title: string, of: (details: ProjectDetails) => number | null) =>
  figure(key, title, of, formatNumber);

const goalNames = ({ details }: ProjectRow) =>
  details?.goals.map(goal => `${goal}: ${SDG_NAMES[goal - 1]}`).join(', ');
const goals = detail('goals', 'ODS', details => details.goals.join(', '));

/** What a project is about, with whom, for how much, and how far it has come. */
export const DETAIL_COLUMNS: readonly Project[] = [
  several('theme', 'Tema', d => (d.theme === null ? [] : [d.theme])),
  several('call', 'Convocatoria', d => (d.call === null ? [] : [d.call])),
  several('regions', 'Región', d => d.regions),
  several('comunas', 'Comuna', d => d.comunas),
  { ...goals, render: r => <span title={goalNames(r)}>{goals.value(r)}</span> },
  several('partners', 'Socios', d => d.partners),
  money('asked', 'Solicitado', d => d.asked),
  money('awarded', 'Adjudicado', d => d.awarded),
  money('budget', 'Presupuesto', d => d.budget),
  money('spent', 'Gastado', d => d.spent),
  people('expected', 'Personas esperadas', d => d.expectedPeople),
  people('reached', 'Personas alcanzadas', d => d.actualPeople),
  {
    ...detail('indicators', 'Indicadores', d =>
      d.indicators === 0 ? null : `${d.indicatorsReached} de ${d.indicators}`,
    ),
    align: 'right',
  },
];
