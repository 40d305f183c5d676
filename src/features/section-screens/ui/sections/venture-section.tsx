import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';
import type { Entry } from '../scope.tsx';

interface Founder extends Entry {
  readonly name: string;
  readonly affiliation: string;
}

export function VentureSection() {
  const founders = (
    <ListField<Founder> name="founders" summary={f => f.name} detail={f => f.affiliation}>
      <EntryFields />
    </ListField>
  );
  return <SectionFields rows={['name', ['stage', 'readiness']]} instead={{ founders }} />;
}
