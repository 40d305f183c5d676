import { randomUUID } from 'node:crypto';

/** Asks the server of an installation as one person, and reads its answer; an object is sent as JSON, bytes as they are. */
export function clientOf(url: string, token: string) {
  return async (method: string, at: string, body?: object | Buffer): Promise<Buffer> => {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`${url}/api${at}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  };
}
export type Ask = ReturnType<typeof clientOf>;

/** The same, for what is answered as JSON. */
export const askJson = async <T>(ask: Ask, method: string, at: string, body?: object | Buffer): Promise<T> =>
  JSON.parse((await ask(method, at, body)).toString()) as T;

/** Sends a file to a project in its chunks; `finish` is its last request, which the caller may time. */
export async function sendFile(ask: Ask, base: string, name: string, bytes: Buffer) {
  const about = { name, size: bytes.length, documentType: 'evidence', fingerprint: randomUUID() };
  const started = await askJson<{ id: string; chunkBytes: number }>(ask, 'POST', `${base}/uploads`, about);
  const { id, chunkBytes } = started;
  for (let at = 0; at < bytes.length; at += chunkBytes)
    await ask('PUT', `${base}/uploads/${id}/chunks/${at}`, bytes.subarray(at, at + chunkBytes));
  return { finish: () => ask('POST', `${base}/uploads/${id}/finish`) };
}
