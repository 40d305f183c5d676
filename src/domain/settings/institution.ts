import { z } from 'zod';
import { text } from '../text/rules.ts';

/** Name and colour of the institution, as pages and documents show them; its logo is a setting of its own. */
export const institution = z.object({
  name: text(120, 1),
  colour: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Escribe un color como #0aa8c4: un # y seis cifras o letras de la a a la f.'),
});
export type Institution = z.infer<typeof institution>;

/** What may be sent as a logo, with what its names end with. */
export const LOGO_TYPES: Readonly<Record<string, string[]>> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
};
export const LOGO_MOST_MB = 2;
export const LOGO_MOST_MEGAPIXELS = 25;
/** As it is kept, once it was scaled. */
export const LOGO_MOST_BYTES = 64 * 1024;
/** Where the logo stands, for anybody. */
export const LOGO_PATH = '/publico/logo.png';
