import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { outdate } from '../../../../web/query.ts';
import { listCertificates } from '../../contract.ts';
import { listClosedProjects, listReviewedWork } from '../../issuing/contract.ts';

/** How many people could be given a certificate, and how many were. */
interface Counts {
  readonly people: number;
  readonly issued: number;
}

export const leftOf = ({ people, issued }: Counts): number => people - issued;
export const issuedWords = ({ people, issued }: Counts): string =>
  `${formatNumber(issued)} de ${formatNumber(people)}`;
export const certificatesWords = (n: number): string => formatCount(n, 'certificado', 'certificados');
/** `Se emitieron 12 certificados`, without a full stop. */
export const doneWords = (n: number): string =>
  `${n === 1 ? 'Se emitió' : 'Se emitieron'} ${certificatesWords(n)}`;

/** Why there is nothing to issue; null where there is. */
export function nothingLeft(counts: Counts): string | null {
  if (counts.people === 0) return 'No tiene personas a quienes emitir.';
  return leftOf(counts) === 0 ? 'Todas las personas ya tienen su certificado.' : null;
}

/** Whatever shows what was issued is read again. */
export function useIssuedOutdated() {
  const client = useQueryClient();
  return () =>
    Promise.all([listClosedProjects, listReviewedWork, listCertificates].map(each => outdate(client, each)));
}

interface NotifySwitchProps {
  value: boolean;
  onChange: (value: boolean) => void;
}

export const NotifySwitch = ({ value, onChange }: NotifySwitchProps) => (
  <Switch
    label="Avisar a las personas"
    description={
      value
        ? 'Por notificación y correo a quien tiene cuenta; por correo a quien dejó el suyo.'
        : 'Nadie recibe avisos. Quien tiene cuenta los encuentra en Certificados.'
    }
    checked={value}
    onChange={event => onChange(event.currentTarget.checked)}
  />
);
