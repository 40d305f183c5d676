import { Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../../web/query.ts';
import { SideDrawer } from '../../../../web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { type Certificate, getCertificate } from '../../contract.ts';
import { CertificateFacts, CertificateLinks, CertificateSheet } from './certificate-view.tsx';
import { CorrectDrawer } from './correct-drawer.tsx';
import { OfficeActions, type OfficeStep } from './office-actions.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

interface Props {
  id: string;
  /** Opens another one in its place. */
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One certificate with all it shows, beside the list it stands in. */
export function CertificateDrawer({ id, onShow, onClose }: Props) {
  const [step, setStep] = useState<OfficeStep | null>(null);
  const { data, error, refetch } = useRead(getCertificate, { params: { id } });
  const done = () => setStep(null);
  return (
    <>
      <SideDrawer
        // Escape in a dialog above comes to this one as well, and is not meant for it.
        onClose={() => step === null && onClose()}
        size="36rem"
        title={data ? `Certificado ${data.folio}` : 'Certificado'}
      >
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Body certificate={data} onStep={setStep} />
        ) : (
          <Stack aria-busy>
            <Skeleton h={240} />
            <Skeleton h={160} />
          </Stack>
        )}
      </SideDrawer>
      {data && step === 'revoke' && <RevokeDialog certificate={data} onClose={done} />}
      {data && step === 'correct' && <CorrectDrawer certificate={data} onDone={onShow} onClose={done} />}
    </>
  );
}

interface BodyProps {
  certificate: Certificate;
  onStep: (step: OfficeStep) => void;
}

const Body = ({ certificate, onStep }: BodyProps) => (
  <Stack gap="md">
    <CertificateSheet content={certificate.content} />
    <CertificateLinks certificate={certificate} />
    <CertificateFacts certificate={certificate} />
    <OfficeActions certificate={certificate} onStep={onStep} />
  </Stack>
);
