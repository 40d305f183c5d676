import { paths } from '../paths.ts';
import { clearSession } from '../storage.ts';

/** Ends the session and leaves at the login page. */
export async function signOut(): Promise<void> {
  clearSession();
  window.location.assign(paths.login());
}
