import { Alert, Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { useRead, useWrite } from '../../../web/query.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { Due } from '../../../web/ui/status/whose-turn.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { getProgress } from '../../calls/progress/contract.ts';
import { getProject } from '../../project-record/detail/contract.ts';
import { type Appeal, answerAppeal, fileAppeal, getAppeal } from '../appeals/contract.ts';
import { getRanking } from '../contract.ts';

type Shown = OutputOf<typeof getAppeal>;
interface Address {
  kind: KindSlug;
  id: string;
}

/** The appeal of a result: to write it within its days, to answer it, and what came of it. */
export function AppealPanel({ project: { kind, id } }: { project: Address }) {
  const { data } = useRead(getAppeal, { params: { kind, id } });
  const [open, setOpen] = useState<'file' | 'answer' | null>(null);
  const close = () => setOpen(null);
  if (!data || (!data.appeal && !(data.own && data.until))) return null;
  const { appeal, own, until, refusal, mayAnswer, version } = data;
  return (
    <Alert color={appeal && appeal.upheld === null ? 'orange' : 'cyan'} title={titleOf(data)} my="sm">
      <Stack gap="xs" align="flex-start">
        {appeal && <Words appeal={appeal} />}
        {!appeal && own && until && (
          <>
            <Text size="sm">
              Puedes apelar una sola vez, hasta el <DateTime value={until} withTime />.
            </Text>
            <ActionButton
              size="compact-sm"
              variant="default"
              reason={refusal}
              onClick={() => setOpen('file')}
            >
              Apelar el resultado
            </ActionButton>
          </>
        )}
        {mayAnswer && (
          <Button size="compact-sm" onClick={() => setOpen('answer')}>
            Responder la apelación
          </Button>
        )}
      </Stack>
      {open === 'file' && <FileDialog kind={kind} id={id} onClose={close} />}
      {open === 'answer' && <AnswerDialog kind={kind} id={id} version={version} onClose={close} />}
    </Alert>
  );
}

function titleOf({ appeal, refusal }: Shown): string {
  if (!appeal) return refusal ? 'El plazo para apelar terminó' : 'Este resultado se puede apelar';
  if (appeal.upheld === null) return 'Apelación por responder';
  return appeal.upheld ? 'Apelación acogida' : 'Apelación rechazada';
}

const lines = { whiteSpace: 'pre-line' } as const;

function Words({ appeal }: { appeal: Appeal }) {
  return (
    <>
      <Text size="sm" style={lines}>
        <strong>{appeal.author.name}</strong>, <DateTime value={appeal.at} withTime />: {appeal.text}
      </Text>
      {appeal.upheld === null && (
        <Text size="sm">
          La oficina la responde hasta el <DateTime value={appeal.due} withTime />.{' '}
          {appeal.overdue && <Due due={appeal.due} overdue />}
        </Text>
      )}
      {appeal.answer && (
        <Text size="sm" style={lines}>
          <strong>Respuesta de la oficina</strong>
          {appeal.answeredAt && (
            <>
              , <DateTime value={appeal.answeredAt} withTime />
            </>
          )}
          : {appeal.answer}
        </Text>
      )}
    </>
  );
}

const LEAST = 20;

function FileDialog({ kind, id, onClose }: Address & { onClose: () => void }) {
  const [text, setText] = useState('');
  const file = useWrite(fileAppeal, [getAppeal, getProgress, getRanking]);
  const send = async () => {
    await file.mutateAsync({ params: { kind, id }, body: { text } });
    onClose();
    toasts.success(asHtml('Enviamos tu apelación a la oficina.'));
  };
  const short = text.trim().length < LEAST;
  return (
    <ConfirmDialog
      open
      title="Apelar el resultado"
      confirm="Enviar la apelación"
      reason={short ? `Explica por qué apelas, con al menos ${LEAST} caracteres.` : null}
      size="lg"
      persistent
      onConfirm={send}
      onCancel={onClose}
    >
      <ReasonField
        label="Por qué apelas"
        description="La lee la oficina. Se apela una sola vez."
        minRows={5}
        maxLength={8000}
        value={text}
        onChange={setText}
      />
    </ConfirmDialog>
  );
}

function AnswerDialog({ kind, id, version, onClose }: Address & { version: number; onClose: () => void }) {
  const [upheld, setUpheld] = useState<string | null>(null);
  const [answer, setAnswer] = useState('');
  const settle = useWrite(answerAppeal, [getAppeal, getProject, getProgress, getRanking, 'projects']);
  const reason =
    upheld === null
      ? 'Elige si la acoges.'
      : answer.trim().length < 10
        ? 'Escribe la respuesta, con al menos 10 caracteres.'
        : null;
  const send = async () => {
    await settle.mutateAsync({ params: { kind, id }, body: { version, upheld: upheld === 'yes', answer } });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Responder la apelación"
      confirm="Enviar la respuesta"
      reason={reason}
      size="lg"
      persistent
      onConfirm={send}
      onCancel={onClose}
    >
      <Stack>
        <Radio.Group label="Decisión" withAsterisk value={upheld} onChange={setUpheld}>
          <Stack gap={6} mt={6}>
            <Radio value="yes" label="Acoger: la propuesta vuelve al paso en que se decidió" />
            <Radio value="no" label="Rechazar: el resultado se mantiene" />
          </Stack>
        </Radio.Group>
        <ReasonField
          label="Respuesta"
          description="La leen el responsable y el alterno."
          minRows={4}
          value={answer}
          onChange={setAnswer}
        />
      </Stack>
    </ConfirmDialog>
  );
}
