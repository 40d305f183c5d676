import type { ReactNode } from 'react';
import { keyOf, type SectionField } from '../../../../domain/sections/field.ts';
import { isEmpty } from '../../../../domain/sections/section.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type Entry, namesInOrder, useScope } from '../scope.tsx';
import { Columns, Span } from './columns.tsx';
import { Field } from './field.tsx';
import { LeftOpen } from './field-frame.tsx';
import { ListField } from './list-field.tsx';

/** What stands in place of fields, by name; `null` leaves one out for now. */
type Instead = Readonly<Record<string, ReactNode>>;

interface FieldsProps {
  /** Names in the order of the screen, those side by side together; whatever else the scope has follows. */
  rows?: readonly (string | readonly string[])[];
  instead?: Instead;
}

/** Every field of the scope, one below the other; those that a reader would find empty are only named, at the foot. */
export function SectionFields({ rows = [], instead = {} }: FieldsProps) {
  const { fields, values, readOnly } = useScope();
  const rest = namesInOrder(fields, rows.flat()).slice(rows.flat().length);
  const left = fields.filter(f => readOnly && instead[keyOf(f)] !== null && isLeftOpen(f, values[keyOf(f)]));
  const isShown = (name: string) => !left.some(f => keyOf(f) === name);
  const shown = [...rows, ...rest].map(row => (typeof row === 'string' ? row : row.filter(isShown)));
  return (
    <>
      {shown.map(row =>
        typeof row === 'string' ? (
          isShown(row) && <Placed key={row} name={row} instead={instead} />
        ) : (
          <Columns key={row.join()} narrow>
            {row.map(name => (
              <Placed key={name} name={name} instead={instead} />
            ))}
          </Columns>
        ),
      )}
      <LeftOpen labels={left.map(f => f.label)} />
    </>
  );
}

/** Nothing is said in it. A box that is not ticked says no. */
const isLeftOpen = (field: SectionField, value: unknown) => field.type !== 'flag' && isEmpty(value);

interface EntryProps {
  first?: readonly string[];
  /** Names of those that take all columns. */
  wide?: readonly string[];
  instead?: Instead;
}

/** Every field of an entry, in columns: `first` in this order, then the others. */
export function EntryFields({ first = [], wide = [], instead = {} }: EntryProps) {
  const { fields } = useScope();
  return (
    <Columns>
      {namesInOrder(fields, first).map(name =>
        wide.includes(name) ? (
          <Span key={name}>
            <Placed name={name} instead={instead} />
          </Span>
        ) : (
          <Placed key={name} name={name} instead={instead} />
        ),
      )}
    </Columns>
  );
}

function Placed({ name, instead }: { name: string; instead: Instead }) {
  const field = useScope().fields.find(f => keyOf(f) === name);
  if (instead[name] !== undefined) return instead[name];
  return field?.type === 'list' ? <PlainList field={field} /> : <Field name={name} />;
}

/** A list that no screen knows better: its first two fields name an entry. */
function PlainList({ field }: { field: SectionField }) {
  const { nameOf } = useProject();
  const [first, second] = field.fields ?? [];
  const words = (info: SectionField | undefined, entry: Entry) =>
    info ? showValue(info, entry[keyOf(info)], nameOf) : '';
  return (
    <ListField<Entry>
      name={keyOf(field)}
      summary={entry => words(first, entry)}
      detail={entry => words(second, entry)}
    >
      <EntryFields />
    </ListField>
  );
}
