import { sql } from 'kysely';
import { readSetting, writeSetting } from '../../../db/settings.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { LOGO_MOST_BYTES, LOGO_MOST_MEGAPIXELS, LOGO_TYPES } from '../../../domain/settings/logo.ts';
import { type Command, type CommandContext, command } from '../../../server/commands/command.ts';
import { openPhotoPreparer, PhotoError } from '../../../server/files/photos.ts';
import { startType } from '../../../server/files/typed.ts';

const OTHER_TYPE = 'El logo puede ser PNG, JPEG o WebP. Si lo tienes como SVG, guárdalo antes como PNG.';
const UNREADABLE = `No pudimos leer la imagen: guárdala de nuevo como PNG, de hasta ${LOGO_MOST_MEGAPIXELS} megapíxeles, y súbela.`;

/** What was sent, drawn anew from its pixels: nothing else of it is kept. */
async function drawnLogo(bytes: Buffer): Promise<string> {
  const type = await startType(bytes).catch(() => '');
  if (!(type in LOGO_TYPES)) throw new AppError('unsupported_type', OTHER_TYPE);
  const photos = openPhotoPreparer();
  try {
    const limits = { maxBytes: LOGO_MOST_BYTES, maxPixels: LOGO_MOST_MEGAPIXELS * 1e6 };
    return (await photos.drawLogo(bytes, limits)).toString('base64');
  } catch (error) {
    throw error instanceof PhotoError ? new AppError('unsupported_type', UNREADABLE) : error;
  } finally {
    await photos.close();
  }
}

/** Empty for none. The audit tells what became of it, never its bytes. */
const writeLogo = command(
  'settings.manage',
  async ({ tx, actor, record }: Command, logo: string): Promise<void> => {
    await sql`select from settings where key = 'institutionLogo' for update`.execute(tx);
    const before = await readSetting(tx, 'institutionLogo');
    if (logo === before) return;
    await writeSetting(tx, 'institutionLogo', logo, actor.id);
    const done = logo === '' ? 'removed' : before === '' ? 'set' : 'replaced';
    record({
      action: 'setting.updated',
      objectType: 'setting',
      objectId: 'institution',
      changes: { logo: [null, done] },
    });
  },
);

export const saveLogo = async (context: CommandContext, bytes: Buffer): Promise<void> =>
  writeLogo(context, await drawnLogo(bytes));

export const removeLogo = (context: CommandContext): Promise<void> => writeLogo(context, '');
