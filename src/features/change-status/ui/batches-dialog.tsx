import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import { useReturnFocus } from '../../../web/form/dialog-focus.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { type Batch, getBatch, listBatches } from '../contract.ts';
import { projectsWords } from './effect-words.tsx';
import { type ProjectLine, ProjectRows } from './project-rows.tsx';
import classes from './rows.module.css';
import { UndoPanel } from './undo-panel.tsx';

/** Value of `open` in the address for the list; any other is a batch. */
export const RECENT = 'recent';

/** The last changes, and one of them with the way back: found again after the page was closed halfway. */
export function BatchesDialog({ open, onClose }: { open: string; onClose: () => void }) {
  useReturnFocus();
  const isPhone = useMediaQuery('(max-width: 48em)');
  return (
    <Modal
      opened
      onClose={onClose}
      title={open === RECENT ? 'Cambios recientes' : 'Cambio de estado'}
      size="60rem"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {open === RECENT ? <RecentBatches /> : <OneBatch id={open} />}
    </Modal>
  );
}

const doneWords = ({ changed, to }: Pick<Batch, 'changed' | 'to'>) =>
  `${projectsWords(changed)} a «${statusLabel(to)}»`;
const undoneWords = ({ changed, undone }: Pick<Batch, 'changed' | 'undone'>) =>
  undone === 0 ? '' : undone === changed ? 'Deshecho.' : `Deshecho en ${undone}.`;

function RecentBatches() {
  const { data, error, refetch } = useRead(listBatches);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="8rem" />;
  if (data.length === 0)
    return (
      <EmptyState
        title="Todavía no hay cambios"
        text="Aquí verás los últimos, con la forma de deshacerlos."
      />
    );
  return (
    <ul className={classes.rows}>
      {data.map(batch => (
        <li key={batch.id} className={classes.row}>
          <TextLink href={paths.changeStatus({ open: batch.id })}>{doneWords(batch)}</TextLink>
          <span className={classes.way}>
            <DateTime value={batch.at} withTime />
          </span>
          <span className={classes.words}>
            {batch.by.name}: {batch.reason} {undoneWords(batch)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function OneBatch({ id }: { id: string }) {
  const { data, error, refetch } = useRead(getBatch, { params: { batch: id } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="8rem" />;
  return <BatchBody key={data.id} data={data} />;
}

function BatchBody({ data }: { data: Batch }) {
  // As it was on opening: the panel that takes them back stays to say how each ended.
  const [open] = useState(() => data.projects.filter(p => !p.undone && p.locked === null));
  const lines = data.projects.map(
    (p): ProjectLine => ({
      ...p,
      to: p.status === p.from ? null : p.status,
      words: p.undone ? 'Deshecho.' : (p.locked ?? ''),
      refused: p.locked !== null,
    }),
  );
  return (
    <Stack gap="sm">
      <Text size="sm">
        {doneWords(data)}. {data.by.name}, <DateTime value={data.at} withTime />: {data.reason}{' '}
        {undoneWords(data)}
      </Text>
      <ProjectRows label="Proyectos del cambio" lines={lines} />
      {open.length > 0 && <UndoPanel batch={data.id} projects={open.map(p => ({ ...p, to: null }))} />}
    </Stack>
  );
}
