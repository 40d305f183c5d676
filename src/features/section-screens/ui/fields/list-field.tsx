import type { ReactNode } from 'react';
import { sectionOf } from '../../../../domain/sections/index.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import {
  type EntriesProps,
  type Entry,
  EntryScope,
  type FieldState,
  useScope,
  useSectionField,
} from '../scope.tsx';
import classes from './list.module.css';
import type { Table } from './read-table.tsx';

const ReadTable = lazyPart(() => import('./read-table.tsx'), 'ReadTable');

interface ListFieldProps<E extends Entry> extends Omit<EntriesProps<E>, 'field'> {
  /** Readers see a table instead of one block an entry. */
  table?: Table;
  /** Or this. */
  read?: ReactNode;
}
type WithField<E extends Entry> = ListFieldProps<E> & { field: FieldState<readonly E[]> };

/** Entries one under the other; each unfolds to its fields. */
export function ListField<E extends Entry>(props: ListFieldProps<E>) {
  const field = useSectionField<readonly E[]>(props.name);
  const { slug, entries: EditEntries } = useScope();
  if (!field) return null;
  return (
    <div className={classes.list} data-field={field.path} tabIndex={-1}>
      <h3 className={field.info.label === sectionOf(slug).label ? 'visually-hidden' : classes.heading}>
        {field.info.label}
        {field.info.required && !field.readOnly && <span className={classes.required}> *</span>}
      </h3>
      {field.readOnly || !EditEntries ? (
        <ReadEntries {...props} field={field} />
      ) : (
        <EditEntries {...props} field={field} />
      )}
    </div>
  );
}

function ReadEntries<E extends Entry>({ name, summary, children, field, table, read }: WithField<E>) {
  if (field.value.length === 0) return <p className={classes.none}>Sin completar</p>;
  if (read) return read;
  if (table) return <ReadTable field={field} table={table} />;
  return field.value.map((entry, index) => (
    <section key={entry.id} className={classes.readEntry}>
      <h4 className={classes.readTitle}>{summary(entry) || `${field.info.itemLabel} ${index + 1}`}</h4>
      <EntryScope name={name} index={index} heading={summary(entry)}>
        {children}
      </EntryScope>
    </section>
  ));
}
