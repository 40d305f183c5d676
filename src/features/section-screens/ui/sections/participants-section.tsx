import { keyOf, type SectionField } from '../../../../domain/sections/field.ts';
import {
  isCounted,
  isGiven,
  type PeopleCount,
  totalPeople,
} from '../../../../domain/sections/participants.ts';
import { isEmpty } from '../../../../domain/sections/section.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { SectionFields } from '../fields/arranged.tsx';
import { CellNumber } from '../fields/cell-number.tsx';
import { type FieldState, useScope, useSectionField } from '../scope.tsx';
import { ChartPlace } from './chart-place.tsx';
import classes from './tables.module.css';

const ParticipantsChart = lazyPart(() => import('./participants-chart.tsx'), 'ParticipantsChart');

type Counts = Readonly<Record<string, PeopleCount>>;
type Which = keyof PeopleCount;

/** Groups that add up to everybody, and are drawn. */
const DRAWN = ['internal', 'byAge'];

export function ParticipantsSection() {
  const { fields, values, readOnly } = useScope();
  const counts = fields.flatMap(f =>
    f.type === 'counts' && !(readOnly && isEmpty(values[keyOf(f)])) ? keyOf(f) : [],
  );
  const counted = counts.some(name => isCounted((values[name] ?? {}) as Counts));
  const isDrawn = DRAWN.some(name =>
    Object.values((values[name] ?? {}) as Counts).some(c => isGiven(c, counted)),
  );
  return (
    <>
      <div className={classes.pair}>
        {counts.map(name => (
          <CountsTable key={name} name={name} />
        ))}
      </div>
      {isDrawn && (
        <ChartPlace height={counted ? 400 : 300}>
          <ParticipantsChart counted={counted} />
        </ChartPlace>
      )}
      <SectionFields instead={Object.fromEntries(counts.map(name => [name, null]))} />
    </>
  );
}

function CountsTable({ name }: { name: string }) {
  const field = useSectionField<Counts>(name);
  if (!field) return null;
  const counted = isCounted(field.value);
  const { info } = field;
  // Someone may be in several priority groups: their sum counts nobody.
  const withTotal = name !== 'priority' && name !== 'reach';
  return (
    <div data-field={field.path}>
      <table className={classes.table} tabIndex={-1}>
        <caption>
          {info.label}
          {info.help && <small>{info.help}</small>}
        </caption>
        <thead>
          <tr>
            <th scope="col">Grupo</th>
            <th scope="col" className={classes.number}>
              Esperados
            </th>
            {counted && (
              <th scope="col" className={classes.number}>
                Registro anterior
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {(info.options ?? []).map(({ value: group, label }) => (
            <tr key={group}>
              <th scope="row">{label}</th>
              <CountCell field={field} group={group} label={label} which="expected" />
              {counted && <CountCell field={field} group={group} label={label} which="actual" />}
            </tr>
          ))}
        </tbody>
        {withTotal && <TotalRow counts={field.value} counted={counted} />}
      </table>
    </div>
  );
}

function TotalRow({ counts, counted }: { counts: Counts; counted: boolean }) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td className={classes.number}>{formatNumber(totalPeople(counts, 'expected'))}</td>
        {counted && <td className={classes.number}>{formatNumber(totalPeople(counts, 'actual'))}</td>}
      </tr>
    </tfoot>
  );
}

interface CellProps {
  field: FieldState<Counts>;
  group: string;
  label: string;
  which: Which;
}

function CountCell({ field, group, label, which }: CellProps) {
  const count = field.value[group] ?? { expected: null, actual: null };
  const value = count[which];
  if (field.readOnly) return <td className={classes.number}>{value === null ? '—' : formatNumber(value)}</td>;
  return (
    <td className={classes.cell}>
      <CellNumber
        label={`${label}, ${nameOf(field.info)}, ${which === 'expected' ? 'esperados' : 'registro anterior'}`}
        value={value}
        onChange={next => field.set({ ...field.value, [group]: { ...count, [which]: next } })}
      />
    </td>
  );
}

const nameOf = (info: SectionField) => info.label.toLowerCase();
