import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { HistoryEntry } from '../../../project-record/detail/contract.ts';
import classes from './history.module.css';

const Changes = lazyPart(() => import('./changes.tsx'), 'Changes');

/** What has changed since the project was sent, on demand. */
export function Differences({ entry }: { entry: HistoryEntry }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.differences}>
      <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Ocultar diferencias' : 'Ver diferencias con la versión actual'}
      </Button>
      {open && (
        <Suspense>
          <Changes entry={entry} />
        </Suspense>
      )}
    </div>
  );
}
