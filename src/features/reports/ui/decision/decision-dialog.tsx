import { Text } from '@mantine/core';
import { useState } from 'react';
import type { FieldError } from '../../../../domain/kit/problem.ts';
import { observableParts } from '../../../../domain/reports/gaps.ts';
import { reportName } from '../../../../domain/reports/names.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { RULES } from '../../../../domain/text/rule-messages.ts';
import { inputErrors } from '../../../../domain/workflow/demands.ts';
import { REPORT_CORRECTION_DAYS } from '../../../../domain/workflow/due.ts';
import { request } from '../../../../web/api.ts';
import { DecisionModal } from '../../../../web/form/decision-modal.tsx';
import { halfWritten, isBegun, ObservationsEditor } from '../../../../web/form/texts/observations-editor.tsx';
import { ReasonField } from '../../../../web/form/texts/reason-field.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { newerEntry } from '../../../project-record/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { decideReport, type Report, reportDecision } from '../../contract.ts';
import { useReportsOutdated } from '../use-reports.tsx';
import type { Review } from './use-review.tsx';

interface Props {
  report: Report;
  address: string;
  review: Review;
  accept: boolean;
  onConflict: (words: string) => void;
  onClose: () => void;
}

const NOUN = 'Parte';

/** Somebody decided it, or sent it anew, since. */
const isOutdated = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'conflict' && newerEntry.safeParse(error.extra).success;

function doneWords({ number, subStep }: Report, accept: boolean, count: number): string {
  const name = reportName(number);
  if (!accept) return `${name} devuelto con ${formatCount(count, 'observación', 'observaciones')}.`;
  return subStep === 'director' ? `${name} aceptado: pasa a la oficina.` : `${name} aceptado.`;
}

/** Messages by path; of what the server says in words of its own what has no place here stands at the bottom. */
function placed(errors: readonly FieldError[], rows: readonly number[]): Record<string, string> {
  const found = errors.map(({ path, message }) => {
    const [list, nth, field] = path.split('.');
    if (list !== 'observations' || nth === undefined)
      return [path === 'comment' || list === 'observations' ? path : 'form', message] as const;
    // What was sent leaves out lines without a word.
    const row = `observations.${rows[Number(nth)] ?? nth}`;
    return [field === 'part' ? `${row}.place` : row, message] as const;
  });
  return Object.fromEntries(found.toReversed());
}

function useDecision({ report, address, review, accept, onConflict, onClose }: Props) {
  const { project } = useProject();
  const refresh = useReportsOutdated();
  // What is decided is what was on screen when the dialog opened.
  const [{ version }] = useState(report);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const isLast = report.decide?.lastResort === true;
  const rows = review.observations.flatMap((o, n) => (isBegun(o) ? [n] : []));
  const { comment } = review;
  const observations = accept ? [] : review.begun.map(o => ({ part: o.place, text: o.text.trim() }));
  /** What is wrong with it as it is typed, all at once. */
  const faults = (): Record<string, string> => {
    const own = accept ? [] : halfWritten(review.observations, NOUN);
    if (!accept && observations.length === 0) own.push({ path: 'observations', message: RULES.minItems(1) });
    const reason = isLast ? inputErrors(['reason>=10'], { reason: comment })[0] : undefined;
    if (reason) own.push({ path: 'comment', message: reason.message });
    const judged = reportDecision.safeParse({ version, accept, observations, comment });
    const shape = judged.error?.issues.map(i => ({ path: i.path.join('.'), message: i.message })) ?? [];
    return { ...placed(shape, rows), ...Object.fromEntries(own.map(e => [e.path, e.message])) };
  };
  const store = async () => {
    const params = { kind: project.kind, id: project.id, report: address };
    const body = reportDecision.parse({ version, accept, observations, comment });
    try {
      await request(decideReport, { params, body });
      review.forget();
      onClose();
      toasts.success(doneWords(report, accept, observations.length));
    } catch (error) {
      if (isOutdated(error)) {
        onClose();
        onConflict(error.message);
      } else if (error instanceof ProblemError && error.errors.length > 0)
        setErrors(placed(error.errors, rows));
      else setErrors({ form: messageOf(error) });
    }
  };
  const send = async () => {
    const wrong = faults();
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    await store();
    setBusy(false);
    refresh();
  };
  // What was wrong is judged again when it is sent again.
  const type = (more: Parameters<Review['write']>[0]) => {
    review.write(more);
    setErrors({});
  };
  return { isLast, errors, busy, type, send: () => void send() };
}

/** Asks once more, with what comes of it; to give it back, with what is to be corrected. */
export function DecisionDialog(props: Props) {
  const { report, review, accept, onClose } = props;
  const { isLast, errors, busy, type, send } = useDecision(props);
  return (
    <DecisionModal
      title={accept ? 'Aceptar informe' : 'Devolver con observaciones'}
      size={accept ? 'md' : 'lg'}
      accept={accept}
      isLastResort={isLast}
      loading={busy}
      refusal={errors.form}
      onClose={onClose}
      onSend={send}
    >
      <Text size="sm">{accept ? acceptWords(report) : returnWords(report)}</Text>
      {accept && review.begun.length > 0 && (
        <Text size="sm">
          Escribiste {formatCount(review.begun.length, 'observación', 'observaciones')}: al aceptar no se
          {review.begun.length === 1 ? ' envía.' : ' envían.'}
        </Text>
      )}
      {!accept && (
        <ObservationsEditor
          noun={NOUN}
          places={observableParts(report.number)}
          value={review.observations}
          onChange={observations => type({ observations })}
          errors={errors}
        />
      )}
      <ReasonField
        label={isLast ? t('form.reason') : 'Comentario a todo el informe'}
        description={isLast ? t('lastResort.help') : t('form.optional')}
        withAsterisk={isLast}
        minRows={2}
        data-autofocus={accept || undefined}
        value={review.comment}
        error={errors.comment}
        onChange={comment => type({ comment })}
      />
    </DecisionModal>
  );
}

const acceptWords = ({ subStep }: Report) =>
  subStep === 'director'
    ? 'Pasa a la oficina, que lo revisa después. Sus textos ya no se cambian, salvo que ella lo devuelva.'
    : 'Queda aceptado y ya no se cambia. Con él se liberan las cuotas que dependen de este informe.';

const returnWords = ({ subStep }: Report) =>
  `El responsable responde cada observación y lo envía de nuevo a ${subStep === 'director' ? 'Dirección' : 'la oficina'}: tiene ${REPORT_CORRECTION_DAYS} días hábiles.`;
