/** When certificates are given. Who leads or belongs gets theirs as the project closes, whichever of the two it is. */
export const CERTIFICATE_RULES = [
  { value: 'none', label: 'No se emiten' },
  { value: 'activity', label: 'A quienes asisten, por cada actividad' },
  { value: 'closing', label: 'A quienes asisten, al cerrar el proyecto' },
] as const;
export type CertificateRule = (typeof CERTIFICATE_RULES)[number]['value'];
export const isByActivity = (rule: CertificateRule): boolean => rule === 'activity';
export const givesNone = (rule: CertificateRule): boolean => rule === 'none';
