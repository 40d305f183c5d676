import { formatList } from '../../text/format.ts';
import type { CertificateEvent } from '../events.ts';
import type { Words } from './words.ts';

/** So many are named by their folio. */
const MOST_NAMED = 10;

export function describeCertificates({ certificates }: CertificateEvent): Words {
  const [{ folio, title, statement }, ...others] = certificates;
  if (others.length === 0)
    return {
      title: 'Tienes un certificado nuevo',
      text: statement ? `${title} ${folio}: ${statement}` : `${title} ${folio}.`,
    };
  const folios = certificates.map(one => one.folio);
  const left = folios.length - MOST_NAMED;
  const named = left > 0 ? [...folios.slice(0, MOST_NAMED), `${left} más`] : folios;
  return {
    title: `Tienes ${certificates.length} certificados nuevos`,
    text: `Son los certificados ${formatList(named)}.`,
  };
}
