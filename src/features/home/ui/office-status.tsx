import { formatAgo, formatNumber } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { getSystemStatus } from '../../system/contract.ts';
import classes from './home.module.css';

const OLD_BACKUP_DAYS = 7;
const MEGABYTE = 1024 * 1024;
const isOld = (at: string) => Date.now() - Date.parse(at) > OLD_BACKUP_DAYS * 86_400_000;

/** What an administrator keeps an eye on. */
export function OfficeStatus() {
  const { data } = useRead(getSystemStatus);
  if (!data) return null;
  const { lastBackup, databaseBytes } = data;
  return (
    <section aria-labelledby="system">
      <h2 id="system">Sistema</h2>
      <dl className={classes.facts}>
        <div data-alert={!lastBackup || isOld(lastBackup.at) || undefined}>
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
