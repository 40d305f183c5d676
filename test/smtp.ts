import { once } from 'node:events';
import type net from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as the mail server got it, decoded. */
export interface Received {
  /** Envelope recipients. */
  to: string[];
  /** By lower-case name. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface TestMailServer {
  readonly url: string;
  readonly received: Received[];
  /** Addresses refused from now on. */
  readonly refused: Set<string>;
  /** Called with each mail before it is answered; while it has not resolved, the sender waits. */
  onMail: (mail: Received) => Promise<void> | void;
  stop(): Promise<void>;
}

/** A real mail server on this machine; with `port` on the address of one that was stopped. */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const received: Received[] = [];
  const refused = new Set<string>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        refused.has(address) ? Object.assign(new Error('No such user here'), { responseCode: 550 }) : null,
      ),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const to = session.envelope.rcptTo.map(r => r.address);
        const mail = { to, ...parse(Buffer.concat(chunks).toString('latin1')) };
        await server.onMail(mail);
        received.push(mail);
        done();
      });
    },
  });
  // Connections that a killed sender leaves behind are no failure of the test.
  smtp.on('error', () => {});
  const listening = smtp.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address() as net.AddressInfo;
  const server: TestMailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refused,
    onMail: () => {},
    stop: () => new Promise(resolve => void smtp.close(() => resolve())),
  };
  return server;
}

function parse(raw: string): Omit<Received, 'to'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map(p => split(p.trimStart()))
    : [];
  const partOf = (type: string) => {
    const part = parts.find(p => p.headers['content-type']?.startsWith(`${type}; charset=utf-8`));
    return part ? decoded(part.body, part.headers['content-transfer-encoding'] ?? '') : '';
  };
  const words = Object.entries(headers).map(([name, value]) => [name, decodedWords(value)] as const);
  return { headers: Object.fromEntries(words), text: partOf('text/plain'), html: partOf('text/html') };
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map(line => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { headers: Object.fromEntries(headers), body: raw.slice(end + 4) };
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function decoded(body: string, encoding: string): string {
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : quotedPrintable(body);
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

/** Header words as in RFC 2047: `=?UTF-8?Q?Vinculaci=C3=B3n?=`. */
const decodedWords = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      (way.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : quotedPrintable(text.replaceAll('_', ' '))
      ).toString('utf8'),
    );
