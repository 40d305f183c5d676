import { useEffect, useState } from 'react';
import { unsavedWork } from '../../../web/drafts.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import { listProjects } from '../../projects/contract.ts';
import classes from './home.module.css';

/** Work this browser still holds back, e.g. after a closed tab: the project's page sends it. */
export function UnsentWork() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    void unsavedWork().then(work =>
      setIds(
        new Set(
          work.filter(({ key }) => key[0] === 'project' && key[1] !== 'new').map(({ key }) => key[1] ?? ''),
        ),
      ),
    );
  }, []);
  const { data } = useRead(listProjects, { query: { mine: 'true', size: 200 } }, { enabled: ids.size > 0 });
  const rows = (data?.rows ?? []).filter(row => ids.has(row.id));
  if (rows.length === 0) return null;
  return (
    <p className={classes.unsent} role="status">
      Este equipo guarda cambios tuyos que todavía no se envían. Abre el proyecto para enviarlos:{' '}
      {rows.map((row, n) => (
        <span key={row.id}>
          {n > 0 && ', '}
          <TextLink href={paths.project(row.kind, row.id)}>{row.code}</TextLink>
        </span>
      ))}
      .
    </p>
  );
}
