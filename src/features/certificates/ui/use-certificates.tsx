import { useQueryClient } from '@tanstack/react-query';
import { outdate } from '../../../web/query.ts';
import { getCertificate, listCertificates } from '../contract.ts';
import { getProjectCertificates } from '../issuing/contract.ts';

/** Reads again whatever shows certificates, once one was issued or became something else. */
export function useCertificatesOutdated() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listCertificates, getCertificate, getProjectCertificates].map(each => outdate(client, each)),
    );
}
