import type { Objectives } from '../../../../domain/sections/objectives.ts';
import { SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';

export function ObjectivesSection() {
  const specific = (
    <ListField<Objectives['specific'][number]> name="specific" summary={o => o.text}>
      <SectionFields />
    </ListField>
  );
  return <SectionFields instead={{ specific }} />;
}
