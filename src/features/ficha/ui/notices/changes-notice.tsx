import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { isReturned } from '../../../../domain/kinds/statuses.ts';
import { RETURNABLE } from '../../../../domain/workflow/transitions.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { DateTime } from '../../../../web/ui/format.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import classes from '../ficha.module.css';

const Changes = lazyPart(() => import('../history/changes.tsx'), 'Changes');

/** After a project came back: what its lead changed since it was returned, right where it is decided. */
export function ChangesNotice() {
  const { project } = useProject();
  const [open, setOpen] = useState(false);
  const [latest, before] = project.history.filter(e => e.hasSnapshot && !e.undone);
  if (!latest || !before || !RETURNABLE.includes(project.status)) return null;
  const again = (latest.from && isReturned(latest.from)) || latest.action === 'submit_final_report';
  if (!again) return null;
  return (
    <section className={classes.guide} data-calm aria-labelledby="changes-title">
      <h2 id="changes-title">
        {latest.action === 'submit' ? 'Este proyecto volvió corregido' : 'Llegó el informe final'}
      </h2>
      <p>
        {latest.actor?.name ?? 'Su responsable'} lo envió el <DateTime value={latest.at} withTime />. La
        versión anterior es del <DateTime value={before.at} withTime />.
      </p>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        aria-expanded={open}
        aria-controls="changes-list"
        onClick={() => setOpen(!open)}
      >
        {open ? 'Ocultar los cambios' : 'Ver qué cambió'}
      </Button>
      <div id="changes-list">
        {open && (
          <Suspense fallback={<p role="status">Comparando las versiones…</p>}>
            <Changes entry={before} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
