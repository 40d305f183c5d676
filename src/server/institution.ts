import { createHash } from 'node:crypto';
import type { Database } from '../db/pool.ts';
import { readSetting } from '../db/settings.ts';
import { FIRST_COLOUR } from '../domain/settings/colours.ts';
import type { Institution } from '../domain/settings/institution.ts';
import { LOGO_PATH } from '../domain/settings/logo.ts';
import type { Env } from './env.ts';

/** What the institution shows of itself. */
export interface ShownInstitution extends Institution {
  readonly logo: Logo | null;
}

interface Logo {
  readonly png: Buffer;
  /** Its address, which is another one once the picture is. */
  readonly address: string;
}

/** What it is read with; `env` gives the name only for as long as none could be read. */
export interface InstitutionSource {
  readonly db: Database;
  readonly env: Pick<Env, 'firstInstitution' | 'productName'>;
}

/** What an office saves reaches every copy of the server within this time, in ms. */
const CACHE_MS = 10_000;

interface Cached {
  readonly until: number;
  readonly value: Promise<ShownInstitution>;
}
const caches = new WeakMap<Database, Cached>();

const logoOf = (base64: string): Logo => {
  const png = Buffer.from(base64, 'base64');
  const version = createHash('sha256').update(png).digest('hex').slice(0, 12);
  return { png, address: `${LOGO_PATH}?v=${version}` };
};

export async function readInstitution(db: Database): Promise<ShownInstitution> {
  const [saved, logo] = await Promise.all([
    readSetting(db, 'institution'),
    readSetting(db, 'institutionLogo'),
  ]);
  return { ...saved, logo: logo === '' ? null : logoOf(logo) };
}

/**
 * As the office saved it last, up to 10 seconds ago. While the database is away it stays as it was, so that a page that
 * says so still bears the name.
 */
export function recentInstitution({ db, env }: InstitutionSource): Promise<ShownInstitution> {
  const before = caches.get(db);
  if (before && before.until > Date.now()) return before.value;
  const value = readInstitution(db).catch(
    () => before?.value ?? { name: env.firstInstitution, colour: FIRST_COLOUR, logo: null },
  );
  caches.set(db, { until: Date.now() + CACHE_MS, value });
  return value;
}

/** The process that saves shows it at once. */
export const forgetInstitution = (db: Database): void => void caches.delete(db);

/** How printed documents begin. */
export async function printedHeading(
  source: InstitutionSource,
): Promise<{ institution: string; product: string }> {
  const { name } = await recentInstitution(source);
  return { institution: name, product: source.env.productName };
}
