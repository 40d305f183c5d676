import { useQueryClient } from '@tanstack/react-query';
import { outdate } from '../../../web/query.ts';
import { getCertificate, listCertificates } from '../contract.ts';
import { getProjectCertificates, listClosedProjects, listReviewedWork } from '../issuing/contract.ts';

const SHOWN = [
  ...[listCertificates, getCertificate, getProjectCertificates],
  ...[listClosedProjects, listReviewedWork],
];

/** Reads again whatever shows certificates, once one was issued or became something else. */
export function useCertificatesOutdated() {
  const client = useQueryClient();
  return () => Promise.all(SHOWN.map(each => outdate(client, each)));
}
