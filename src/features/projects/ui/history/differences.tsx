import { Button } from '@mantine/core';
import { useState } from 'react';
import { keyOf } from '../../../../domain/sections/field.ts';
import { sectionOf } from '../../../../domain/sections/index.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { useRead } from '../../../../web/query.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { getSnapshot, type HistoryEntry } from '../../sections/contract.ts';
import { useProject } from '../ficha/project-context.tsx';
import { shownSections } from '../ficha/section-list.tsx';
import classes from './history.module.css';

/** What has changed since the project was sent, on demand. */
export function Differences({ entry }: { entry: HistoryEntry }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.differences}>
      <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Ocultar diferencias' : 'Ver diferencias con la versión actual'}
      </Button>
      {open && <Changes entry={entry} />}
    </div>
  );
}

function useChanges(entry: HistoryEntry) {
  const { project, nameOf } = useProject();
  const params = { kind: project.kind, id: project.id, entry: String(entry.id) };
  const { data, error, refetch } = useRead(getSnapshot, { params });
  const changes =
    data &&
    shownSections(project).flatMap(section => {
      const empty = sectionOf(section.slug).empty;
      const before = { ...empty, ...data.sections[section.slug] } as Record<string, unknown>;
      const after = { ...empty, ...section.stored.data } as Record<string, unknown>;
      return section.fields
        .map(f => ({
          key: `${section.slug}.${f.path}`,
          label: `${section.label}: ${f.label}`,
          before: showValue(f, before[keyOf(f)], nameOf),
          after: showValue(f, after[keyOf(f)], nameOf),
        }))
        .filter(change => change.before !== change.after);
    });
  return { changes, error, refetch };
}

function Changes({ entry }: { entry: HistoryEntry }) {
  const { changes, error, refetch } = useChanges(entry);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!changes) return null;
  if (changes.length === 0) return <p className={classes.note}>Nada ha cambiado desde entonces.</p>;
  return changes.map(change => (
    <section key={change.key} className={classes.change}>
      <h4>{change.label}</h4>
      <div className={classes.sides}>
        <div className={classes.side}>
          <span>Entonces</span>
          {change.before || 'Vacío'}
        </div>
        <div className={classes.side}>
          <span>Ahora</span>
          {change.after || 'Vacío'}
        </div>
      </div>
    </section>
  ));
}
