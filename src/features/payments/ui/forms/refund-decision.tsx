import { Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { formatDay } from '../../../../web/dates.ts';
import { ReasonedDecision } from '../../../../web/form/reasoned-decision.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useSpendingOutdated } from '../../../statements/ui/use-statements.tsx';
import { decideRefund, type Refund } from '../../contract.ts';

interface Props {
  refund: Refund;
  accept: boolean;
  onClose: () => void;
}

/** Accepting says what it settles, returning asks why. */
export function RefundDecision({ refund: given, accept, onClose }: Props) {
  const { project } = useProject();
  const refresh = useSpendingOutdated();
  // What is decided is what was on screen when the dialog opened.
  const [refund] = useState(given);
  const params = { kind: project.kind, id: project.id, refund: refund.id };
  const what = `${formatMoney(refund.amount)} del ${formatDay(refund.day)}`;
  return (
    <ReasonedDecision
      title={accept ? 'Aceptar reintegro' : 'Devolver reintegro'}
      isLastResort={refund.decide?.lastResort === true}
      draftKey={['project', project.id, 'refund', refund.id, accept ? 'accept' : 'return']}
      done={accept ? 'Reintegro aceptado.' : 'Reintegro devuelto.'}
      store={reason => request(decideRefund, { params, body: { version: refund.version, accept, reason } })}
      {...{ accept, refresh, onClose }}
    >
      <Text size="sm">
        {accept
          ? `Se dan por reintegrados ${what}: ya no se cambia.`
          : `Quien envió el reintegro de ${what} lee tu motivo, lo corrige y lo envía otra vez.`}
      </Text>
    </ReasonedDecision>
  );
}
