import type { AnyEndpoint } from '../../../domain/kit/endpoint.ts';
import { downloadInParts } from '../../../web/api.ts';
import type { Search } from '../../../web/routing/paths.ts';
import { LongDownload } from '../../../web/ui/files/long-download.tsx';
import { archiveCertificates } from '../contract.ts';

interface Props {
  /** What a list of them is narrowed by. */
  query: Search;
  size?: 'xs' | 'sm';
}

/** The PDFs of all that a list finds, in one file. */
export const ArchiveButton = ({ query, ...rest }: Props) => (
  <LongDownload
    title="Descargar PDF (ZIP)"
    fetchFile={transfer => downloadInParts<AnyEndpoint>(archiveCertificates, { query }, transfer)}
    {...rest}
  />
);
