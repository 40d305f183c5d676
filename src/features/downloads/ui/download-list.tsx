import { ActionIcon, Button, Progress, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  DOWNLOAD_LABELS,
  isFailed,
  isOpen,
  isOver,
  isReady,
  KEPT_DAYS,
} from '../../../domain/downloads/download-states.ts';
import { formatCount, formatNumber, formatSize } from '../../../domain/text/format.ts';
import { formatInstant } from '../../../web/dates.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import type { Download } from '../contract.ts';
import classes from './downloads.module.css';
import { downloadActions, openDownload, useDownloads } from './use-downloads.tsx';

/** How far it is, in words and as a bar; a bar without an end until somebody knows how much there is. */
function Advance({ download: { title, state, done, total } }: { download: Download }) {
  const share = total ? Math.min(100, Math.floor((done / total) * 100)) : null;
  return (
    <>
      <Progress value={share ?? 100} animated={share === null} size="sm" aria-label={`Avance de ${title}`} />
      <Text size="xs" c="dimmed">
        {share === null ? DOWNLOAD_LABELS[state] : `${DOWNLOAD_LABELS[state]} · ${formatNumber(share)} %`}
      </Text>
    </>
  );
}

/** `PDF` of `memoria.pdf`: the same may have been asked for in several. */
const formatIn = (fileName: string | null) => fileName?.split('.').at(-1)?.toUpperCase() ?? '';

function Standing({ download }: { download: Download }) {
  const { state, size, expiresAt, problem, fileName } = download;
  if (isOpen(download)) return <Advance download={download} />;
  if (isFailed(download))
    return (
      <Text size="xs" c="red">
        {problem}
      </Text>
    );
  return (
    <Text size="xs" c="dimmed">
      {isReady(download) && size !== null && expiresAt
        ? `${formatSize(size)} · hasta el ${formatInstant(expiresAt)} · ${formatIn(fileName)}`
        : DOWNLOAD_LABELS[state]}
    </Text>
  );
}

function Actions({ download }: { download: Download }) {
  const { id, title } = download;
  if (isOpen(download))
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Cancelar ${title}`}
        onClick={() => void downloadActions.cancel(id)}
      >
        Cancelar
      </Button>
    );
  return (
    <>
      {isOver(download) && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Pedir de nuevo ${title}`}
          onClick={() => void downloadActions.retry(id)}
        >
          Pedir de nuevo
        </Button>
      )}
      {isReady(download) && (
        <Button
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Descargar ${title}`}
          onClick={() => void openDownload(id)}
        >
          Descargar
        </Button>
      )}
      <Tooltip label="Quitar de la lista">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Quitar ${title}`}
          onClick={() => void downloadActions.remove(id)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** As many as leave the page below them in sight. */
const MOST_SHOWN = 4;

/** Files that somebody asked for: those under way with their progress, those ready to be opened. */
export function DownloadList() {
  const { data, error, refetch } = useDownloads();
  const [all, setAll] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={22} maw={320} aria-busy />;
  if (data.downloads.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Lo que pidas aparece aquí y se guarda {KEPT_DAYS.file} días.
      </Text>
    );
  const { downloads } = data;
  const shown = all ? downloads : downloads.filter((each, n) => n < MOST_SHOWN || isOpen(each));
  const hidden = downloads.length - shown.length;
  return (
    <>
      <ul className={classes.list}>
        {shown.map(each => (
          <li key={each.id} className={classes.item}>
            <div className={classes.words}>
              <strong>{each.title}</strong>
              <Standing download={each} />
            </div>
            <div className={classes.actions}>
              <Actions download={each} />
            </div>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          Ver {formatCount(hidden, 'descarga anterior', 'descargas anteriores')}
        </Button>
      )}
    </>
  );
}
