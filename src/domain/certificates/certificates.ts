import { z } from 'zod';
import { personName, text } from '../text/rules.ts';

/** What it certifies that somebody was. */
export const CERTIFICATE_ROLES = [
  { value: 'lead', label: 'Responsable' },
  { value: 'alternate', label: 'Responsable alterno' },
  { value: 'member', label: 'Integrante del equipo' },
  { value: 'founder', label: 'Fundador' },
  { value: 'mentor', label: 'Mentor' },
  { value: 'participant', label: 'Participante' },
  { value: 'reviewer', label: 'Par evaluador' },
] as const;
export type CertificateRole = (typeof CERTIFICATE_ROLES)[number]['value'];

/** `suspended`: its project, closed before, is open again. `revoked` is for good. */
export const CERTIFICATE_STATES = [
  { value: 'valid', label: 'Vigente' },
  { value: 'suspended', label: 'Suspendido' },
  { value: 'revoked', label: 'Anulado' },
] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number]['value'];
export const isValid = (state: CertificateState): boolean => state === 'valid';
export const isRevoked = (state: CertificateState): boolean => state === 'revoked';

const line = z.object({ label: z.string(), value: z.string() });
/** What a certificate shows, on paper and on its public page, below the institution's name. Kept as it was issued, whatever becomes of its sources. */
export const certificateContent = z.object({
  /** Such as «Certificado de participación». */
  title: z.string(),
  name: z.string(),
  /** `RUT 12.345.678-5`; empty where the person has none here. */
  document: z.string(),
  /** After the name: «participó como responsable en el proyecto …», with its full stop. */
  statement: z.string(),
  lines: z.array(line),
  /** Who signs; empty where the office named nobody. */
  signer: z.string(),
  position: z.string(),
});
export type CertificateContent = z.infer<typeof certificateContent>;

export const revocationFields = z.object({ reason: text(1000, 10) });
/** What is put right in the one that takes the place of another. */
export const replacementFields = revocationFields.extend({
  name: personName(150, 2),
  /** As it is printed, such as `RUT 12.345.678-5`; empty prints none. */
  document: text(60).default(''),
});

/** What the office chooses for all of them. */
export const certificateSettings = z.object({
  signer: text(120).default(''),
  position: text(160).default(''),
  /** Whether they may be taken along as Open Badges. */
  openBadges: z.boolean(),
});
export type CertificateSettings = z.output<typeof certificateSettings>;

/** Most of them in one archive. */
export const MOST_IN_ARCHIVE = 5000;
