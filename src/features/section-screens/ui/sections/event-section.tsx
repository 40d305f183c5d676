import { formatDay } from '../../../../web/dates.ts';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
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
  const sessions = (
    <ListField<Session>
      name="sessions"
      summary={s => (s.date ? formatDay(s.date) : '')}
      detail={s => [hours(s), s.place].filter(Boolean).join(' · ')}
      table={{}}
      fresh={sessions => {
        const last = sessions.at(-1);
        return last ? { from: last.from, to: last.to, place: last.place } : {};
      }}
    >
      <EntryFields wide={['place']} />
    </ListField>
  );
  return <SectionFields instead={{ sessions, ...(values.isFree ? { price: null } : {}) }} />;
}
