import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { PROVIDERS } from '../../domain/settings/providers.ts';
import { instant } from '../../domain/text/rules.ts';

const check = z.enum(['ok', 'failed']);

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  permission: 'public',
  summary: 'The process is alive',
  output: z.object({ status: z.literal('ok') }),
});

/** Answers 503 with the same shape while something is missing. */
export const readySchema = z.object({
  status: check,
  checks: z.object({ database: check, migrations: check, storage: check }),
});

export const getReady = endpoint({
  method: 'GET',
  path: '/ready',
  permission: 'public',
  summary: 'Database, migrations and storage answer',
  output: readySchema,
});

export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/system/status',
  permission: 'system.read',
  summary: 'What an administrator watches of the installation, and what its environment sets',
  output: z.object({
    /** `bytes` of the archive; null when no backup was ever made. */
    lastBackup: z.object({ at: instant, bytes: z.number(), rows: z.number(), files: z.number() }).nullable(),
    databaseVersion: z.string(),
    databaseBytes: z.number(),
    /** Whether the server runs a database of its own. */
    hasOwnDatabase: z.boolean(),
    /** How people sign in; none in a demonstration. */
    providers: z.array(z.enum(PROVIDERS)),
    /** Host and port of the mail server, without its password, and who writes; null without one. */
    mail: z.object({ server: z.string(), from: z.string() }).nullable(),
    files: z.enum(['local', 's3']),
    /** Whether a virus scanner looks at what is uploaded. */
    hasScanner: z.boolean(),
  }),
});
