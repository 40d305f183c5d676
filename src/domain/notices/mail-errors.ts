interface Kind {
  readonly pattern: RegExp;
  readonly words: string;
}

/**
 * What a failed delivery means, by what stands in the message of the mail library or the answer of the server: codes of
 * Node.js for the connection, reply codes and enhanced status codes of SMTP (RFC 5321, RFC 3463). The first that fits.
 */
const KINDS: readonly Kind[] = [
  {
    pattern: /\b(535|534|530|5\.7\.8)\b|EAUTH|invalid login|missing credentials/i,
    words: 'El servidor de correo no acepta el usuario o la clave.',
  },
  {
    pattern: /certificate|\bTLS\b|\bSSL\b|wrong version number/i,
    words: 'Falló la conexión segura con el servidor de correo.',
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN|EDNS/,
    words: 'No se encuentra el servidor de correo por su nombre.',
  },
  {
    pattern:
      /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|timeout|greeting never received|connection closed|socket/i,
    words: 'El servidor de correo no responde.',
  },
  { pattern: /\b(452|552|[45]\.2\.2)\b/, words: 'La casilla de quien lo recibe está llena.' },
  {
    pattern: /\b(550|551|553|5\.1\.[0-9]+)\b/,
    words: 'El servidor de correo rechaza la dirección de quien lo recibe.',
  },
  { pattern: /\b5\d\d\b/, words: 'El servidor de correo rechaza el correo.' },
  { pattern: /\b4\d\d\b/, words: 'El servidor de correo pide intentarlo más tarde.' },
];

/** Reasons of our own are sentences in Spanish already. */
const OURS = /^(El|La|Esta|Este|No) .*\.$/;

/** @param error as it was noted at the attempt */
export function explainMailError(error: string): { readonly words: string; readonly detail: string | null } {
  if (OURS.test(error)) return { words: error, detail: null };
  const { words = 'No se pudo entregar.' } = KINDS.find(({ pattern }) => pattern.test(error)) ?? {};
  return { words, detail: error };
}
