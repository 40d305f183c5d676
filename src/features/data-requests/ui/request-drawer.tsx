import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { judgeBar } from '../../../domain/access/part-taking.ts';
import { isOpenRequest } from '../../../domain/privacy/requests.ts';
import { changedLine } from '../../../web/catalogue/state.tsx';
import { formatDay } from '../../../web/dates.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { BarNotice } from '../../../web/ui/bar-notice.tsx';
import { SideDrawer } from '../../../web/ui/dialogs/side-drawer.tsx';
import { MailObjection } from '../../privacy/ui/objections/objections.tsx';
import type { DataRequest } from '../contract.ts';
import { AnswerForm } from './answer-form.tsx';
import { isRecorded } from './looks.tsx';
import { RequestFacts } from './request-facts.tsx';
import { RequestForm } from './request-form.tsx';
import { DropDialog, ExtendDialog } from './step-dialogs.tsx';
import { WhatToDo } from './what-to-do.tsx';

/** What to object to may be to be written to at all. */
const OBJECTION: DataRequest['right'] = 'objection';

type Step = 'answer' | 'extend' | 'correct' | 'drop';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

/** One request beside the list, with all the office does about it. */
export function RequestDrawer({ request, onClose }: Props) {
  const [step, setStep] = useState<Step | null>(null);
  const done = () => setStep(null);
  const isOpen = isOpenRequest(request.state);
  return (
    <>
      <SideDrawer
        // Escape in a dialog above comes to this one as well, and is not meant for it.
        onClose={() => step === null && onClose()}
        size="36rem"
        title={`Solicitud ${request.code}`}
      >
        <Stack gap="md">
          {isOpen && request.bar && <BarNotice bar={request.bar} />}
          <RequestFacts request={request} />
          {isOpen ? (
            <>
              <WhatToDo request={request} />
              <Actions request={request} onStep={setStep} />
            </>
          ) : (
            <HandOver request={request} />
          )}
          {request.right === OBJECTION && request.email !== '' && <MailObjection email={request.email} />}
          <Text size="xs" c="dimmed">
            {changedLine(request)}
          </Text>
        </Stack>
      </SideDrawer>
      {step === 'answer' && <AnswerForm request={request} onClose={done} />}
      {step === 'extend' && <ExtendDialog request={request} onClose={done} />}
      {step === 'correct' && <RequestForm row={request} onClose={done} />}
      {step === 'drop' && <DropDialog request={request} onClose={done} />}
    </>
  );
}

/** Why each of them cannot be done now; null where it can. */
function refusalsOf(request: DataRequest) {
  const verdict = judgeBar(request.bar);
  const barred = verdict.allowed ? null : verdict.reason;
  const late = request.overdue ? 'El plazo ya venció: solo se amplía mientras corre.' : null;
  const twice = request.extendedAt
    ? `El plazo ya se amplió el ${formatDay(request.extendedAt)}: se amplía una sola vez.`
    : null;
  const own = isRecorded(request) ? null : 'La escribió la persona desde su cuenta: no se corrige.';
  return { decide: barred, extend: barred ?? twice ?? late, correct: own ?? barred };
}

interface ActionsProps {
  request: DataRequest;
  onStep: (step: Step) => void;
}

function Actions({ request, onStep }: ActionsProps) {
  const refused = refusalsOf(request);
  return (
    <Group gap="xs" className="no-print">
      <ActionButton reason={refused.decide} onClick={() => onStep('answer')}>
        Responder
      </ActionButton>
      <ActionButton variant="default" reason={refused.extend} onClick={() => onStep('extend')}>
        Ampliar plazo
      </ActionButton>
      <ActionButton variant="default" reason={refused.correct} onClick={() => onStep('correct')}>
        Corregir
      </ActionButton>
      <ActionButton variant="default" reason={refused.decide} onClick={() => onStep('drop')}>
        Desistida
      </ActionButton>
    </Group>
  );
}

/** The answer as it is taken to who cannot be written to. */
function HandOver({ request: { outcome, email, answer } }: Pick<Props, 'request'>) {
  if (outcome === null || email !== '') return null;
  return (
    <Alert color="orange" role="note" title="La persona no tiene correo">
      <Stack gap="xs" align="flex-start">
        La oficina le entrega la respuesta, en persona o por carta.
        <CopyButton value={answer}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Respuesta copiada' : 'Copiar respuesta'}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  );
}
