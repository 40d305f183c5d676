import { lookUp } from '../../../domain/kit/look-up.ts';
import { fieldOf, typedIn } from '../../../domain/surveys/answers.ts';
import { choicesOf, type Question } from '../../../domain/surveys/questions.ts';
import { type Html, html, paragraphs } from '../../../server/html/html.ts';
import type { PublicDocument } from '../../../server/public/documents.ts';
import type { OpenSurvey } from '../form/queries.ts';

export type Sent = Readonly<Record<string, unknown>>;

/** The same whatever the reason: who holds a link learns nothing of who answered. */
export const CLOSED: PublicDocument = {
  title: 'Esta encuesta no está abierta',
  status: 404,
  body: html`<p>Ya terminó, el enlace ya se usó o la dirección no es correcta. Si acabas de responder, tus respuestas
    quedaron guardadas.</p>`,
};

export const THANKS: PublicDocument = {
  title: 'Gracias por responder',
  body: html`<p class="good">Tus respuestas quedaron guardadas. Ya puedes cerrar esta página.</p>`,
};

export const DECLINED: PublicDocument = {
  title: 'No te escribiremos más por esta encuesta',
  body: html`<p>Quedó anotado que no quieres responder. Ya puedes cerrar esta página.</p>`,
};

export const OBJECTED: PublicDocument = {
  title: 'No te enviaremos más encuestas por correo',
  body: html`<p>Quedó anotado que no quieres responder ni recibir más correos de encuestas o de certificados. Si cambias
    de idea, díselo a la universidad. Ya puedes cerrar esta página.</p>`,
};

export const ANSWERED_HERE: PublicDocument = {
  title: 'Ya se respondió desde este dispositivo',
  body: html`<p>Cada persona responde una vez, desde su propio dispositivo.</p>`,
};

interface Filled {
  readonly survey: OpenSurvey;
  readonly sent?: Sent;
  readonly errors?: Readonly<Record<string, string>>;
  /** Said above the form. */
  readonly message?: string | null;
}

/** A question within the form, with what was sent and what is wrong with it. */
interface Asked {
  readonly q: Question;
  readonly sent: Sent;
  readonly error: string | undefined;
}

const errorId = (q: Question) => `error-${q.key}`;
const helpId = (q: Question) => `help-${q.key}`;
/** What a screen reader says of a field besides its name. */
function described({ q, error }: Asked): Html {
  const ids = [q.help && helpId(q), error && errorId(q)].filter(Boolean).join(' ');
  return html`${error && html` aria-invalid="true"`}${ids && html` aria-describedby="${ids}"`}`;
}
const below = ({ q, error }: Asked): Html => html`
${q.help && html`<p class="dim help" id="${helpId(q)}">${q.help}</p>`}
${error && html`<p class="error" id="${errorId(q)}">${error}</p>`}`;
const asked = (q: Question): Html =>
  html`${q.text}${q.required && html` <span class="dim">(obligatoria)</span>`}`;

function box(
  type: 'radio' | 'checkbox',
  { q, sent }: Asked,
  { value, label }: { value: string; label: string },
): Html {
  const name = type === 'radio' ? fieldOf(q) : fieldOf(q, value);
  const own = type === 'radio' ? value : 'si';
  const isChosen = typedIn(sent, name) === own;
  return html`<label class="check"><input type="${type}" name="${name}" value="${own}"${isChosen && html` checked`}>
<span>${label}</span></label>`;
}

/** Values of a scale in one row, its ends in words above. */
function scale(one: Asked, q: Question & { kind: 'scale' }): Html {
  const ends = [q.low && `${q.from} es «${q.low}»`, q.high && `${q.to} es «${q.high}»`].filter(Boolean);
  return html`${ends.length > 0 && html`<p class="dim">${ends.join(', ')}</p>`}
<div class="scale">${choicesOf(q).map(choice => box('radio', one, choice))}</div>`;
}

function field(one: Asked): Html {
  const { q, sent, error } = one;
  if (q.kind === 'text')
    return html`<div class="question"><label for="${q.key}">${asked(q)}</label>${below(one)}
<textarea id="${q.key}" name="${fieldOf(q)}" rows="4" maxlength="2000"${described(one)}>
${typedIn(sent, fieldOf(q))}</textarea></div>`;
  const type = q.kind === 'multiple' ? 'checkbox' : 'radio';
  const choices = q.kind === 'scale' ? scale(one, q) : choicesOf(q).map(choice => box(type, one, choice));
  return html`<fieldset class="question${error && ' wrong'}"${described(one)}><legend>${asked(q)}</legend>${below(one)}
${choices}</fieldset>`;
}

const promise = ({ anonymous, name }: OpenSurvey): Html =>
  anonymous
    ? html`<p class="box"><strong>Tus respuestas son anónimas.</strong> No se guardan con tu nombre, tu correo, tu dirección de
red ni la hora, y los resultados se muestran solo si responden cinco personas o más.</p>`
    : html`<p class="box"><strong>Respondes como ${name}.</strong> Quien hace la encuesta verá tus respuestas con tu nombre.</p>`;

const REFUSALS = html`<button type="submit" class="plain" name="accion" value="rechazar">No quiero responder</button>
<button type="submit" class="plain" name="accion" value="no-escribir">No quiero recibir más encuestas por correo</button>
<p class="dim">Si eliges lo último, tampoco te enviaremos certificados por correo.</p>`;

/** The form of a survey. */
export function surveyForm({ survey, sent = {}, errors = {}, message }: Filled): PublicDocument {
  const isWrong = Boolean(message) || Object.keys(errors).length > 0;
  const fields = survey.questions.map(q => field({ q, sent, error: lookUp(errors, q.key) }));
  const body = html`
${survey.project && html`<p class="dim">${survey.project}</p>`}
${paragraphs(survey.message)}
${promise(survey)}
${isWrong && html`<p class="box error" role="alert">${message ?? 'Revisa las preguntas marcadas.'}</p>`}
<form method="post" novalidate>
${fields}
<button type="submit">Enviar mis respuestas</button>
${survey.name !== null && REFUSALS}
</form>`;
  return { title: survey.title, status: isWrong ? 400 : 200, body };
}
