import { PARTNER_ROLES } from '../../../../domain/sections/partner-roles.ts';
import type { Partners } from '../../../../domain/sections/partners.ts';
import { labelIn } from '../../../../domain/text/format.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';

type Partner = Partners['partners'][number];

export function PartnersSection() {
  const { nameOf } = useProject();
  const partners = (
    <ListField<Partner>
      name="partners"
      summary={p => (p.organisationId ? nameOf(p.organisationId) : '')}
      detail={p => labelIn(PARTNER_ROLES, p.role)}
    >
      <EntryFields
        first={['organisationId', 'role']}
        wide={['organisationId', 'commitment', 'letterFileId']}
      />
    </ListField>
  );
  return <SectionFields instead={{ partners }} />;
}
