/** Session token: 60 minutes, renewals up to 12 hours after the sign-in; a replaced one stays valid 2 minutes. In ms. Apart from zod for the login page. */
export const SESSION = {
  lifetime: 60 * 60_000,
  longest: 12 * 60 * 60_000,
  grace: 2 * 60_000,
  renewal: 1_800_000,
  cache: 5_000,
  /** What writes is asked for sooner: a session that another copy ended writes for a second at most. */
  cacheForWrites: 1_000,
} as const;
