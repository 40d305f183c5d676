import { Text } from '@mantine/core';
import { request } from '../../../../web/api.ts';
import { ReasonedDecision } from '../../../../web/form/reasoned-decision.tsx';
import { type Certificate, revokeCertificate } from '../../contract.ts';
import { useCertificatesOutdated } from '../use-certificates.tsx';

interface Props {
  certificate: Certificate;
  onClose: () => void;
}

/** Asks why a certificate is revoked, before it is for good. */
export function RevokeDialog({ certificate: { id, folio, name }, onClose }: Props) {
  const refresh = useCertificatesOutdated();
  return (
    <ReasonedDecision
      title="Anular certificado"
      accept={false}
      isLastResort={false}
      draftKey={['certificate', id, 'revoke']}
      done={`Certificado ${folio} anulado.`}
      least={10}
      most={1000}
      kept="Se muestra en la página pública del certificado."
      store={reason => request(revokeCertificate, { params: { id }, body: { reason } })}
      {...{ refresh, onClose }}
    >
      <Text size="sm">
        El certificado {folio} de {name} deja de valer para siempre: no se puede deshacer. Quien compruebe su
        código verá que está anulado y por qué.
      </Text>
    </ReasonedDecision>
  );
}
