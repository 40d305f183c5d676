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
