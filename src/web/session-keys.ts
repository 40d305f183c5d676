/** Exact names of everything the session keeps in local storage. A file of its own: the first script reads one. */
export const KEYS = {
  provider: 'auth-provider',
  google: 'auth-google-account',
  microsoft: 'auth-microsoft-account',
  token: 'auth-token',
  user: 'auth-user',
} as const;
