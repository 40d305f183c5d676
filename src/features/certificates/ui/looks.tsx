import { IconBan, IconCircleCheck, IconPlayerPause, type TablerIcon } from '@tabler/icons-react';
import {
  CERTIFICATE_ROLES,
  CERTIFICATE_STATES,
  type CertificateState,
} from '../../../domain/certificates/certificates.ts';
import { formatCount, formatNumber, labelIn } from '../../../domain/text/format.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import type { CertificateRow } from '../contract.ts';

const LOOKS: Record<CertificateState, { icon: TablerIcon; tone: Tone }> = {
  valid: { icon: IconCircleCheck, tone: 'good' },
  suspended: { icon: IconPlayerPause, tone: 'attention' },
  revoked: { icon: IconBan, tone: 'bad' },
};

export const stateLabel = ({ state }: Pick<CertificateRow, 'state'>): string =>
  labelIn(CERTIFICATE_STATES, state);
export const roleLabel = ({ role }: Pick<CertificateRow, 'role'>): string => labelIn(CERTIFICATE_ROLES, role);

export function CertificatePill({ state }: Pick<CertificateRow, 'state'>) {
  const { icon, tone } = LOOKS[state];
  return (
    <Pill icon={icon} tone={tone}>
      {stateLabel({ state })}
    </Pill>
  );
}

/** What it is about, without the code of its project: the activity, the project as a whole, or a reviewer's work. */
export const aboutWords = ({ project, activity, work }: CertificateRow): string =>
  activity || (project?.title ?? work);

/** How many people could be given a certificate, and how many were. */
export interface Counts {
  readonly people: number;
  readonly issued: number;
}
/** `8 de 10`. */
export const shareWords = ({ people, issued }: Counts): string =>
  `${formatNumber(issued)} de ${formatNumber(people)}`;
export const certificatesWords = (n: number): string => formatCount(n, 'certificado', 'certificados');

/** `Se emitieron 12 certificados`, without a full stop. */
export const issuedWords = (n: number): string =>
  `${n === 1 ? 'Se emitió' : 'Se emitieron'} ${certificatesWords(n)}`;
