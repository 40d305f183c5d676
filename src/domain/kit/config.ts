import { z } from 'zod';

/** What `/config.json` gives the browser, so that one build serves every installation. Holds no secret. */
export const browserConfigSchema = z.object({
  /** Its name, its colour as `#rrggbb`, and where its logo stands; null where it has none. */
  institution: z.string(),
  colour: z.string(),
  logo: z.string().nullable(),
  product: z.string(),
  /** Same-origin path or absolute address, without a final slash, e.g. `/api`. */
  apiBase: z.string(),
  microsoft: z
    .object({
      clientId: z.string(),
      authority: z.string(),
      knownAuthorities: z.array(z.string()).optional(),
      /** JSON text; given only where the authority cannot be discovered (demo provider). */
      authorityMetadata: z.string().optional(),
    })
    .nullable(),
  google: z.object({ clientId: z.string(), scriptUrl: z.string() }).nullable(),
  demo: z.boolean(),
});
export type BrowserConfig = z.infer<typeof browserConfigSchema>;
