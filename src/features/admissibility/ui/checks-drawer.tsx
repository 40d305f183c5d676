import { Alert, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useId } from 'react';
import { STEP_PLACES, type StepStatus } from '../../../domain/kinds/definition.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { sectionOf } from '../../../domain/sections/index.ts';
import { formatList } from '../../../domain/text/format.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead, useWrite } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { BarNotice } from '../../../web/ui/bar-notice.tsx';
import { SideDrawer } from '../../../web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { getProject } from '../../project-record/detail/contract.ts';
import { type Checks, getChecks, listWaiting, saveChecks } from '../contract.ts';
import classes from './admissibility.module.css';

/** The checklist of one proposal, stored as it is ticked; the decision is taken on its page. */
export function ChecksDrawer({ open, onClose }: { open: string; onClose: () => void }) {
  const [kind = '', id = ''] = open.split('.');
  const params = { kind, id };
  const { data, error, refetch } = useRead(getChecks, { params });
  return (
    <SideDrawer onClose={onClose} title="Lista de admisibilidad">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Items params={params} checks={data} />
      ) : (
        <Skeleton h={240} />
      )}
    </SideDrawer>
  );
}

const LOOKED_AT = {
  input: { cursor: 'not-allowed', background: 'var(--mantine-color-disabled)' },
  label: { cursor: 'not-allowed' },
  icon: { color: 'var(--mantine-color-text)' },
} as const;

const nextStep = (left: number, { items }: Checks) =>
  left === 0
    ? 'Todo revisado: ya puedes declararla admisible.'
    : `Falta revisar ${left} de ${items.length}. Si algo no está, devuélvela una vez para corregir o declárala inadmisible.`;

function Items({ params, checks }: { params: { kind: string; id: string }; checks: Checks }) {
  const save = useWrite(saveChecks, [getChecks, listWaiting, getProject]);
  const set = (id: string, ok: boolean) => {
    const items = checks.items.map(i => [i.id, { ok: i.id === id ? ok : i.ok, note: i.note }] as const);
    save.mutate({ params, body: { version: checks.version, items: Object.fromEntries(items) } });
  };
  const left = checks.items.filter(i => !i.ok).length;
  const { barred } = checks;
  const refused = barred !== null && !barred.last;
  const why = useId();
  return (
    <Stack gap="md">
      {barred && checks.open && <BarNotice bar={barred} id={why} />}
      {save.error && (
        <Alert color="red" role="alert">
          {messageOf(save.error)}
        </Alert>
      )}
      <Received checks={checks} />
      <Stack gap="sm">
        {checks.items.map(item => (
          <Checkbox
            key={item.id}
            label={item.label}
            checked={item.ok}
            disabled={!checks.open || save.isPending}
            aria-disabled={refused || undefined}
            aria-describedby={refused ? why : undefined}
            {...(refused && { styles: LOOKED_AT })}
            // The mark stays as it is stored; the box stays within reach of the keyboard, to say why.
            onChange={event => !refused && set(item.id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      <Text size="sm" c="dimmed" role="status">
        {refused
          ? `Revisado: ${checks.items.length - left} de ${checks.items.length}.`
          : nextStep(left, checks)}
      </Text>
      <Group>
        <LinkButton href={paths.project(params.kind as KindSlug, params.id)}>
          {left === 0 && !refused ? 'Ir a decidir' : 'Abrir la propuesta'}
        </LinkButton>
      </Group>
    </Stack>
  );
}

/** When the proposal came, when its unit endorsed it, and what a correction changed. */
function Received({ checks: { receivedAt, endorseUntil, endorsements, corrected } }: { checks: Checks }) {
  return (
    <dl className={classes.received}>
      {receivedAt && (
        <div>
          <dt>Recibida</dt>
          <dd>
            <DateTime value={receivedAt} withTime />
          </dd>
        </div>
      )}
      {endorsements.map(({ status, by, at, late }) => (
        <div key={status}>
          <dt>Visto bueno de {STEP_PLACES[status as StepStatus]}</dt>
          <dd>
            <DateTime value={at} withTime />
            {by && `, ${by.name}`}
            {late && (
              <Pill icon={IconClockExclamation} tone="attention">
                Fuera de plazo
              </Pill>
            )}
          </dd>
        </div>
      ))}
      {endorseUntil && (
        <div>
          <dt>Visar hasta</dt>
          <dd>
            <DateTime value={endorseUntil} withTime />
          </dd>
        </div>
      )}
      {corrected && (
        <div>
          <dt>Corregido</dt>
          <dd>
            {corrected.length > 0
              ? `${formatList(corrected.map(slug => sectionOf(slug).label))}: lo que depende de eso se revisa de nuevo.`
              : 'Ninguna sección cambió.'}
          </dd>
        </div>
      )}
    </dl>
  );
}
