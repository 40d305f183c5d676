import type { CertificateContent } from '../src/domain/certificates/certificates.ts';
import { type Issued, writeCertificates } from '../src/features/certificates/issuing/commands.ts';
import { byItself } from '../src/server/commands/command.ts';
import type { TestApp } from './app.ts';

export const CONTENT: CertificateContent = {
  title: 'Certificado de participación',
  name: 'Ana María Muñoz Pérez',
  document: 'RUT 12.345.678-5',
  statement: 'participó en 3 actividades del proyecto «Huertas comunitarias en Ñuble».',
  lines: [
    { label: 'Calidad', value: 'Participante' },
    { label: 'Proyecto', value: 'PAC-2026-0042 · Huertas comunitarias en Ñuble' },
    { label: 'Asistencia', value: '05-04-2026 a 20-11-2026' },
  ],
  signer: 'Beatriz Navarrete Poblete',
  position: 'Directora de Vinculación',
};

type Given = Partial<Omit<Issued, 'content'>> & { readonly content?: Partial<CertificateContent> };

/** Certificates as rows, of participants of a project unless they say otherwise; answers their ids. */
export function issueCertificates(
  { db }: Pick<TestApp, 'db'>,
  projectId: string,
  given: readonly Given[],
): Promise<string[]> {
  const issued = given.map((one, n): Issued => {
    const content = { ...CONTENT, ...one.content };
    return {
      ...{ role: 'participant', projectId, activityId: null, work: null, userId: null, email: '' },
      holder: `name:${content.name} ${n}`,
      ...one,
      content,
    };
  });
  return byItself(db, new Date(), run => writeCertificates(run, issued, { notify: false }));
}

export async function issueCertificate(
  server: Pick<TestApp, 'db'>,
  projectId: string,
  given: Given = {},
): Promise<string> {
  const [id = ''] = await issueCertificates(server, projectId, [given]);
  return id;
}
