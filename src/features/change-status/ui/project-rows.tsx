import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import classes from './rows.module.css';

export interface ProjectLine {
  id: string;
  kind: KindSlug;
  code: string;
  title: string;
  from: Status | null;
  /** Where it goes, when it goes anywhere. */
  to: Status | null;
  words: string;
  refused: boolean;
  /** What has to be filled in for it. */
  fields?: ReactNode;
}

/** So many are drawn at first; a long list would make the dialog slow to open. */
const FIRST = 100;

/** Projects of a change: from which status to which, and what that means for each. */
export function ProjectRows({ label, lines }: { label: string; lines: readonly ProjectLine[] }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? lines : lines.slice(0, FIRST);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className={classes.rows} aria-label={label} tabIndex={0}>
        {shown.map(line => (
          <li key={line.id} className={classes.row}>
            <span className={classes.name} title={line.title}>
              <TextLink href={paths.project(line.kind, line.id)}>{line.code}</TextLink> {line.title}
            </span>
            <span className={classes.way}>
              {line.from && <StatusPill status={line.from} />}
              {line.to && (
                <>
                  <IconArrowRight size={14} aria-label="pasa a" role="img" />
                  <StatusPill status={line.to} />
                </>
              )}
            </span>
            {line.words && (
              <span className={classes.words} data-refused={line.refused || undefined}>
                {line.refused && <IconAlertTriangle size={14} aria-hidden />}
                {line.words}
              </span>
            )}
            {line.fields}
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Mostrar los {lines.length - shown.length} restantes
        </Button>
      )}
    </>
  );
}
