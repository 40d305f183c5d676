import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../../domain/format.ts';
import { TEAM_ROLES, type Team } from '../../../../domain/sections/team.ts';
import { useProject } from '../ficha/project-context.tsx';
import { useScope } from '../ficha/scope.tsx';
import { Columns, Span } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';

type Member = Team['members'][number];

export function TeamSection() {
  const { nameOf } = useProject();
  return (
    <ListField<Member>
      name="members"
      summary={m => (m.userId ? nameOf(m.userId) : m.name)}
      detail={m =>
        [
          TEAM_ROLES.find(r => r.value === m.role)?.label,
          m.hoursPerWeek === null ? null : `${formatNumber(m.hoursPerWeek)} h por semana`,
        ]
          .filter(Boolean)
          .join(' · ')
      }
    >
      <Columns>
        <WhoFields />
        <Field name="role" />
        <Field name="hoursPerWeek" />
        <Field name="from" />
        <Field name="to" />
      </Columns>
    </ListField>
  );
}

/** Somebody of the university by account, or an outsider by name. */
function WhoFields() {
  const { values, prefix, set, readOnly } = useScope();
  const [asked, setAsked] = useState<'account' | 'outside' | null>(null);
  const kind = asked ?? (values.name && !values.userId ? 'outside' : 'account');
  const choose = (next: string) => {
    setAsked(next as 'account' | 'outside');
    if (next === 'outside') set(`${prefix}userId`, null);
  };
  return (
    <>
      {!readOnly && (
        <Span>
          <SegmentedControl
            size="xs"
            value={kind}
            onChange={choose}
            aria-label="Quién es"
            data={[
              { value: 'account', label: 'De la universidad' },
              { value: 'outside', label: 'Persona externa' },
            ]}
          />
        </Span>
      )}
      {kind === 'account' ? (
        <Span>
          <Field name="userId" />
        </Span>
      ) : (
        <>
          <Field name="name" />
          <Field name="email" />
          <Field name="organisation" />
        </>
      )}
    </>
  );
}
