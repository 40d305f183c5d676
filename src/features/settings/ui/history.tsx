import { Skeleton, Text } from '@mantine/core';
import { formatInstant } from '../../../web/dates.ts';
import { keyOf, useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { type AuditRow, listAudit } from '../../audit/contract.ts';
import classes from './settings.module.css';

const SHOWN = 10;
/** What is read again once a setting has changed. */
export const HISTORY = keyOf(listAudit);

function Change({ field, before, after }: AuditRow['changes'][number]) {
  return (
    <div className={classes.change}>
      <dt>{field}</dt>
      <dd>
        <del>{before ?? '–'}</del>
        <ins>{after ?? '–'}</ins>
      </dd>
    </div>
  );
}

/** Who changed settings, when, and what they were before; of one of them by its id. */
export function SettingHistory({ id }: { id?: string }) {
  const about = { object: 'setting' as const, ...(id && { objectId: id }) };
  const { data, error, refetch } = useRead(listAudit, { query: { ...about, size: SHOWN } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={96} />;
  if (data.rows.length === 0) return <Text size="sm">Todavía nadie lo ha cambiado.</Text>;
  return (
    <>
      <ol className={classes.history}>
        {data.rows.map(row => (
          <li key={row.id}>
            <Text size="sm" fw={600}>
              {id ? row.label : `${row.object.name ?? row.object.id}: ${row.label.toLowerCase()}`}
            </Text>
            <Text size="sm" c="dimmed">
              {row.actor?.name ?? 'El sistema'}, {formatInstant(row.at)}
            </Text>
            <dl>
              {row.changes.map(change => (
                <Change key={change.field} {...change} />
              ))}
            </dl>
          </li>
        ))}
      </ol>
      {data.total > data.rows.length && (
        <TextLink href={paths.audit(about)}>Ver los {data.total} cambios en la auditoría</TextLink>
      )}
    </>
  );
}
