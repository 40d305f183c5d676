import { Alert, Group, Skeleton, Tabs, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { committeeRefusal, goesOn } from '../../../../domain/calls/call-moves.ts';
import { CALL_STATES, isFrozen, missingToOpen } from '../../../../domain/calls/calls.ts';
import { formatList } from '../../../../domain/text/format.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { Fields } from '../../../../web/form/form.tsx';
import { PageSpinner, ReadFailure } from '../../../../web/layout/page-states.tsx';
import { useRead } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { usePageTitle } from '../../../../web/routing/page-title.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { BarNotice } from '../../../../web/ui/bar-notice.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { Pill } from '../../../../web/ui/status/pill.tsx';
import { ErrorsProvider, errorFinder } from '../../../kinds/ui/editor.tsx';
import { type CallDetail, type CallSettings, getCall } from '../../contract.ts';
import { Countdown } from '../countdown.tsx';
import classes from './admin-call.module.css';
import { CallActions } from './call-actions.tsx';
import { CALL_TABS } from './call-tabs.tsx';
import { Conflict } from './conflict.tsx';
import { DatesTab } from './dates-tab.tsx';
import { LinesTab } from './lines/lines-tab.tsx';
import { CallSaveBar } from './save-bar.tsx';
import { type CallForm, useCallForm } from './use-call-form.tsx';

const AskedTab = lazyPart(() => import('./asked-tabs.tsx'), 'AskedTab');
const BasesTab = lazyPart(() => import('./bases-tab.tsx'), 'BasesTab');
const CommitteeTab = lazyPart(() => import('./committee/committee-tab.tsx'), 'CommitteeTab');
const FiguresTab = lazyPart(() => import('./figures-tab.tsx'), 'FiguresTab');

const ProgressCard = lazyPart(() => import('./progress/progress-card.tsx'), 'ProgressCard');

type Tab = keyof typeof CALL_TABS;
const TABS = Object.entries(CALL_TABS) as [Tab, string][];

/** One call: its settings in tabs, what can be done with it, and where its proposals are. */
export function AdminCallPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useRead(getCall, { params: { call: id } });
  usePageTitle(data?.name);
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={480} aria-busy />;
  return <CallEditor key={data.id} stored={data} />;
}

/** The tab chosen lives in the address. */
function useTab() {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const known = TABS.find(([value]) => value === tab)?.[0] ?? 'dates';
  const go = (next: string | null) =>
    void navigate({
      href: paths.adminCall(id, next === 'dates' ? {} : { tab: next }),
      replace: true,
      resetScroll: false,
    });
  return [known, go] as const;
}

function CallEditor({ stored }: { stored: CallDetail }) {
  const edited = useCallForm(stored);
  const frozen = isFrozen(stored.state);
  const refused = refusalIn(stored);
  return (
    <ErrorsProvider value={errorFinder(edited.errors)}>
      <PageHeader
        title={stored.name}
        mark={
          <Pill icon={IconSpeakerphone} tone={stored.taking ? 'review' : 'quiet'}>
            {CALL_STATES[stored.state]}
          </Pill>
        }
        text={<When call={stored} values={edited.form.values} />}
        actions={
          <CallActions call={stored} values={edited.form.values} dirty={edited.dirty} refused={refused} />
        }
      />
      {goesOn(stored.state) && (
        <Suspense fallback={<Skeleton h={88} mb="md" />}>
          <ProgressCard call={stored} />
        </Suspense>
      )}
      <Places call={stored} />
      {stored.barred && <BarNotice bar={stored.barred} mb="md" />}
      <Conflict edited={edited} />
      {edited.restoredAt && edited.dirty && (
        <Alert color="cyan" mb="sm">
          Recuperamos lo que estabas escribiendo el {formatInstant(edited.restoredAt)}.
        </Alert>
      )}
      {frozen && refused === null && (
        <Text size="sm" mb="sm">
          Ya abrió: líneas, pauta, preguntas, documentos y reglas quedaron fijos, porque quienes postulan
          cuentan con ellos. {stillOpen(stored)}
        </Text>
      )}
      <Fields form={edited.form} disabled={refused !== null}>
        <Panels stored={stored} edited={edited} frozen={frozen || refused !== null} refused={refused} />
      </Fields>
      <CallSaveBar edited={edited} refused={refused} />
    </ErrorsProvider>
  );
}

const stillOpen = ({ state }: CallDetail) =>
  committeeRefusal(state) === null
    ? 'Siguen abiertas las bases, los días de gracia, las fechas posteriores al cierre, la publicación de resultados y, hasta el acta, la comisión.'
    : 'Siguen abiertas las bases, los días de gracia, las fechas posteriores al cierre y la publicación de resultados.';

/** Why the reader may change nothing of it; null when they may, be it as the last possible person. */
const refusalIn = ({ barred }: CallDetail) => (barred && !barred.last ? barred.reason : null);

function When({ call, values }: { call: CallDetail; values: CallSettings }) {
  if (isFrozen(call.state))
    return call.closesAt ? <Countdown closesAt={call.closesAt} now={call.now} /> : null;
  const missing = missingToOpen({ ...call, ...values }, new Date());
  if (missing.length > 0) return `Solo la ve la oficina. Para abrirla falta ${formatList(missing)}.`;
  // What is being typed may be no instant yet.
  if (Number.isNaN(Date.parse(values.opensAt ?? ''))) return null;
  return `Se abre sola el ${formatInstant(values.opensAt ?? '')}, o antes si la abres tú.`;
}

/** Where the proposals of this call are worked on. */
function Places({ call }: { call: CallDetail }) {
  const { id } = call;
  return (
    <Group component="nav" gap="md" mb="md" aria-label="De esta convocatoria">
      <TextLink href={paths.projects({ call: id })}>Propuestas</TextLink>
      <TextLink href={paths.admissibility({ call: id })}>Admisibilidad</TextLink>
      <TextLink href={paths.adminReviews({ call: id })}>Asignar evaluadores</TextLink>
      <TextLink href={paths.ranking(id)}>Ranking y resolución</TextLink>
      <TextLink href={paths.callLetters(id)}>Cartas de resultado</TextLink>
      <TextLink href={paths.call(id)}>Como la ven todos</TextLink>
      {call.copiedFrom && (
        <Text size="sm" c="dimmed">
          Copiada de <TextLink href={paths.adminCall(call.copiedFrom.id)}>{call.copiedFrom.name}</TextLink>
        </Text>
      )}
    </Group>
  );
}

interface PanelsProps {
  stored: CallDetail;
  edited: CallForm;
  frozen: boolean;
  refused: string | null;
}

function Panels({ stored, edited, frozen, refused }: PanelsProps) {
  const [tab, go] = useTab();
  return (
    <Tabs value={tab} onChange={go} keepMounted={false} className={classes.readable ?? ''}>
      <Tabs.List mb="md">
        {TABS.map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Suspense fallback={<PageSpinner />}>
        <Tabs.Panel value="dates">
          <DatesTab call={stored} frozen={frozen} />
        </Tabs.Panel>
        <Tabs.Panel value="lines">
          <LinesTab call={stored} edited={edited} frozen={frozen} refused={refused} />
        </Tabs.Panel>
        <Tabs.Panel value="committee">
          <CommitteeTab call={stored} edited={edited} refused={refused} />
        </Tabs.Panel>
        {(['rubric', 'questions', 'documents'] as const).map(value => (
          <Tabs.Panel key={value} value={value}>
            <AskedTab part={value} kind={stored.kind} edited={edited} frozen={frozen} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="bases">
          <BasesTab call={stored} refused={refused} />
        </Tabs.Panel>
        <Tabs.Panel value="figures">
          <FiguresTab call={stored} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  );
}
