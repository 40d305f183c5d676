import { PARTNER_ROLES, type Partners } from '../../../../domain/sections/partners.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { Columns, Span } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';

type Partner = Partners['partners'][number];

export function PartnersSection() {
  const { nameOf } = useProject();
  return (
    <ListField<Partner>
      name="partners"
      summary={p => (p.organisationId ? nameOf(p.organisationId) : '')}
      detail={p => PARTNER_ROLES.find(r => r.value === p.role)?.label ?? ''}
    >
      <Columns>
        <Span>
          <Field name="organisationId" />
        </Span>
        <Field name="role" />
        <Field name="contactName" />
        <Field name="contactEmail" />
        <Field name="contactPhone" />
        <Span>
          <Field name="commitment" />
        </Span>
        <Span>
          <Field name="letterFileId" />
        </Span>
      </Columns>
    </ListField>
  );
}
