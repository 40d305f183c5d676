import { Group } from '@mantine/core';
import { isFinal, statusLabel } from '../../../../domain/kinds/statuses.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { TwoLines } from '../../../../web/table/two-lines.tsx';
import { Cut } from '../../../../web/ui/cut.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { HistoricPill } from '../../../../web/ui/status/historic-pill.tsx';
import { StatusPill } from '../../../../web/ui/status/status-pill.tsx';
import { Due, WhoseTurn } from '../../../../web/ui/status/whose-turn.tsx';
import type { ProjectRow } from '../../../project-record/contract.ts';
import type { PROJECT_GROUPS } from '../../contract.ts';
import { DETAIL_COLUMNS } from './detail-columns.tsx';
import classes from './list.module.css';

const holderOf = ({ turn, status }: ProjectRow) =>
  isFinal(status) ? '' : turn.office ? t('turn.office') : turn.people.map(p => p.name).join(', ');

/** What everybody sees at first. */
const USUAL_COLUMNS: Column<ProjectRow>[] = [
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '8.5rem' },
  {
    key: 'title',
    title: 'Título',
    value: r => r.title,
    render: r => (
      <Group gap="xs" wrap="nowrap">
        <TwoLines>{r.title}</TwoLines> {r.historic && <HistoricPill />}
      </Group>
    ),
    sort: 'title',
    lines: 2,
    width: 'clamp(12rem, 22.5vw, 20rem)',
  },
  {
    key: 'status',
    title: 'Estado',
    value: r => statusLabel(r.status),
    render: r => <StatusPill status={r.status} subStep={r.subStep} />,
    sort: 'status',
    width: '12.5rem',
  },
  {
    key: 'turn',
    title: 'A quién le toca',
    value: holderOf,
    render: r => (
      <span className={classes.turn}>
        <WhoseTurn turn={r.turn} final={isFinal(r.status)} withDue={false} />
      </span>
    ),
    sort: 'turn',
    sortWords: ['Me toca primero', 'Me toca al final'],
  },
  {
    key: 'due',
    title: 'Vence',
    value: r => r.turn.due,
    render: ({ turn: { due, overdue } }) => (due ? <Due due={due} overdue={overdue} /> : '–'),
    sort: 'due',
  },
  {
    key: 'school',
    title: 'Escuela',
    value: r => r.school?.name,
    render: r => <Cut max="9rem">{r.school?.name.replace(/^Escuela de /, '')}</Cut>,
    optional: true,
    notOnPhone: true,
  },
];

const dayColumn = (
  key: string,
  title: string,
  value: (row: ProjectRow) => string | null,
): Column<ProjectRow> => ({
  key,
  title,
  value,
  render: r => <DateTime value={value(r)} />,
  optional: true,
});

export const projectColumns = (kindLabel: (slug: string) => string): Column<ProjectRow>[] => [
  ...USUAL_COLUMNS,
  { key: 'lead', title: 'Responsable', value: r => r.lead.name, optional: true },
  { key: 'period', title: 'Período', value: r => r.period, optional: true },
  { ...dayColumn('since', 'En este paso desde', r => r.turn.since), sort: 'since' },
  { key: 'historic', title: 'Histórico', value: r => (r.historic ? 'Sí' : 'No'), optional: true },
  { key: 'kind', title: 'Tipo', value: r => kindLabel(r.kind), optional: true },
  { key: 'faculty', title: 'Facultad', value: r => r.faculty?.name, optional: true },
  dayColumn('start', 'Inicio', r => r.startDate),
  dayColumn('end', 'Término', r => r.endDate),
  dayColumn('submitted', 'Enviado', r => r.submittedAt),
  { ...dayColumn('updated', 'Último cambio', r => r.updatedAt), sort: 'updated' },
  ...DETAIL_COLUMNS,
];

/** What the list may be put together by; each is a filter of the same name. */
export const PROJECT_GROUPINGS: { value: (typeof PROJECT_GROUPS)[number]; label: string }[] = [
  { value: 'status', label: 'Estado' },
  { value: 'kind', label: 'Tipo' },
  { value: 'school', label: 'Escuela' },
  { value: 'faculty', label: 'Facultad' },
  { value: 'period', label: 'Período' },
  { value: 'lead', label: 'Responsable' },
  { value: 'theme', label: 'Tema' },
  { value: 'call', label: 'Convocatoria' },
];
