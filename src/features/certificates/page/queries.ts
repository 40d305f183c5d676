import { CERTIFICATE_STATES, isRevoked, isValid } from '../../../domain/certificates/certificates.ts';
import { CODE_LENGTH, certificatePath, showCode } from '../../../domain/certificates/codes.ts';
import { formatDate, labelIn, lowerFirst } from '../../../domain/text/format.ts';
import { type Html, html } from '../../../server/html/html.ts';
import type { PublicDocument } from '../../../server/public/documents.ts';
import type { CheckedCertificate } from '../check/queries.ts';

const day = (instant: string | null): Html => html`<time>${formatDate(new Date(instant ?? ''))}</time>`;

const codeForm = (typed = ''): Html => html`<form method="get" action="/publico/certificado">
<div class="question"><label for="codigo">Código del certificado</label>
<p class="dim" id="help">Son ${CODE_LENGTH} letras y números; las letras O, I y L se leen como 0 y 1.</p>
<input id="codigo" name="codigo" value="${typed}" aria-describedby="help" autocomplete="off" autocapitalize="characters" spellcheck="false" required></div>
<button type="submit">Comprobar</button>
</form>`;

export const CODE_FORM: PublicDocument = {
  title: 'Comprobar un certificado',
  body: html`<p>Escribe el código que aparece en el certificado, o abre su código QR con la cámara.</p>
${codeForm()}`,
};

/** The same for a code that nobody gave, one that cannot be a code, and one whose person was anonymised. */
export const unknownCertificate = (typed = ''): PublicDocument => ({
  title: 'No encontramos ese certificado',
  status: 404,
  body: html`<p>Revisa que el código esté escrito como en el certificado, y escríbelo otra vez. Si está bien escrito, no hay
ningún certificado que podamos mostrar: pregunta a quien te lo dio.</p>
${codeForm(typed)}`,
});

const beginning = (sign: string, words: string | Html): Html =>
  html`<p class="word"><span aria-hidden="true">${sign} </span>${words}</p>`;

/** What became of it, in words: sign and colour only say it again. */
function standing(found: CheckedCertificate, institution: string): Html {
  const { state, issuedAt, suspendedAt, revokedAt, reason, replacedBy } = found;
  if (isValid(state))
    return html`<div class="box state good">${beginning('✓', labelIn(CERTIFICATE_STATES, state))}
<p>${institution} lo emitió el ${day(issuedAt)}.</p></div>`;
  if (!isRevoked(state))
    return html`<div class="box state">${beginning('!', html`Suspendido desde el ${day(suspendedAt)}: el proyecto se volvió a abrir.`)}
<p>No certifica nada hasta que el proyecto se cierre otra vez.</p></div>`;
  return html`<div class="box state error">${beginning('✕', html`Anulado el ${day(revokedAt)}.`)}
<p>Motivo: <span class="as-given">${reason}</span></p>
${replacedBy && html`<p>En su lugar se emitió el folio ${replacedBy}.</p>`}</div>`;
}

const fact = (label: string, value: string | Html): Html => html`<dt>${label}</dt><dd>${value}</dd>`;

const shown = ({ content }: CheckedCertificate, institution: string): Html => html`<div class="box">
<p class="dim">${institution}</p>
<h2>${content.title}</h2>
<p class="big">${content.name}</p>
${content.document && html`<p>${content.document}</p>`}
<p>${content.statement}</p>
<dl>${content.lines.map(({ label, value }) => fact(label, value))}</dl>
${content.signer && html`<p><strong>${content.signer}</strong>${content.position && html`<br>${content.position}`}</p>`}
${!content.signer && content.position && html`<p>${content.position}</p>`}
</div>`;

const comparing = ({ sha256, state }: CheckedCertificate): Html => html`
<section id="compare" data-sha256="${sha256}" data-state="${isValid(state) ? '' : lowerFirst(labelIn(CERTIFICATE_STATES, state))}" aria-labelledby="compare-title" hidden>
<h2 id="compare-title">¿Tienes el PDF? Compáralo</h2>
<p>Elige el archivo o suéltalo aquí. No se envía a ninguna parte: se compara en tu navegador.</p>
<div class="drop">
<label for="file">Archivo PDF</label>
<input id="file" type="file" accept=".pdf,application/pdf">
</div>
<p role="status" id="answer"></p>
</section>`;

interface Offered {
  readonly institution: string;
  /** As an Open Badge besides. */
  readonly badges: boolean;
}

/** All of a certificate that is known. */
export function certificatePage(found: CheckedCertificate, { institution, badges }: Offered): PublicDocument {
  const { state, folio, code, issuedAt, sha256 } = found;
  const address = certificatePath(code);
  const links = html`<p><a href="${address}/pdf">Descargar el PDF</a></p>
${badges && html`<p><a href="${address}/insignia">Descargar como Open Badge 3.0</a></p>`}`;
  const body = html`
${standing(found, institution)}
${shown(found, institution)}
<dl>${[
    fact('Folio', folio),
    fact('Código', showCode(code)),
    fact('Emitido', day(issuedAt)),
    ...(sha256 ? [fact('SHA-256 del PDF', html`<code>${sha256}</code>`)] : []),
  ]}</dl>
${isValid(state) && links}
${sha256 && comparing(found)}
<p><a href="/publico/certificado">Comprobar otro certificado</a></p>`;
  return {
    title: `Certificado ${lowerFirst(labelIn(CERTIFICATE_STATES, state))}`,
    body,
    ...(sha256 && { script: 'compare-file' }),
  };
}
