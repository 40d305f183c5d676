import { IconShieldLock } from '@tabler/icons-react';
import { startOfDay } from '../../../domain/kit/calendar.ts';
import { DATA_RIGHTS } from '../../../domain/privacy/rights.ts';
import { labelIn } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import type { WaitingDataRequest } from '../waiting/contract.ts';

/** A request about personal data among what waits for the office. */
export function DataRequestLine({ request }: { request: WaitingDataRequest }) {
  const { id, code, right, name, receivedOn, due, overdue } = request;
  const since = startOfDay(receivedOn).toISOString();
  const turn = { people: [], office: false, since, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.dataRequests({ open: id })}
      title={name}
      mark={
        <Pill icon={IconShieldLock} tone="attention">
          Solicitud de datos personales
        </Pill>
      }
      facts={`${code} · ${labelIn(DATA_RIGHTS, right)}`}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}
