import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { isOpenStep, isRecentBackup } from '../../../domain/settings/setup.ts';
import { formatAgo, formatNumber } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { getSystemStatus } from '../../system/contract.ts';
import classes from './home.module.css';
import type { OutputFor } from './parts.tsx';

const MEGABYTE = 1024 * 1024;

/** What an administrator keeps an eye on; what is open of the guide is told there. */
export function OfficeStatus({ setup }: { setup: NonNullable<OutputFor['setup']> }) {
  const { data } = useRead(getSystemStatus);
  if (!data) return null;
  const { lastBackup, databaseBytes } = data;
  const isTold = setup.steps.some(step => step.step === 'backup' && isOpenStep(step));
  return (
    <section aria-labelledby="system">
      <h2 id="system">Sistema</h2>
      <dl className={classes.facts}>
        {!isTold && <LastBackup backup={lastBackup} />}
        <div>
          <dt>Base de datos</dt>
          <dd>{formatNumber(databaseBytes / MEGABYTE, 0)} MB</dd>
        </div>
      </dl>
    </section>
  );
}

function LastBackup({ backup }: { backup: OutputOf<typeof getSystemStatus>['lastBackup'] }) {
  const now = new Date();
  return (
    <div data-alert={!backup || !isRecentBackup(backup.at, now) || undefined}>
      <dt>Último respaldo</dt>
      <dd>
        {backup ? (
          <>
            <DateTime value={backup.at} withTime /> ({formatAgo(new Date(backup.at), now)})
          </>
        ) : (
          'Nunca se ha hecho'
        )}
      </dd>
    </div>
  );
}
