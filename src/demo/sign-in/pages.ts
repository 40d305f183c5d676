import type { DemoGroup } from '../seed/university.ts';
import type { ProviderAccount } from './accounts.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f6f8; --card: #fff; --ink: #14181f; --soft: #4a5260; --line: #d5dae1;
  --cyan: #00697f; --cyan-soft: #e0f4f8; --notice: #fff1de; --notice-ink: #6b3a00; }
@media (prefers-color-scheme: dark) { :root { --ground: #101318; --card: #191e25; --ink: #eef1f5; --soft: #b3bcc9;
  --line: #333b47; --cyan: #5fd3ea; --cyan-soft: #0d3641; --notice: #3d2a10; --notice-ink: #ffd9a8; } }
* { box-sizing: border-box; }
html { scroll-padding-bottom: 6rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.45 system-ui, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 0; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .75rem; text-wrap: balance; }
h2 { font-size: .875rem; color: var(--soft); margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; max-width: 40rem; }
.notice { background: var(--notice); color: var(--notice-ink); padding: .75rem 1rem; border-radius: 8px; }
.notice strong { display: block; }
.people { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .5rem; list-style: none;
  margin: 0; padding: 0; }
button { font: inherit; color: inherit; cursor: pointer; border-radius: 8px; border: 1px solid var(--line);
  background: var(--card); min-height: 44px; }
button:hover { border-color: var(--cyan); background: var(--cyan-soft); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--cyan); outline-offset: 2px; }
.person { display: grid; grid-template-columns: 2.5rem 1fr; gap: .75rem; align-items: center; width: 100%; height: 100%;
  padding: .75rem; text-align: left; }
.mark { display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--cyan-soft);
  color: var(--cyan); font-weight: 600; font-size: .875rem; }
.person span span { display: block; overflow-wrap: anywhere; }
.name { font-weight: 600; }
.note, .mail { color: var(--soft); font-size: .875rem; line-height: 1.35; }
.bar { position: sticky; bottom: 0; background: var(--ground); padding: .75rem 0 1rem; margin-top: 1rem;
  border-top: 1px solid var(--line); }
.bar button { padding: 0 1.25rem; }
`;

/** A whole page of a demo provider. `body` is markup. */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`;
}

const initials = (name: string) =>
  name
    .split(' ')
    .slice(0, 2)
    .map(word => word.charAt(0))
    .join('');

function personButton({ id, account }: ProviderAccount): string {
  return `<li><button class="person" name="account" value="${escapeHtml(id)}">
<span class="mark" aria-hidden="true">${escapeHtml(initials(account.name))}</span>
<span><span class="name">${escapeHtml(account.name)}</span> <span class="note">${escapeHtml(account.note)}</span>
<span class="mail">${escapeHtml(account.email)}</span></span></button></li>`;
}

function group(name: DemoGroup, index: number, accounts: ProviderAccount[]): string {
  return `<section aria-labelledby="group-${index}"><h2 id="group-${index}">${escapeHtml(name)}</h2>
<ul class="people">${accounts.map(personButton).join('')}</ul></section>`;
}

/** The list to pick a person from; the form posts `account`, empty to cancel. */
export function accountList(providerName: string, accounts: ProviderAccount[]): string {
  const groups = [...Map.groupBy(accounts, ({ account }) => account.group)];
  return page(
    `Elige una cuenta de demostración de ${providerName}`,
    `<h1>Elige una cuenta</h1>
<p class="notice"><strong>Demostración: no es el ingreso real de ${escapeHtml(providerName)}.</strong>
Entra como cualquiera de estas personas inventadas. No se pide contraseña y nada sale de este equipo.</p>
<form method="post">${groups.map(([name, members], index) => group(name, index, members)).join('')}
<div class="bar"><button name="account" value="">Cancelar</button></div></form>`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}

/** Sign-out without a question; `form` comes from the provider library. */
export function signOutPage(form: string): string {
  const answered = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>');
  return page(
    'Cerrando la sesión de demostración',
    `<h1>Cerrando la sesión de demostración…</h1>${answered}
<noscript><p><button form="op.logoutForm">Cerrar sesión</button></p></noscript>
<script>document.getElementById('op.logoutForm').submit()</script>`,
  );
}
