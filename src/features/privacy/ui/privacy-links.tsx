import { paths } from '../../../web/routing/paths.ts';
import { LinkButton } from '../../../web/ui/link.tsx';

const LINKS = [
  { page: 'dataRequests', label: 'Solicitudes' },
  { page: 'dataIncidents', label: 'Incidentes' },
  { page: 'processing', label: 'Registro de tratamientos' },
  { page: 'dataTraces', label: 'Personas sin cuenta' },
] as const;

/** From one page about personal data to the others. */
export const PrivacyLinks = ({ at }: { at: (typeof LINKS)[number]['page'] }) =>
  LINKS.filter(({ page }) => page !== at).map(({ page, label }) => (
    <LinkButton key={page} variant="default" href={paths[page]()}>
      {label}
    </LinkButton>
  ));
