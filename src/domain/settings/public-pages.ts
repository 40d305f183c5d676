import { z } from 'zod';

/** What the institution shows to anybody. */
export const publicPages = z.object({
  /** The catalogue of projects that agreed to it, with a page of each and a map of the site for search engines. */
  catalogue: z.boolean(),
});
export type PublicPages = z.infer<typeof publicPages>;

export const FIRST_PUBLIC_PAGES: PublicPages = { catalogue: true };
