import { formatDay } from '../../../../web/dates.ts';
import { Columns, Span } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';
import { type Entry, useScope } from '../scope.tsx';

interface Session extends Entry {
  readonly date: string | null;
  readonly from: string;
  readonly to: string;
  readonly place: string;
}

/** `9:00 a 12:30 h`, or what there is of it. */
const hours = ({ from, to }: Session) =>
  [from, to]
    .filter(Boolean)
    .join(' a ')
    .concat(from || to ? ' h' : '');

export function EventSection() {
  const { values } = useScope();
  return (
    <>
      <Field name="type" />
      <ListField<Session>
        name="sessions"
        summary={s => (s.date ? formatDay(s.date) : '')}
        detail={s => [hours(s), s.place].filter(Boolean).join(' · ')}
        columns={['date', 'from', 'to', 'place']}
        fresh={sessions => {
          const last = sessions.at(-1);
          return last ? { from: last.from, to: last.to, place: last.place } : {};
        }}
      >
        <Columns>
          <Field name="date" />
          <Field name="from" />
          <Field name="to" />
          <Span>
            <Field name="place" />
          </Span>
        </Columns>
      </ListField>
      <Field name="capacity" />
      <Field name="audience" />
      <Field name="isFree" />
      {!values.isFree && <Field name="price" />}
      <Field name="givesCertificate" />
    </>
  );
}
