import { isRecentBackup } from '../../../domain/settings/setup.ts';
import { formatAgo, formatNumber } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { getSystemStatus } from '../../system/contract.ts';
import classes from './home.module.css';

const MEGABYTE = 1024 * 1024;

/** What an administrator keeps an eye on. */
export function OfficeStatus() {
  const { data } = useRead(getSystemStatus);
  if (!data) return null;
  const { lastBackup, databaseBytes } = data;
  return (
    <section aria-labelledby="system">
      <h2 id="system">Sistema</h2>
      <dl className={classes.facts}>
        <div data-alert={!lastBackup || !isRecentBackup(lastBackup.at, new Date()) || undefined}>
          <dt>Último respaldo</dt>
          <dd>
            {lastBackup ? (
              <>
                <DateTime value={lastBackup.at} withTime /> ({formatAgo(new Date(lastBackup.at), new Date())})
              </>
            ) : (
              'Nunca se ha hecho'
            )}
          </dd>
        </div>
        <div>
          <dt>Base de datos</dt>
          <dd>{formatNumber(databaseBytes / MEGABYTE, 0)} MB</dd>
        </div>
      </dl>
    </section>
  );
}
