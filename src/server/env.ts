import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { lookUp } from '../domain/kit/look-up.ts';

type Source = Record<string, string | undefined>;

/** The configuration of one installation; every setting is explained in `.env.example`. */
export interface Env {
  /** First value; the office changes it under settings, so what is shown comes from `institution.ts`. */
  firstInstitution: string;
  productName: string;
  /** Address people type, without a slash at the end. */
  publicUrl: string;
  host: string;
  port: number;
  /** `/api`, or the absolute address of a separate API host. */
  apiBase: string;
  /** Origins that may call the API besides its own. */
  corsOrigins: string[];
  /** Addresses of the reverse proxies to believe, or true for any. */
  trustProxy: boolean | string;
  microsoft: { clientId: string; tenantId: string } | undefined;
  google: { clientId: string } | undefined;
  /** Demonstration accounts and university; only without a provider and on this machine alone. */
  demo: boolean;
  /** Lower case. */
  adminEmails: string[];
  /** First value; the office changes it under settings. Domains in lower case. */
  allowedDomains: { domain: string; becomes: 'Academic' | 'pending' }[];
  /** Microsoft tenants whose word on an e-mail is trusted. */
  allowedTenants: string[];
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  pgBin: string | undefined;
  files:
    | { driver: 'local'; location: string }
    | {
        driver: 's3';
        bucket: string;
        region: string;
        endpoint: string | undefined;
        accessKeyId: string;
        secretAccessKey: string;
      };
  uploadLimitMb: number;
  /** Where clamd listens; undefined: uploads are not scanned. */
  clamd: { host: string; port: number } | { path: string } | undefined;
  /** Borders of comunas for maps: GeoJSON or TopoJSON, and the words that name its licence on each map. */
  borders: { file: string; license: string } | undefined;
  /** Undefined: mails are kept and not sent. `from` is `Name <address>`. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** Whether this copy runs background jobs: mails, reminders, cleaning. */
  jobs: boolean;
  /** Requests a minute for each session, or each address without one; 0 = no limit. */
  rateLimit: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** Every wrong setting at once, each by its name. */
export class EnvError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`La configuración no es válida:\n${problems.map(problem => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const DEMO_INSTITUTION = 'Universidad de Demostración';

const word = z.string().regex(/^\S+$/, 'no debe tener espacios');
const address = z
  .url({ protocol: /^https?$/, error: 'debe ser una dirección http o https' })
  .transform(value => value.replace(/\/+$/, ''));
const whole = (min: number, max: number) =>
  z
    .string()
    .refine(
      value => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `debe ser un número entero entre ${min} y ${max}`,
    )
    .transform(Number);
const oneOf = <const T extends [string, ...string[]]>(...words: T) =>
  z.enum(words, { error: `debe ser uno de: ${words.join(', ')}` });
const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform(value =>
      value
        .split(',')
        .map(part => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));

const origin = address.refine(
  value => new URL(value).origin === value,
  'debe ser un origen, por ejemplo https://vinculacion.universidad.cl',
);
const allowedDomain = z
  .string()
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)+=(Academic|pending)$/i,
    'debe tener la forma dominio=Academic o dominio=pending',
  )
  .transform(value => {
    const [domain = '', becomes = ''] = value.split('=');
    return {
      domain: domain.toLowerCase(),
      becomes: becomes.toLowerCase() === 'academic' ? ('Academic' as const) : ('pending' as const),
    };
  });

const CLAMD = /^(?:(\/\S+)|(?:\[([0-9a-f:.]+)\]|([^\s:/[\]]+)):(\d{1,5}))$/i;
const clamd = z.string().transform((value, context): NonNullable<Env['clamd']> => {
  const [, socket, v6, host = v6, port] = CLAMD.exec(value) ?? [];
  if (socket) return { path: socket };
  if (host && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
  context.addIssue('debe tener la forma servidor:3310 o ser la ruta completa de un socket');
  return z.NEVER;
});

// Tokens name the tenant by its id, never by a domain.
const TENANT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const tenant = z
  .string()
  .toLowerCase()
  .regex(TENANT, 'debe ser una lista de ids de directorio (con forma de UUID)');

const SETTINGS = z.object({
  INSTITUTION: z.string().max(120, 'tiene como máximo 120 caracteres').default(DEMO_INSTITUTION),
  PRODUCT_NAME: z.string().max(80, 'tiene como máximo 80 caracteres').default('Vinculación con los medios'),
  PUBLIC_URL: address.optional(),
  HOST: word.default('127.0.0.1'),
  PORT: whole(1, 65_535).default(3000),
  API_BASE: z
    .union([z.string().regex(/^\/[\w/-]*\w$/), address], {
      error: 'debe ser una ruta como /api o una dirección http o https',
    })
    .default('/api'),
  CORS_ORIGINS: listOf(origin).default([]),
  TRUST_PROXY: z
    .string()
    .transform(value => (/^(true|false)$/.test(value) ? value === 'true' : value))
    .default(false),
  MICROSOFT_CLIENT_ID: word.optional(),
  MICROSOFT_TENANT_ID: z
    .string()
    .toLowerCase()
    .refine(
      value => ['organizations', 'common'].includes(value) || TENANT.test(value),
      'debe ser el id del directorio (con forma de UUID), organizations o common',
    )
    .optional(),
  GOOGLE_CLIENT_ID: word.optional(),
  ADMIN_EMAILS: listOf(z.email('debe ser una lista de correos').toLowerCase()).default([]),
  ALLOWED_DOMAINS: listOf(allowedDomain).default([]),
  ALLOWED_TENANTS: listOf(tenant).optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'debe tener la forma postgresql://usuario:clave@servidor/base',
    })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  PG_BIN: z.string().optional(),
  FILES_DRIVER: oneOf('local', 's3').default('local'),
  S3_BUCKET: word.optional(),
  S3_REGION: word.default('us-east-1'),
  S3_ENDPOINT: address.optional(),
  S3_ACCESS_KEY_ID: word.optional(),
  S3_SECRET_ACCESS_KEY: word.optional(),
  UPLOAD_LIMIT_MB: whole(1, 2000).default(50),
  CLAMD: clamd.optional(),
  COMUNAS_MAP: z.string().optional(),
  COMUNAS_MAP_LICENSE: z.string().trim().max(200, 'tiene como máximo 200 caracteres').optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'debe tener la forma smtp://usuario:clave@servidor:587 o smtps://usuario:clave@servidor:465',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>"\r\n]*<)?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/, 'debe ser un correo, o Nombre <correo>')
    .optional(),
  JOBS: oneOf('on', 'off').default('on'),
  RATE_LIMIT: whole(0, 1_000_000).default(1200),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DEMO: oneOf('auto', 'off').default('auto'),
});
type Settings = z.output<typeof SETTINGS>;

/** Names of all settings, for the tests that `.env.example` explains and `compose.yaml` hands on each. */
export const SETTING_NAMES = Object.keys(SETTINGS.shape);

/** Settings without which a store cannot be reached. */
const STORE_NEEDS: Readonly<Record<Settings['FILES_DRIVER'], readonly (keyof Settings)[]>> = {
  local: [],
  s3: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
};

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);

/** What only several settings together tell; looks at presence alone, so it works beside other problems. */
function combinedProblems(source: Source): string[] {
  const problems: string[] = [];
  if (!source.MICROSOFT_CLIENT_ID !== !source.MICROSOFT_TENANT_ID)
    problems.push(
      `${source.MICROSOFT_CLIENT_ID ? 'MICROSOFT_TENANT_ID' : 'MICROSOFT_CLIENT_ID'}: falta; Microsoft necesita ambos.`,
    );
  const provider = source.MICROSOFT_CLIENT_ID || source.GOOGLE_CLIENT_ID;
  const name = 'MICROSOFT_CLIENT_ID con MICROSOFT_TENANT_ID, o GOOGLE_CLIENT_ID';
  if (!provider && source.HOST && !isLoopback(source.HOST))
    problems.push(
      `HOST: ${source.HOST} se ve desde fuera de este equipo y no hay proveedor de ingreso. Define ${name}.`,
    );
  const publicHost = URL.canParse(source.PUBLIC_URL ?? '') && new URL(source.PUBLIC_URL ?? '').hostname;
  if (!provider && publicHost && !isLoopback(publicHost))
    problems.push(
      `PUBLIC_URL: ${publicHost} se ve desde fuera de este equipo y no hay proveedor de ingreso. Define ${name}.`,
    );
  if (!provider && source.DEMO === 'off')
    problems.push(`DEMO: está apagado y no hay proveedor de ingreso. Define ${name}.`);
  if (provider && !source.INSTITUTION) problems.push('INSTITUTION: falta el nombre de la institución.');
  if (source.SMTP_URL && !source.MAIL_FROM)
    problems.push('MAIL_FROM: falta; SMTP_URL necesita el correo desde el que se envía.');
  if (source.COMUNAS_MAP && !source.COMUNAS_MAP_LICENSE)
    problems.push('COMUNAS_MAP_LICENSE: falta; COMUNAS_MAP necesita la licencia que se nombra en cada mapa.');
  for (const key of lookUp(STORE_NEEDS, source.FILES_DRIVER ?? '') ?? [])
    if (!source[key]) problems.push(`${key}: falta; FILES_DRIVER es ${source.FILES_DRIVER}.`);
  return problems;
}

function filesOf(s: Settings): Env['files'] {
  switch (s.FILES_DRIVER) {
    case 'local':
      return { driver: 'local', location: path.resolve(s.DATA_DIR, 'files') };
    case 's3':
      return {
        driver: 's3',
        bucket: s.S3_BUCKET ?? '',
        region: s.S3_REGION,
        endpoint: s.S3_ENDPOINT,
        accessKeyId: s.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: s.S3_SECRET_ACCESS_KEY ?? '',
      };
  }
}

function mailOf({ SMTP_URL, MAIL_FROM, PRODUCT_NAME }: Settings): Env['mail'] {
  if (!SMTP_URL || !MAIL_FROM) return undefined;
  const name = PRODUCT_NAME.replaceAll(/["<>]/g, '');
  return { smtpUrl: SMTP_URL, from: MAIL_FROM.includes('<') ? MAIL_FROM : `"${name}" <${MAIL_FROM}>` };
}

function envOf(s: Settings): Env {
  const microsoft =
    s.MICROSOFT_CLIENT_ID && s.MICROSOFT_TENANT_ID
      ? { clientId: s.MICROSOFT_CLIENT_ID, tenantId: s.MICROSOFT_TENANT_ID }
      : undefined;
  const google = s.GOOGLE_CLIENT_ID ? { clientId: s.GOOGLE_CLIENT_ID } : undefined;
  return {
    firstInstitution: s.INSTITUTION,
    productName: s.PRODUCT_NAME,
    publicUrl: s.PUBLIC_URL ?? `http://localhost:${s.PORT}`,
    host: s.HOST,
    port: s.PORT,
    apiBase: s.API_BASE,
    corsOrigins: s.CORS_ORIGINS,
    trustProxy: s.TRUST_PROXY,
    microsoft,
    google,
    demo: !microsoft && !google,
    adminEmails: s.ADMIN_EMAILS,
    allowedDomains: s.ALLOWED_DOMAINS,
    allowedTenants: s.ALLOWED_TENANTS ?? (microsoft ? [microsoft.tenantId] : []),
    databaseUrl: s.DATABASE_URL,
    dataDir: path.resolve(s.DATA_DIR),
    pgBin: s.PG_BIN,
    files: filesOf(s),
    uploadLimitMb: s.UPLOAD_LIMIT_MB,
    clamd: s.CLAMD,
    borders:
      s.COMUNAS_MAP && s.COMUNAS_MAP_LICENSE
        ? { file: path.resolve(s.COMUNAS_MAP), license: s.COMUNAS_MAP_LICENSE }
        : undefined,
    mail: mailOf(s),
    jobs: s.JOBS === 'on',
    rateLimit: s.RATE_LIMIT,
    logLevel: s.LOG_LEVEL,
  };
}

/** Reads a configuration; an empty setting counts as absent. Throws `EnvError` with all problems. */
export function parseEnv(source: Source): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = SETTINGS.safeParse(given);
  const single = (parsed.error?.issues ?? []).map(issue => `${String(issue.path[0])}: ${issue.message}.`);
  const problems = [...new Set(single), ...combinedProblems(given)];
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  return envOf(parsed.data);
}

const ENV_FILE = path.resolve(import.meta.dirname, '../../.env');

/** The configuration of this process: its environment, and what `.env` adds to it. */
export function readEnv(): Env {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  return parseEnv(process.env);
}
