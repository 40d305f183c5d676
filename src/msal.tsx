import './web/theme/base.css';
import './web/auth/msal.css';
import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge';
import { loadConfig } from './web/config.ts';
import { log } from './web/log.ts';
import { paths } from './web/routing/paths.ts';

/** After the template of all pages; the library names the page by itself, so this comes last. */
async function nameThePage(): Promise<void> {
  try {
    const { product, institution } = await loadConfig();
    document.title = `Ingreso - ${product} - ${institution}`;
  } catch (error) {
    log.error('The configuration could not be read', error);
    document.title = 'Ingreso - Vinculación con los medios';
  }
}

function element(tag: string, text: string, attributes: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** In a popup the page behind it still waits and takes over when this one closes. */
function showFailure(): void {
  const way = window.opener
    ? element('button', 'Cerrar esta ventana', { type: 'button', class: 'way' })
    : element('a', 'Ir a la página de ingreso', { href: paths.login(), class: 'way' });
  if (window.opener) way.addEventListener('click', () => window.close());
  document.getElementById('root')?.replaceChildren(
    element('h1', 'No pudimos completar el ingreso'),
    element('p', 'Esta página solo se usa mientras ingresas con Microsoft, y no recibió ninguna respuesta.', {
      role: 'alert',
    }),
    element('p', 'Vuelve a la página de ingreso e inténtalo de nuevo.'),
    way,
  );
}

try {
  // Hands the provider's answer to the page that opened this popup or hidden frame, then closes it.
  await broadcastResponseToMainFrame();
} catch (error) {
  log.info('No answer of the provider to pass on', error);
  showFailure();
}
await nameThePage();
