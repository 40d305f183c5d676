import { Alert, Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { Fields, showProblem, useKitForm } from '../../../web/form/form.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { outdate, useRead } from '../../../web/query.ts';
import { CharactersLeft } from '../../../web/ui/characters-left.tsx';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import {
  listPrivacyNotices,
  MOST_LETTERS,
  noticeFields,
  type PrivacyNotice,
  publishPrivacyNotice,
} from '../contract.ts';

interface PrivacyNoticeFormProps {
  onSaved: () => void;
}

/** The notice that people read where their data are taken, with its versions. */
export function PrivacyNoticeForm({ onSaved }: PrivacyNoticeFormProps) {
  const { data, error, refetch } = useRead(listPrivacyNotices, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const [current, ...earlier] = data ?? [];
  if (!current) return <Skeleton h="16rem" />;
  return (
    <>
      <Text size="sm" mb="xs">
        Lo lee cualquiera donde se piden datos, y lo acepta quien se anota en una lista de asistencia. Versión{' '}
        {current.version}, vigente desde el <DateTime value={current.publishedAt} />.{' '}
        <NoticeLink version={current.version}>Ver como se publica</NoticeLink>
      </Text>
      <Editor key={current.version} current={current} onSaved={onSaved} />
      {earlier.length > 0 && (
        <Text size="sm" mt="sm" component="div">
          Versiones anteriores:
          <ul>
            {earlier.map(({ version, publishedAt }) => (
              <li key={version}>
                <NoticeLink version={version}>Versión {version}</NoticeLink>, desde el{' '}
                <DateTime value={publishedAt} />
              </li>
            ))}
          </ul>
        </Text>
      )}
    </>
  );
}

const NoticeLink = ({ version, children }: { version: number; children: React.ReactNode }) => (
  <Anchor inherit href={`/publico/privacidad?version=${version}`} target="_blank" rel="noreferrer">
    {children}
  </Anchor>
);

interface ProposalProps {
  /** What would be lost; null where nothing was typed. */
  typed: string | null;
  onUse: (text: string) => void;
}

/** Fetched when it is wanted: it weighs more than the form. */
const readProposal = async () => (await import('../../../domain/privacy/notice.ts')).PROPOSED_NOTICE;

/** Fills the editor with what the application does today; publishing it is another step. */
function UseProposal({ typed, onUse }: ProposalProps) {
  const [asking, setAsking] = useState(false);
  const use = async () => {
    try {
      const text = await readProposal();
      if (typed !== null && typed !== text) setAsking(true);
      else onUse(text);
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => void use()}>
        Usar el texto propuesto
      </Button>
      <ConfirmDialog
        open={asking}
        title="Usar el texto propuesto"
        confirm="Reemplazar lo escrito"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          onUse(await readProposal());
          setAsking(false);
        }}
      >
        Reemplaza lo que escribiste y no has publicado. Nada se publica todavía.
      </ConfirmDialog>
    </>
  );
}

/** What is typed over a version, kept until it is published. */
function useNotice({ version, body }: PrivacyNotice) {
  const client = useQueryClient();
  const form = useKitForm(noticeFields, { body });
  /** Somebody has published another version since it was typed. */
  const [isOlder, setOlder] = useState(false);
  const draft = useDraft({
    draftKey: ['privacy-notice'],
    value: form.values,
    changed: form.isDirty(),
    base: String(version),
    onRestore: (kept, from) => {
      form.setValues(kept);
      setOlder(from !== undefined && from !== String(version));
    },
  });
  const publish = async () => {
    try {
      await request(publishPrivacyNotice, { body: { body: form.values.body, version } });
    } catch (error) {
      showProblem(form, error);
      throw error;
    }
    draft.clear();
    toasts.success(`Aviso publicado: versión ${version + 1}.`);
    void outdate(client, listPrivacyNotices);
  };
  return { form, isOlder, publish };
}

function Editor({ current, onSaved }: { current: PrivacyNotice; onSaved: () => void }) {
  const { version, isProposal } = current;
  const { form, isOlder, publish } = useNotice(current);
  const [asking, setAsking] = useState(false);
  return (
    <form noValidate onSubmit={form.onSubmit(() => setAsking(true))}>
      {isOlder && (
        <Alert color="orange" mb="sm" role="status">
          Se publicó la versión {version} después de que escribiste esto. Si publicas, queda lo tuyo.
        </Alert>
      )}
      <Fields form={form}>
        <TextAreaField
          name="body"
          label="Texto"
          description={
            <>
              Una línea en blanco separa los párrafos.{' '}
              <CharactersLeft length={form.values.body.length} max={MOST_LETTERS} />
            </>
          }
        />
      </Fields>
      <Group mt="sm">
        <Button type="submit" disabled={!form.isDirty()}>
          Publicar versión {version + 1}
        </Button>
        {!isProposal && (
          <UseProposal
            typed={form.isDirty() ? form.values.body : null}
            onUse={text => form.setFieldValue('body', text)}
          />
        )}
      </Group>
      <ConfirmDialog
        open={asking}
        title={`Publicar versión ${version + 1}`}
        confirm="Publicar"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await publish();
          setAsking(false);
          onSaved();
        }}
      >
        Rige desde ahora para quienes se anoten. Quienes aceptaron una versión anterior quedan con ella.
      </ConfirmDialog>
    </form>
  );
}
