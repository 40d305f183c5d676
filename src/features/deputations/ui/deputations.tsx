import { Button, Group, Stack, Text } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { isCurrent } from '../../../domain/catalogues/deputies.ts';
import { formatDay } from '../../../web/dates.ts';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { type Deputation, listDeputations } from '../contract.ts';
import classes from './deputations.module.css';
import { useEnding } from './use-ending.tsx';

const DeputyDrawer = lazyPart(() => import('./deputy-drawer.tsx'), 'DeputyDrawer');

interface DeputationsProps {
  /** Whose they are. */
  person: { readonly id: string; readonly name: string };
  /** The person reads their own. */
  self?: boolean;
}
interface FramedProps extends DeputationsProps {
  /** What it stands in; nothing at all for people who neither head a unit nor stand in for anybody. */
  frame: (content: ReactNode) => ReactNode;
}

/** Who stands in for a head and when, now and to come, with the way to name one more. */
export function Deputations({ person, self = false, frame }: FramedProps) {
  const { data, error, refetch } = useRead(listDeputations, { query: { person: person.id } });
  const [naming, setNaming] = useState(false);
  if (error && !data) return frame(<ErrorState error={error} onRetry={() => void refetch()} />);
  if (!data || (!data.heads && data.rows.length === 0)) return null;
  return frame(
    <Stack gap="sm" align="flex-start">
      {data.rows.length > 0 ? (
        <ul className={classes.list}>
          {data.rows.map(row => (
            <Row key={row.id} row={row} person={person} self={self} />
          ))}
        </ul>
      ) : (
        <Text size="sm" c="dimmed">
          {self ? 'No tienes subrogancias.' : 'No tiene subrogancias.'}
        </Text>
      )}
      {data.heads && (
        <Button
          variant="default"
          leftSection={<IconUserShare size={16} aria-hidden />}
          onClick={() => setNaming(true)}
        >
          Nombrar subrogante
        </Button>
      )}
      {naming && (
        <Suspense>
          <DeputyDrawer principal={person} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </Stack>,
  );
}

/** Who stands in for whom, told from the reader's side. */
function wordsOf({ principal, deputy }: Deputation, personId: string, self: boolean): string {
  if (principal.id === personId) return self ? `Te subroga ${deputy.name}` : `Subroga ${deputy.name}`;
  return self ? `Subrogas a ${principal.name}` : `Subroga a ${principal.name}`;
}

/** Why a deputation changes nothing, told from the reader's side. */
function withoutEffect({ principal, deputy }: Deputation, personId: string, self: boolean): string {
  if (self && principal.id === personId)
    return `${deputy.name} ya no puede subrogar: los pasos los tienes tú.`;
  return `${self ? 'Ya no puedes' : `${deputy.name} ya no puede`} subrogar: los pasos los tiene ${principal.name}.`;
}

function Row({ row, person, self }: DeputationsProps & { row: Deputation }) {
  const [asking, setAsking] = useState(false);
  const end = useEnding();
  const current = isCurrent(row);
  const verb = current ? 'Terminar' : 'Cancelar';
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.who}>{wordsOf(row, person.id, self ?? false)}</span>
        <span className={classes.days}>
          {formatDay(row.firstDay)} al {formatDay(row.lastDay)}
          {row.reason && ` · ${row.reason}`}
        </span>
        {!row.effective && (
          <span className={classes.days}>{withoutEffect(row, person.id, self ?? false)}</span>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <Pill icon={IconUserShare} tone={row.effective && current ? 'good' : 'quiet'}>
          {!row.effective ? 'Sin efecto' : current ? 'Vigente' : 'Próxima'}
        </Pill>
        {row.mayEnd && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${verb} la subrogancia de ${row.deputy.name}`}
            onClick={() => setAsking(true)}
          >
            {verb}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        open={asking}
        title={`¿${verb} la subrogancia de ${row.deputy.name}?`}
        confirm={`${verb} subrogancia`}
        onConfirm={async () => {
          await end(row);
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      >
        {current
          ? `Lo que está pendiente vuelve a ${row.principal.name} de inmediato.`
          : `${row.deputy.name} no recibirá los pasos de ${row.principal.name}.`}
      </ConfirmDialog>
    </li>
  );
}
