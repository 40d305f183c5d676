import { type ReactNode, useState } from 'react';
import { inputErrors } from '../../domain/workflow/demands.ts';
import { t } from '../i18n/i18n.ts';
import { messageOf } from '../problem-error.ts';
import { toasts } from '../ui/toasts/toasts.ts';
import { useDraft } from './autosave/use-draft.ts';
import { DecisionModal } from './decision-modal.tsx';
import { ReasonField } from './texts/reason-field.tsx';

/** Who decides as the last possible person says why in a sentence; who does not accept, in some word. */
const leastOf = (accept: boolean, isLastResort: boolean) => (isLastResort ? 10 : accept ? 0 : 1);

interface Decision {
  accept: boolean;
  isLastResort: boolean;
  /** What was written stays under it until it was sent, or the dialog was closed. */
  draftKey: readonly string[];
  /** Characters asked for, where a word does not do, and the most that are stored. */
  least?: 10;
  most?: number;
  /** What the reader is told once it is done. */
  done: string;
  store: (reason: string) => Promise<unknown>;
  /** A refusal in words, where the program's own do not say enough. */
  refusalWords?: (error: unknown) => string;
  /** Reads again what the decision changed, or what somebody else did. */
  refresh: () => unknown;
  onClose: () => void;
}

function useReasonedDecision(decision: Decision) {
  const {
    accept,
    isLastResort,
    draftKey,
    done,
    store,
    refusalWords = messageOf,
    refresh,
    onClose,
  } = decision;
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<{ reason?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const draft = useDraft({ draftKey, value: reason, changed: reason !== '', onRestore: setReason });
  const close = () => {
    draft.clear();
    onClose();
  };
  const least = decision.least ?? leastOf(accept, isLastResort);
  const send = async () => {
    const wrong =
      least > 0 ? inputErrors([least > 1 ? 'reason>=10' : 'reason>=1'], { reason })[0] : undefined;
    if (wrong) return setRefusal({ reason: wrong.message });
    setBusy(true);
    setRefusal({});
    try {
      await store(reason);
      close();
      toasts.success(done);
    } catch (error) {
      setRefusal({ form: refusalWords(error) });
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  const type = (text: string) => {
    setReason(text);
    setRefusal({});
  };
  return { reason, type, refusal, busy, send, close, least };
}

interface Props extends Decision {
  /** What is done: the dialog's name, and that of its button. */
  title: string;
  /** Where the reason may be read afterwards. */
  kept?: string;
  /** Accepting may say something, too. */
  takesComment?: boolean;
  children: ReactNode;
}

/** Accepts what somebody sent, or gives it back to them with a reason. */
export function ReasonedDecision({ title, kept, takesComment = false, children, ...decision }: Props) {
  const { reason, type, refusal, busy, send, close, least } = useReasonedDecision(decision);
  const hints = [least > 1 && t('lastResort.help'), least === 0 && t('form.optional'), kept];
  const hint = hints.filter(Boolean).join(' ');
  return (
    <DecisionModal
      title={title}
      accept={decision.accept}
      isLastResort={decision.isLastResort}
      loading={busy}
      refusal={refusal.form}
      onClose={close}
      onSend={() => void send()}
    >
      {children}
      {(least > 0 || takesComment) && (
        <ReasonField
          label={least > 0 ? t('form.reason') : t('form.comment')}
          {...(hint && { description: hint })}
          withAsterisk={least > 0}
          {...(decision.most && { maxLength: decision.most })}
          data-autofocus
          value={reason}
          error={refusal.reason}
          onChange={type}
        />
      )}
    </DecisionModal>
  );
}
