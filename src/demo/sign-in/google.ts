import { readFile } from 'node:fs/promises';

const CALLBACK_PATH = '/gsi/callback';

/** Where the stand-in script lets the provider return to; hands the answer to the page that asked, then closes. */
const callbackPage = `<!doctype html><html lang="es"><head><meta charset="utf-8">
<title>Ingreso de demostración</title></head><body><p>Completando el ingreso…</p><script>
const answer = new URLSearchParams(location.search);
new BroadcastChannel('demo-gsi-' + answer.get('state')).postMessage(Object.fromEntries(answer));
window.close();
</script></body></html>`;

export const googleReturnPath = (mount: string) => `${mount}${CALLBACK_PATH}`;

/** Pages of the demo Google provider besides those of every provider. */
export async function googlePages(): Promise<Record<string, readonly [string, string]>> {
  const script = await readFile(new URL('./gsi-client.js', import.meta.url), 'utf8');
  return {
    '/gsi/client': ['text/javascript', `(() => {\n${script}})();\n`],
    [CALLBACK_PATH]: ['html', callbackPage],
  };
}
