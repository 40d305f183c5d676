import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { showCode } from '../src/domain/certificates/codes.ts';
import type { Certificate } from '../src/features/certificates/contract.ts';
import { drawWaiting } from '../src/features/certificates/drawing/commands.ts';
import { tellIssued } from '../src/features/certificates/telling/commands.ts';
import { createFileStore } from '../src/server/files/store.ts';
import { activityWith, certificatesOf, closeProject, giveCertificates } from './certified-projects.ts';
import { approvedPacs } from './execution.ts';
import { act, done } from './factories.ts';
import { pdfPages } from './pdf.ts';
import { clients, openUniversity, refs, server } from './university.ts';
import { unzipped } from './zips.ts';

openUniversity({ rateLimit: 0 });

const ANA = { name: 'Ana Soto Vera', rut: '12.345.678-5' };
const LUIS = { name: 'Luis Ñanco', email: 'luis@correo.cl' };
const WHY = 'El segundo apellido estaba mal escrito.';

const open = (path: string) => server.app.inject({ method: 'GET', url: path });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const read = async (id: string) => done(await clients.admin.get<Certificate>(`/certificates/${id}`));

it('from the kind to the paper: issued as the project closes, told, drawn, checked, corrected, revoked, suspended', async () => {
  done(
    await clients.admin.put('/certificates/issuer', {
      ...{ signer: 'Eva Paz', position: 'Directora de Vinculación', openBadges: true },
      ...{
        updatedAt: done(await clients.admin.get<{ updatedAt: string }>('/certificates/issuer')).updatedAt,
      },
    }),
  );
  await giveCertificates('pacs', 'closing');
  const project = await approvedPacs(server, clients.academic, refs);
  await activityWith(clients.academic, project, [ANA, LUIS]);
  await closeProject(project);
  const [lead, ana, luis] = await certificatesOf(clients.academic, `&project=${project.id}`);
  if (!lead || !ana || !luis) throw new Error('somebody has no certificate');

  // Told: who leads by a notice, who left an address by a mail with the page, who left a RUT by nobody.
  expect(await tellIssued(server.db, new Date(Date.now() + 5 * 60_000))).toBe(3);
  const mails = await server.db.selectFrom('mails').select(['address', 'text']).execute();
  const toLuis = mails.filter(m => m.address === LUIS.email);
  expect(toLuis).toHaveLength(1);
  const [, address = ''] = /(\/publico\/certificado\/\S+)/.exec(toLuis[0]?.text ?? '') ?? [];
  expect(address).toBe(`/publico/certificado/${showCode(luis.code)}`);

  // Anybody who has the code reads all of it before the PDF is drawn, and its hash from then on.
  expect((await open(address)).body).toContain('Luis Ñanco');
  expect((await open(address)).body).not.toContain('SHA-256');
  expect(
    await drawWaiting({ ...server, files: await createFileStore(server.env.files) }),
  ).toBeGreaterThanOrEqual(3);
  const pdf = await open(`${address}/pdf`);
  const [page = '', ...more] = pdfPages(pdf.rawPayload).map(text => text.replaceAll(/\s+/g, ' '));
  expect(more).toEqual([]);
  for (const words of ['Luis Ñanco', luis.folio, 'Eva Paz', 'Directora de Vinculación'])
    expect(page).toContain(words);
  expect(page.replaceAll(' ', '')).toContain(showCode(luis.code));
  expect((await open(address)).body).toContain(sha256(pdf.rawPayload));

  // The same bytes leave in the archive, to whoever leads.
  const { url, token } = clients.academic;
  const archive = await fetch(`${url}/api/certificates/archive?project=${project.id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const files = await unzipped(Buffer.from(await archive.arrayBuffer()));
  expect(files.map(([name]) => name)).toEqual([
    expect.stringMatching(/^\d{4}-\d{6}-camila-rojas-fuentes\.pdf$/),
    expect.stringMatching(/^\d{4}-\d{6}-ana-soto-vera\.pdf$/),
    expect.stringMatching(/^\d{4}-\d{6}-luis-nanco\.pdf$/),
  ]);
  expect(sha256(files[2]?.[1] ?? Buffer.alloc(0))).toBe(sha256(pdf.rawPayload));

  // Corrected: another in its place, and the first says so to whoever holds it.
  const { body: second } = await clients.admin.post<Certificate>(`/certificates/${luis.id}/replacement`, {
    ...{ name: 'Luis Ñancupil', document: '', reason: WHY },
  });
  const over = await open(address);
  expect(over.body).toContain('Anulado el');
  expect(over.body).toContain(WHY);
  expect(over.body).toContain(second.folio);
  expect(over.body).not.toContain('Ñancupil');
  expect((await open(`${address}/pdf`)).statusCode).toBe(404);
  const next = `/publico/certificado/${second.code.toLowerCase()}`;
  expect((await open(next)).body).toContain('Luis Ñancupil');
  expect((await open(`${next}/insignia`)).statusCode).toBe(200);

  // Open again, it certifies nothing; closed again, it does; who is revoked stays so.
  done(await clients.admin.post(`/certificates/${ana.id}/revocation`, { reason: WHY }));
  done(await act(clients.admin, project, 'override', { to: 'running', reason: WHY }));
  expect((await open(next)).body).toContain('Suspendido desde el');
  expect((await open(`${next}/pdf`)).statusCode).toBe(404);
  expect((await open(`${next}/insignia`)).statusCode).toBe(404);
  done(await act(clients.admin, project, 'undo', { reason: WHY }));
  expect((await open(next)).body).toContain('Vigente');
  expect((await read(ana.id)).state).toBe('revoked');
  expect((await read(lead.id)).state).toBe('valid');
});
