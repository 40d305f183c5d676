import { IconCircleCheck } from '@tabler/icons-react';
import { reportName } from '../../../../domain/reports/names.ts';
import { formatCount, formatList } from '../../../../domain/text/format.ts';
import { SaveStatus } from '../../../../web/form/autosave/save-status.tsx';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { useSaveSlot } from '../../../ficha/ui/editor/save-slot.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { Report } from '../../contract.ts';
import classes from '../reports.module.css';
import { useIsOwn } from '../use-reports.tsx';
import type { Gap } from './report-values.tsx';
import type { ReportForm } from './use-report-form.tsx';
import { reviewerOf, useSend } from './use-send.tsx';

/** `2 textos y 1 respuesta` */
function countGaps(gaps: readonly Gap[]): string {
  const of = (kind: Gap['kind']) => gaps.filter(g => g.kind === kind).length;
  const [texts, answers, others] = [of('text'), of('answer'), of('other')];
  return formatList([
    ...(texts > 0 ? [formatCount(texts, 'texto', 'textos')] : []),
    ...(answers > 0 ? [formatCount(answers, 'respuesta', 'respuestas')] : []),
    ...(others > 0 ? [formatCount(others, 'dato', 'datos')] : []),
  ]);
}

const missingWords = (gaps: readonly Gap[]) => `${gaps.length === 1 ? 'Falta' : 'Faltan'} ${countGaps(gaps)}`;

interface MissingProps {
  gaps: readonly Gap[];
  onJump: (path: string) => void;
}

/** What the report still lacks; each line leads to its place. */
export function Missing({ gaps, onJump }: MissingProps) {
  if (gaps.length === 0)
    return (
      <p className={classes.complete} role="status">
        <IconCircleCheck size={18} aria-hidden />
        El informe está completo
      </p>
    );
  return (
    <section className={classes.missing} aria-label="Lo que falta">
      <p role="status">{missingWords(gaps)}</p>
      <ul>
        {gaps.map(({ path, label, message }) => (
          <li key={`${path} ${message}`}>
            <button type="button" title={message} onClick={() => onJump(path)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SendProps {
  report: Report;
  writing: ReportForm;
  /** Shows what is missing. */
  onRefused: () => void;
}

/** Sends it to be reviewed: a progress report from here, the final one as a step of the project. */
export function SendBox(props: SendProps) {
  const { report, writing } = props;
  const hasSlot = useSaveSlot() !== null;
  return (
    <div className={`${classes.send} no-print`}>
      {!hasSlot && <SaveStatus state={writing.saver.state} />}
      {report.number === null ? <FinalWay /> : report.submit && <SendButton {...props} />}
    </div>
  );
}

function FinalWay() {
  const { project } = useProject();
  const action = project.actions.find(a => a.action === 'submit_final_report');
  if (!action) return null;
  return (
    <p className={classes.facts}>
      Se envía con «{action.label}», al pie de esta página. {action.reason}
    </p>
  );
}

function SendButton({ report, writing, onRefused }: SendProps) {
  const isOwn = useIsOwn();
  const { isAsking, ask, cancel, send } = useSend(report, writing);
  const { gaps, saver } = writing;
  const to = reviewerOf(report);
  const label = `Enviar a ${to}`;
  const isBroken = saver.state.kind === 'conflict' || saver.state.kind === 'error';
  const reason =
    report.submit?.reason ??
    (gaps.length > 0
      ? `${missingWords(gaps)}.`
      : isBroken
        ? 'Lo último que escribiste todavía no se guarda.'
        : null);
  return (
    <>
      <ActionButton reason={reason} onRefused={onRefused} onClick={ask}>
        {label}
      </ActionButton>
      <ConfirmDialog
        open={isAsking}
        title={`Enviar ${reportName(report.number)}`}
        confirm={label}
        onCancel={cancel}
        onConfirm={send}
      >
        {`Lo revisa ${to}. Mientras tanto no podrás cambiarlo, y lo registrado queda como está hoy.`}
        {!isOwn && ' Lo haces en nombre del responsable, y así quedará en el historial.'}
      </ConfirmDialog>
    </>
  );
}
