import { IconArrowRight, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { changeFields } from '../../../domain/access/change-requests.ts';
import { type Budget, budgetTotal } from '../../../domain/sections/budget.ts';
import { keyOf, type SectionField } from '../../../domain/sections/field.ts';
import { sectionOf } from '../../../domain/sections/index.ts';
import { showValue } from '../../../domain/sections/show.ts';
import { formatMoney } from '../../../domain/text/format.ts';
import { listSections } from '../../ficha/ui/section-list.tsx';
import type { ChangeRequest } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import classes from './changes.module.css';

type Entry = Readonly<Record<string, unknown>>;
type NameOf = (id: string) => string;

/** What would change, field by field; entries of lists are told apart by what became of them. */
export function ChangeDifferences({ change }: { change: ChangeRequest }) {
  const { project, nameOf } = useProject();
  const { section, before, after, names } = change;
  const all = listSections(project).find(s => s.slug === section)?.fields ?? sectionOf(section).fields;
  const fields = all.filter(f => changeFields(section).includes(f.path));
  const nameIn: NameOf = id => names[id] ?? nameOf(id);
  return (
    <div className={classes.differences}>
      {fields.map(field =>
        field.type === 'list' ? (
          <ListChange
            key={field.path}
            field={field}
            before={entriesOf(before[field.path])}
            after={entriesOf(after[field.path])}
            nameOf={nameIn}
          />
        ) : (
          <FieldChange
            key={field.path}
            label={field.label}
            before={showValue(field, before[field.path], nameIn)}
            after={showValue(field, after[field.path], nameIn)}
          />
        ),
      )}
      {section === 'budget' && (
        <FieldChange
          label="Total del presupuesto"
          before={formatMoney(budgetTotal(before as Budget))}
          after={formatMoney(budgetTotal(after as Budget))}
        />
      )}
    </div>
  );
}

const entriesOf = (value: unknown) => (Array.isArray(value) ? (value as readonly Entry[]) : []);

function FieldChange({ label, before, after }: { label: string; before: string; after: string }) {
  if (before === after)
    return (
      <p className={classes.same}>
        {label}: {after || 'vacío'}, sin cambio
      </p>
    );
  return (
    <p className={classes.field}>
      <span className={classes.name}>{label}: </span>
      <del>{before || 'vacío'}</del>
      <IconArrowRight size={14} aria-label="pasa a" role="img" />
      <ins>{after || 'vacío'}</ins>
    </p>
  );
}

interface ListProps {
  field: SectionField;
  before: readonly Entry[];
  after: readonly Entry[];
  nameOf: NameOf;
}

/** Bare figures and days say nothing without their name. */
const NAMED: readonly SectionField['type'][] = ['integer', 'decimal', 'date'];

/** How an entry reads on one line: what is filled in. */
const titleOf = (field: SectionField, entry: Entry, nameOf: NameOf) =>
  (field.fields ?? [])
    .map(f => [f, showValue(f, entry[keyOf(f)], nameOf)] as const)
    .filter(([, text]) => text !== '')
    .map(([f, text]) => (NAMED.includes(f.type) ? `${f.label}: ${text}` : text))
    .join(' · ');

function changesOf(field: SectionField, before: Entry, after: Entry, nameOf: NameOf) {
  return (field.fields ?? []).flatMap(f => {
    const [a, b] = [showValue(f, before[keyOf(f)], nameOf), showValue(f, after[keyOf(f)], nameOf)];
    return a === b ? [] : [{ label: f.label, before: a, after: b }];
  });
}

function ListChange({ field, before, after, nameOf }: ListProps) {
  const idsAfter = new Set(after.map(e => e.id));
  const gone = before.filter(e => !idsAfter.has(e.id));
  const added = after.filter(e => !before.some(b => b.id === e.id));
  const kept = after.flatMap(entry => {
    const old = before.find(b => b.id === entry.id);
    return old ? [{ entry, old, changes: changesOf(field, old, entry, nameOf) }] : [];
  });
  const altered = kept.filter(k => k.changes.length > 0);
  const same = kept.length - altered.length;
  return (
    <ul className={classes.entries}>
      {gone.map(entry => (
        <li key={String(entry.id)} data-change="gone">
          <IconMinus size={16} aria-hidden />
          <span>
            <b>Se quita: </b>
            <del>{titleOf(field, entry, nameOf)}</del>
          </span>
        </li>
      ))}
      {added.map(entry => (
        <li key={String(entry.id)} data-change="added">
          <IconPlus size={16} aria-hidden />
          <span>
            <b>Se agrega: </b>
            <ins>{titleOf(field, entry, nameOf)}</ins>
          </span>
        </li>
      ))}
      {altered.map(({ entry, old, changes }) => (
        <li key={String(entry.id)} data-change="altered">
          <IconPencil size={16} aria-hidden />
          <div>
            <b>Cambia: </b>
            {titleOf(field, old, nameOf)}
            {changes.map(c => (
              <FieldChange key={c.label} {...c} />
            ))}
          </div>
        </li>
      ))}
      {same > 0 && <li className={classes.same}>{same === 1 ? '1 sin cambio' : `${same} sin cambio`}</li>}
    </ul>
  );
}
