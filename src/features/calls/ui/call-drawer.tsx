import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CALL_STATES } from '../../../domain/calls/calls.ts';
import { formatMoney } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { SideDrawer } from '../../../web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { LinkButton, TextLink } from '../../../web/ui/link.tsx';
import { type CallDetail, getCall } from '../contract.ts';
import { CallFileButton } from './call-file.tsx';
import { CallTerms } from './call-terms.tsx';
import { Countdown } from './countdown.tsx';
import { RichText } from './rich-text.tsx';

/** The bases of a call beside the list, and the way to apply. */
export function CallDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRead(getCall, { params: { call: id } });
  return (
    <SideDrawer onClose={onClose} size={640} title={data?.name ?? 'Convocatoria'}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Bases call={data} />
      ) : (
        <Skeleton h={320} />
      )}
    </SideDrawer>
  );
}

function Bases({ call }: { call: CallDetail }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        {CALL_STATES[call.state]}. {call.closesAt && <Countdown closesAt={call.closesAt} now={call.now} />}
      </Text>
      {call.startRefusal ? (
        <Alert color="orange">{call.startRefusal}</Alert>
      ) : (
        <Group>
          <LinkButton href={paths.newProject(call.kind, { call: call.id })}>Empezar una propuesta</LinkButton>
        </Group>
      )}
      {call.mine.length > 0 && (
        <section aria-label="Mis propuestas">
          <Title order={3}>Mis propuestas</Title>
          {call.mine.map(p => (
            <div key={p.id}>
              <TextLink href={paths.project(call.kind, p.id)}>
                {p.code} {p.title}
              </TextLink>
            </div>
          ))}
        </section>
      )}
      <section aria-label="Líneas">
        <Title order={3}>Líneas</Title>
        {call.lines.map(line => (
          <Text key={line.id} size="sm">
            {line.name}: hasta {formatMoney(line.cap)} por proyecto
          </Text>
        ))}
      </section>
      <CallTerms call={call} />
      {call.publicText && <RichText html={call.publicText} />}
      <Files call={call} />
    </Stack>
  );
}

function Files({ call }: { call: CallDetail }) {
  if (call.files.length === 0) return null;
  return (
    <section aria-label="Archivos de las bases">
      <Title order={3}>Archivos</Title>
      {call.files.map(file => (
        <CallFileButton key={file.id} call={call.id} file={file} />
      ))}
    </section>
  );
}
