import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { localDay } from '../../../../domain/kit/calendar.ts';
import { isDraft, isOver } from '../../../../domain/surveys/waves.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { formatDay, formatInstant } from '../../../../web/dates.ts';
import { useWrite } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { closeWave, openWave, remindWave, type Wave } from '../../contract.ts';
import { people } from '../looks.tsx';
import { usePeopleOutdated } from '../people/use-people.tsx';

const WaveForm = lazyPart(() => import('../edit/wave-form.tsx'), 'WaveForm');

type Step = 'send' | 'remind' | 'close' | 'edit';

/** What can be done with a survey where it stands; for who manages it. */
export function WaveActions({ wave }: { wave: Wave }) {
  const [step, setStep] = useState<Step | null>(null);
  const done = () => setStep(null);
  if (isOver(wave.state)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setStep('edit')}
      >
        Editar
      </Button>
      {isDraft(wave.state) ? (
        <ActionButton reason={whyNotSend(wave)} onClick={() => setStep('send')}>
          Enviar
        </ActionButton>
      ) : (
        <>
          <Button variant="default" onClick={() => setStep('close')}>
            Cerrar ahora
          </Button>
          <ActionButton reason={whyNotRemind(wave)} onClick={() => setStep('remind')}>
            Recordar
          </ActionButton>
        </>
      )}
      <SendDialog wave={wave} open={step === 'send'} onClose={done} />
      <RemindDialog wave={wave} open={step === 'remind'} onClose={done} />
      <CloseDialog wave={wave} open={step === 'close'} onClose={done} />
      <Suspense>{step === 'edit' && <WaveForm wave={wave} onClose={done} />}</Suspense>
    </>
  );
}

function whyNotSend({ questions, lastDay }: Wave): string | null {
  if (questions.length === 0) return 'El instrumento todavía no tiene preguntas.';
  if (lastDay < localDay(new Date()))
    return 'El último día para responder ya pasó: cámbialo antes de enviar.';
  return null;
}

function whyNotRemind({ waiting, objecting }: Wave): string | null {
  if (waiting === 0) return 'No queda nadie por responder.';
  return waiting === objecting ? 'Quienes faltan por responder no quieren recibir correos.' : null;
}

/** Whom no mail goes to, though they are on the list. */
const Objecting = ({ wave: { objecting } }: { wave: Wave }) =>
  objecting > 0 && (
    <p>
      {objecting === 1
        ? 'A 1 persona de la lista no se le escribe, porque no quiere recibir correos.'
        : `A ${people(objecting)} de la lista no se les escribe, porque no quieren recibir correos.`}
    </p>
  );

interface DialogProps {
  wave: Wave;
  open: boolean;
  onClose: () => void;
}

/** A step that may be refused because somebody else was faster: what is stored is shown beside the refusal. */
function useStep(run: () => Promise<unknown>, onClose: () => void) {
  const outdate = usePeopleOutdated();
  return async () => {
    try {
      await run();
    } finally {
      outdate();
    }
    onClose();
  };
}

function SendDialog({ wave, open, onClose }: DialogProps) {
  const { id, updatedAt, lastDay, anonymous } = wave;
  const mailed = wave.invited - wave.objecting;
  const send = useWrite(openWave);
  const step = useStep(async () => {
    await send.mutateAsync({ params: { id }, body: { updatedAt } });
    toasts.success(mailed === 0 ? 'Encuesta abierta.' : `Encuesta enviada a ${people(mailed)}.`);
  }, onClose);
  return (
    <ConfirmDialog
      open={open}
      title="Enviar la encuesta"
      confirm="Enviar"
      onConfirm={step}
      onCancel={onClose}
    >
      <p>
        {mailed === 0
          ? `No hay a quién escribir: se abrirá, y podrás ${anonymous ? 'mostrar un código en la sala o ' : ''}agregar a personas después.`
          : `Se enviará un correo con un enlace personal a ${people(mailed)}.`}{' '}
        Se responde hasta el {formatDay(lastDay)}.
      </p>
      <Objecting wave={wave} />
      <p>
        {anonymous
          ? 'Es anónima: nadie sabrá quién respondió qué, y los resultados se ven cuando cierre, si responden cinco personas o más.'
          : 'Es con nombre: verás qué respondió cada persona.'}
      </p>
      <p>No se puede deshacer: desde entonces no cambian las preguntas, para quién es ni si es anónima.</p>
    </ConfirmDialog>
  );
}

function RemindDialog({ wave, open, onClose }: DialogProps) {
  const { id, remindedAt } = wave;
  const mailed = wave.waiting - wave.objecting;
  const remind = useWrite(remindWave);
  const step = useStep(async () => {
    const { reminded } = await remind.mutateAsync({ params: { id } });
    toasts.success(`${formatCount(reminded, 'recordatorio enviado', 'recordatorios enviados')}.`);
  }, onClose);
  return (
    <ConfirmDialog
      open={open}
      title="Recordar"
      confirm="Enviar recordatorio"
      onConfirm={step}
      onCancel={onClose}
    >
      <p>
        Se enviará un correo a {people(mailed)} que no {mailed === 1 ? 'ha' : 'han'} respondido. Puedes
        hacerlo una vez al día.
        {remindedAt && ` El último recordatorio salió el ${formatInstant(remindedAt)}.`}
      </p>
      <Objecting wave={wave} />
    </ConfirmDialog>
  );
}

function CloseDialog({ wave, open, onClose }: DialogProps) {
  const { id, updatedAt, waiting, lastDay } = wave;
  const close = useWrite(closeWave);
  const step = useStep(async () => {
    await close.mutateAsync({ params: { id }, body: { updatedAt } });
    toasts.success('Encuesta cerrada. Los resultados aparecen en unos minutos.');
  }, onClose);
  return (
    <ConfirmDialog
      open={open}
      destructive
      title="Cerrar la encuesta ahora"
      confirm="Cerrar ahora"
      onConfirm={step}
      onCancel={onClose}
    >
      {waiting > 0 &&
        `${people(waiting)} todavía no ${waiting === 1 ? 'ha respondido y ya no podrá' : 'han respondido y ya no podrán'} hacerlo. `}
      Estaba abierta hasta el {formatDay(lastDay)}. Una vez cerrada no se vuelve a abrir.
    </ConfirmDialog>
  );
}
