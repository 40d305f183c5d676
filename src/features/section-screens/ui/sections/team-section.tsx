import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { TEAM_ROLES, type Team } from '../../../../domain/sections/team.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { NoticeHelp } from '../../../privacy-notices/ui/notice-help.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { Span } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';
import { useScope } from '../scope.tsx';
import type { Who } from './who-switch.tsx';

const WhoSwitch = lazyPart(() => import('./who-switch.tsx'), 'WhoSwitch');

type Member = Team['members'][number];

export function TeamSection() {
  const { nameOf } = useProject();
  const members = (
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
      <EntryFields instead={{ userId: <WhoFields />, name: null, email: null, organisation: null }} />
    </ListField>
  );
  return <SectionFields instead={{ members }} />;
}

/** Somebody of the university by account, or an outsider by name. */
function WhoFields() {
  const { values, prefix, set, readOnly } = useScope();
  const [asked, setAsked] = useState<Who | null>(null);
  const kind = asked ?? (values.name && !values.userId ? 'outside' : 'account');
  const choose = (next: Who) => {
    setAsked(next);
    if (next === 'outside') set(`${prefix}userId`, null);
  };
  return (
    <>
      {!readOnly && (
        <Span>
          <Suspense fallback={<Skeleton h={30} w={240} />}>
            <WhoSwitch value={kind} onChange={choose} />
          </Suspense>
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
          {!readOnly && (
            <Span>
              <NoticeHelp />
            </Span>
          )}
        </>
      )}
    </>
  );
}
