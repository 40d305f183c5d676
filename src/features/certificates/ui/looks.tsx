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

export const people = (n: number): string => formatCount(n, 'persona', 'personas');

interface Counts {
  readonly people: number;
  readonly issued: number;
}
/** How many of those who could be given one have it: `8 de 10 con certificado`. */
export const countWords = ({ people: all, issued }: Counts): string =>
  `${formatNumber(issued)} de ${formatNumber(all)} con certificado`;

/** What is said once some were issued. */
export const issuedWords = (issued: number): string =>
  issued === 0
    ? 'No faltaba ningún certificado.'
    : `${formatCount(issued, 'certificado emitido', 'certificados emitidos')}.`;
