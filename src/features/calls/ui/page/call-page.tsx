import { Skeleton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { CALL_STATES } from '../../../../domain/calls/calls.ts';
import type { Status } from '../../../../domain/kinds/statuses.ts';
import { isAdmin } from '../../../../domain/kit/actor.ts';
import { ReadFailure } from '../../../../web/layout/page-states.tsx';
import { useRead } from '../../../../web/query.ts';
import { usePageTitle } from '../../../../web/routing/page-title.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { LinkButton, TextLink, useGo } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { Pill } from '../../../../web/ui/status/pill.tsx';
import { StatusPill } from '../../../../web/ui/status/status-pill.tsx';
import { type CallDetail, getCall } from '../../contract.ts';
import { CallFileButton } from '../call-file.tsx';
import { Countdown } from '../countdown.tsx';
import classes from './call-page.module.css';
import { Documents, Lines, Rubric } from './call-tables.tsx';
import { AwardTerms, CallRules } from './call-terms.tsx';
import { Part } from './part.tsx';
import { RichText } from './rich-text.tsx';
import { Timeline } from './timeline.tsx';

/** One call as everybody reads it: when, how much, judged by what, and the way to apply. */
export function CallPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useRead(getCall, { params: { call: id } });
  usePageTitle(data?.name);
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader
        title={data.name}
        mark={
          <Pill icon={IconSpeakerphone} tone={data.taking ? 'review' : 'quiet'}>
            {CALL_STATES[data.state]}
          </Pill>
        }
        text={data.startRefusal ?? (data.closesAt && <Countdown closesAt={data.closesAt} now={data.now} />)}
        actions={<Actions call={data} />}
      />
      <Parts call={data} />
    </>
  );
}

function Actions({ call: { id, kind, startRefusal } }: { call: CallDetail }) {
  const go = useGo();
  const user = useSessionUser();
  const start = paths.newProject(kind, { call: id });
  return (
    <>
      {user && isAdmin(user) && (
        <LinkButton href={paths.adminCall(id)} variant="default">
          Administrar
        </LinkButton>
      )}
      {startRefusal === null ? (
        <LinkButton href={start}>Empezar una propuesta</LinkButton>
      ) : (
        <ActionButton reason={startRefusal} onClick={() => go(start)}>
          Empezar una propuesta
        </ActionButton>
      )}
    </>
  );
}

function Parts({ call }: { call: CallDetail }) {
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <Timeline call={call} />
      </div>
      <div className={classes.main}>
        <Mine call={call} />
        {call.publicText && (
          <Part title="Bases">
            <RichText html={call.publicText} />
          </Part>
        )}
        <Files call={call} />
        <Lines call={call} />
        <CallRules call={call} />
        <Rubric call={call} />
        <Documents call={call} />
        <AwardTerms call={call} />
      </div>
    </div>
  );
}

function Mine({ call: { kind, mine } }: { call: CallDetail }) {
  if (mine.length === 0) return null;
  return (
    <Part title="Mis propuestas">
      <ul className={`${classes.plain} ${classes.mine}`}>
        {mine.map(({ id, code, title, status }) => (
          <li key={id}>
            <TextLink href={paths.project(kind, id)}>
              {code} {title}
            </TextLink>
            <StatusPill status={status as Status} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Files({ call: { id, files } }: { call: CallDetail }) {
  if (files.length === 0) return null;
  return (
    <Part title="Archivos">
      {files.map(file => (
        <CallFileButton key={file.id} call={id} file={file} />
      ))}
    </Part>
  );
}

/** As high and as wide as what comes in its place. */
function Loading() {
  return (
    <div aria-busy>
      <h1 className="visually-hidden">Cargando la convocatoria…</h1>
      <Skeleton h={34} maw="24rem" mb={4} />
      <Skeleton h={20} maw="18rem" mb="sm" />
      <div className={classes.page}>
        <Skeleton h={420} className={classes.side} />
        <Skeleton h={900} className={classes.main} />
      </div>
    </div>
  );
}
