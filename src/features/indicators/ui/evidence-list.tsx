import { Anchor } from '@mantine/core';
import { isReady, isRejected } from '../../../domain/files/file-states.ts';
import { formatDay } from '../../../web/dates.ts';
import { useFileActions } from '../../attachments/ui/use-file-actions.tsx';
import type { Measurement } from '../contract.ts';
import classes from './indicators.module.css';

/** What shows that a measurement is true, each as it was when it was sent. */
export function EvidenceList({ measurement: { evidence, origin } }: { measurement: Measurement }) {
  const { open } = useFileActions();
  if (evidence.length === 0)
    return <span className={classes.meta}>{origin === 'earlier' ? '–' : 'Sin evidencia'}</span>;
  return (
    <ul className={classes.evidence}>
      {evidence.map(({ file, url, seenOn }) =>
        file ? (
          <li key={file.versionId}>
            {isReady(file) ? (
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="left"
                onClick={() => void open(file, { version: file.version })}
              >
                {file.name}
              </Anchor>
            ) : (
              file.name
            )}
            {file.isOlder && <small> versión {file.version}, hay una más nueva</small>}
            {isRejected(file) && <small className={classes.refused}> rechazado al revisarlo</small>}
          </li>
        ) : (
          <li key={url}>
            <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
              {hostOf(url)}
            </Anchor>
            {seenOn && <small> vista el {formatDay(seenOn)}</small>}
          </li>
        ),
      )}
    </ul>
  );
}

/** Where an address leads, short enough for a table. */
function hostOf(url: string): string {
  const short = url.replace(/^https?:\/\/(www\.)?/i, '');
  return short.length > 48 ? `${short.slice(0, 47)}…` : short;
}
