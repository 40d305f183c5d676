import { AUDIT_ACTIONS } from '../../../domain/audit/actions.ts';
import { AUDIT_OBJECTS, type AuditedObject } from '../../../domain/audit/objects.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { lookUp } from '../../../domain/kit/look-up.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { formatInstant, formatTime } from '../../../web/dates.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { DayFilter } from '../../../web/table/day-filter.tsx';
import { SelectFilter, SwitchFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { Cut } from '../../../web/ui/cut.tsx';
import { SideDrawer } from '../../../web/ui/dialogs/side-drawer.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { OptionFilter } from '../../options/ui/option-filter.tsx';
import { type AuditRow, listAudit } from '../contract.ts';
import classes from './audit.module.css';

const NOBODY = 'El sistema';

/** An older version may have written of what this one does not know. */
function objectLabel({ object }: AuditRow): string {
  const { label, nameless } = lookUp<AuditedObject>(AUDIT_OBJECTS, object.type) ?? {
    label: 'Otro',
    nameless: true,
  };
  return nameless ? label : `${label}: ${object.name ?? 'ya no existe'}`;
}

const doneWords = ({ label, times }: AuditRow) =>
  times > 1 ? `${label} · ${formatNumber(times)} veces` : label;
function whenWords({ at, until }: AuditRow): string {
  const [first, last] = [formatInstant(at), formatInstant(until)];
  return first === last ? first : `${first} a ${formatTime(until)}`;
}

/** Of a value with parts the trace keeps only that it changed. */
const change = ({ field, before, after }: AuditRow['changes'][number]) =>
  before === '…' && after === '…' ? `${field}: modificado` : `${field}: ${before ?? '–'} → ${after ?? '–'}`;

const COLUMNS: Column<AuditRow>[] = [
  {
    key: 'at',
    title: 'Cuándo',
    value: whenWords,
    sort: 'at',
    width: '10rem',
  },
  { key: 'actor', title: 'Quién', value: r => r.actor?.name ?? NOBODY, lines: 2 },
  { key: 'action', title: 'Qué hizo', value: doneWords, lines: 2 },
  {
    key: 'object',
    title: 'Sobre',
    value: objectLabel,
    lines: 2,
  },
  {
    key: 'changes',
    title: 'Cambios',
    value: r => r.changes.map(change).join('; '),
    render: r => (
      <Cut max="clamp(12rem, 100vw - 68rem, 40rem)">{r.changes.map(change).join('; ') || '–'}</Cut>
    ),
  },
  { key: 'address', title: 'Desde', value: r => r.address, optional: true },
  { key: 'request', title: 'Solicitud', value: r => r.requestId, optional: true },
];

const auditQuery = listAudit.query as NonNullable<typeof listAudit.query>;

const optionsOf = (record: Record<string, { label: string }>) =>
  Object.entries(record).map(([value, { label }]) => ({ value, label }));

/** Everything that was ever written, for the office; nothing here can be changed. */
export function AuditPage() {
  const list = useListState(auditQuery);
  const open = typeof list.values.open === 'string' ? list.values.open : null;
  return (
    <>
      <PageHeader
        title="Auditoría"
        text="Todo lo que se ha escrito, quién lo hizo y desde dónde. Nadie puede cambiarlo ni borrarlo."
      />
      <DataList
        title="Auditoría"
        endpoint={listAudit}
        columns={COLUMNS}
        onOpen={row => list.set({ open: row.id })}
        filters={
          <>
            <OptionFilter name="actor" label="Quién" noun="person" />
            <SelectFilter name="object" label="Sobre qué" options={optionsOf(AUDIT_OBJECTS)} />
            <SelectFilter name="kind" label="Clase de acción" options={optionsOf(AUDIT_ACTIONS)} />
            <DayFilter name="from" label="Desde" />
            <DayFilter name="to" label="Hasta" />
            <SwitchFilter name="each" label="Cada guardado por separado" />
          </>
        }
        empty={{ title: 'Todavía no hay registros' }}
      />
      {open && (
        <EntryDrawer id={open} each={list.values.each === true} onClose={() => list.set({ open: null })} />
      )}
    </>
  );
}

/** One entry in full. Asked for by its id, so that its address can be passed on. */
function EntryDrawer({ id, each, onClose }: { id: string; each: boolean; onClose: () => void }) {
  const { data } = useRead(listAudit, { query: { entry: id, ...(each && { each: 'true' }) } });
  const row = data?.rows[0];
  return (
    <SideDrawer onClose={onClose} title="Registro de auditoría">
      {row ? <Entry row={row} /> : data && <p>Ese registro no existe.</p>}
    </SideDrawer>
  );
}

function Entry({ row }: { row: AuditRow }) {
  const { object, actor } = row;
  const href =
    object.type === 'project' && object.kind && object.name
      ? paths.project(object.kind as KindSlug, object.id)
      : undefined;
  const about = href ? (
    <TextLink key="about" href={href}>
      {objectLabel(row)}
    </TextLink>
  ) : (
    objectLabel(row)
  );
  const facts = [
    ['Cuándo', whenWords(row)],
    ['Quién', actor?.name ?? NOBODY],
    ['Qué hizo', doneWords(row)],
    ['Sobre', about],
    ['Desde', row.address ?? '–'],
    ['Solicitud', row.requestId ?? '–'],
  ] as const;
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.changes.length > 0 && <Changes row={row} />}
      <p>
        <TextLink href={paths.audit({ object: object.type, objectId: object.id })}>
          Ver todo lo escrito sobre lo mismo
        </TextLink>
      </p>
    </>
  );
}

function Changes({ row }: { row: AuditRow }) {
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">Campo</th>
          <th scope="col">Antes</th>
          <th scope="col">Después</th>
        </tr>
      </thead>
      <tbody>
        {row.changes.map(({ field, before, after }) => (
          <tr key={`${field}: ${before} → ${after}`}>
            <th scope="row">{field}</th>
            <td>{before ?? '–'}</td>
            <td>{before === '…' && after === '…' ? 'modificado' : (after ?? '–')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
