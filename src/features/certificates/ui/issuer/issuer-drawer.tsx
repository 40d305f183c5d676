import { Alert, Button, Drawer, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type CertificateSettings,
  certificateSettings,
} from '../../../../domain/certificates/certificates.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { newerThan } from '../../../../web/form/autosave/saved-form.tsx';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { SwitchField, TextField } from '../../../../web/form/fields.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { ProblemError } from '../../../../web/problem-error.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { getIssuer, type StoredIssuer, saveIssuer } from '../../issuer/contract.ts';

const TITLE = 'Firma y opciones';
const DRAFT = ['certificate-issuer'];

interface DrawerProps {
  opened: boolean;
  onClose: () => void;
}

/** Who signs the certificates that are issued from now on, and whether they are Open Badges as well. */
export function IssuerDrawer({ opened, onClose }: DrawerProps) {
  useReturnFocus(opened);
  const { data, error, refetch } = useRead(getIssuer, {}, { enabled: opened });
  if (!opened) return null;
  if (data) return <IssuerForm stored={data} onClose={onClose} />;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={TITLE}
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
    >
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton h="16rem" />}
    </Drawer>
  );
}

const valuesOf = ({ signer, position, openBadges }: StoredIssuer): CertificateSettings => ({
  signer,
  position,
  openBadges,
});

/** What somebody else saved meanwhile. */
const storedIn = (error: unknown): StoredIssuer | null =>
  newerThan(error) && error instanceof ProblemError ? (error.extra as { stored: StoredIssuer }).stored : null;

function IssuerForm({ stored, onClose }: { stored: StoredIssuer; onClose: () => void }) {
  const [base, setBase] = useState(stored.updatedAt);
  const form = useKitForm(certificateSettings, valuesOf(stored));
  const save = useWrite(saveIssuer, [getIssuer]);
  const newer = storedIn(save.error);
  const take = (saved: StoredIssuer) => {
    form.setInitialValues(valuesOf(saved));
    form.setValues(valuesOf(saved));
    save.reset();
  };
  const sent = () => {
    void forgetDrafts(DRAFT);
    toasts.success('Firma y opciones guardadas. Rigen para los certificados que se emitan desde ahora.');
    onClose();
  };
  return (
    <FormDrawer
      open
      title={TITLE}
      submit={newer ? 'Guardar lo mío' : 'Guardar'}
      form={form}
      draftKey={DRAFT}
      base={base}
      onBase={setBase}
      loading={save.isPending}
      submitError={newer ? null : save.error}
      onClose={onClose}
      onSubmit={values =>
        save.mutate(
          { body: { ...values, updatedAt: base } },
          { onSuccess: sent, onError: error => setBase(newerThan(error) ?? base) },
        )
      }
    >
      {newer && <Newer saved={newer} onTake={() => take(newer)} />}
      <TextField
        name="signer"
        label="Nombre de quien firma"
        description="Vacío: los certificados no nombran a nadie."
      />
      <TextField name="position" label="Cargo" />
      <SwitchField
        name="openBadges"
        label="Ofrecer también como Open Badge 3.0"
        description="Cada persona puede llevar su certificado como insignia digital firmada, por ejemplo a su perfil profesional. Si se desactiva, las ya descargadas se siguen pudiendo comprobar."
      />
      {stored.updatedBy && (
        <Text size="sm" c="dimmed">
          Último cambio: {stored.updatedBy}, {formatInstant(stored.updatedAt)}
        </Text>
      )}
    </FormDrawer>
  );
}

function Newer({ saved, onTake }: { saved: StoredIssuer; onTake: () => void }) {
  const { signer, position, openBadges, updatedBy } = saved;
  return (
    <Alert color="orange" role="alert" title="Otra persona guardó cambios mientras editabas">
      <Text size="sm">
        {updatedBy ?? 'Otra persona'} dejó: nombre «{signer || 'vacío'}», cargo «{position || 'vacío'}», Open
        Badge {openBadges ? 'sí' : 'no'}. Lo tuyo sigue abajo; si lo guardas, queda en su lugar.
      </Text>
      <Button size="compact-sm" variant="default" mt="xs" onClick={onTake}>
        Usar lo guardado
      </Button>
    </Alert>
  );
}
