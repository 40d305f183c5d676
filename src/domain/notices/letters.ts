import { localDay, weekday } from '../kit/calendar.ts';
import { cleanHtml } from '../text/clean-html.ts';
import { formatDate, formatList, lowerFirst } from '../text/format.ts';
import { htmlToText } from '../text/richtext.ts';
import { MAIL_TEMPLATE_INFO, type MailText, PLACEHOLDER } from './mail-texts.ts';
import { NOTICE_PAGES, type NoticePage } from './notice-types.ts';

/**
 * The mails people get: a text of the office (`mail-texts.ts`) whose placeholders are filled here. Everything a person
 * wrote is escaped. Marks stand for what only the sender knows: the public address, the product's name, and behind the
 * address the path of a personal link, which exists in the mail that leaves and nowhere else.
 */
const ADDRESS = '\uE000';
const PRODUCT = '\uE001';
const PERSONAL = '\uE002';

export interface Letter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** What one mail about one project says. */
export interface LetterFacts {
  readonly to: string;
  readonly title: string;
  readonly text: string;
  readonly project: {
    readonly kind: string;
    readonly id: string;
    readonly code: string;
    readonly title: string;
  } | null;
  /** It calls a reviewer, whose place is their desk. */
  readonly desk?: boolean;
  /** Where it leads without a project. */
  readonly page?: NoticePage | null;
  /** Label of the status it stands at now. */
  readonly status: string | null;
  /** Who has it now: names, the office, or nobody. */
  readonly holders: readonly string[];
  readonly office: boolean;
  readonly due: Date | null;
  readonly since: Date | null;
  /** What comes after that. */
  readonly next: string | null;
  readonly reason: string | null;
  readonly comment: string | null;
  readonly observations: readonly { readonly section: string; readonly text: string }[];
}

/** One project of an act over many, as its joint mail tells of it. */
export interface JointItem {
  /** Who did it, and what: `cambió el estado de`. */
  readonly by: string;
  readonly did: string;
  /** It is the reader's turn now. */
  readonly turn: boolean;
  readonly title: string;
  readonly text: string;
  readonly reason: string | null;
  readonly project: { readonly code: string; readonly title: string };
}

export interface DigestFacts {
  readonly to: string;
  readonly day: string;
  readonly items: readonly {
    readonly title: string;
    readonly text: string;
    readonly project: { readonly code: string; readonly title: string } | null;
  }[];
}

const clean = (text: string) => text.replaceAll(/[\uE000-\uE002]/g, '');
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text as the HTML of a letter holds it. */
export const escapeHtml = (text: string) => escapeSigns(clean(text));
const escapeSigns = (text: string) => text.replace(/[&<>"']/g, c => ESCAPES[c] ?? c);
const lines = (text: string) => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');

const MOST_CHARACTERS = 1500;
const shorten = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).trimEnd()}…` : text;

const DAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const;
/** `el jueves 26-11-2026`: a mail is read later, so the day itself rather than how far away it is. */
export const dueWords = (due: Date) => `el ${DAYS[weekday(localDay(due))]} ${formatDate(due)}`;

function holderWords({ holders, office, since }: LetterFacts): string | null {
  const names = office ? 'Oficina de Vinculación' : formatList(holders);
  return names && since ? `${names}, desde el ${formatDate(since)}` : names || null;
}

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? '';

const FOOTER = 'Puedes elegir qué correos recibes en Notificaciones, dentro de la aplicación.';

/** What takes the place of a placeholder. `html` is safe; `alone` stands for a paragraph that holds nothing else. */
interface Value {
  readonly text: string;
  readonly html: string;
  readonly alone?: string;
}
type Values = Readonly<Record<string, Value>>;

export const textValue = (text: string | null): Value => ({
  text: clean(text ?? ''),
  html: lines(text ?? ''),
});
const linkOf = (path: string, label: string): Value => ({
  text: `${label}: ${ADDRESS}${path}`,
  html: `<a href="${ADDRESS}${escapeSigns(path)}">${escapeHtml(label)}</a>`,
  alone: button(path, label),
});
export const linkTo = (path: string, label: string): Value => linkOf(clean(path), label);
/** A link of this one mail, whose path is made when it leaves. */
export const personalLink = (label: string): Value => linkOf(PERSONAL, label);
export const greetingOf = (to: string) => ({
  nombre: textValue(firstName(to)),
  nombre_completo: textValue(to),
});

/** One mail about one event. */
export function letterOf(facts: LetterFacts, text: MailText = MAIL_TEMPLATE_INFO.turn.original): Letter {
  const { project, title, due, observations } = facts;
  const subject = project ? `${project.code}: ${lowerFirst(title)}` : title;
  const [path, opens] = facts.desk
    ? ['/reviews', 'Abrir tus evaluaciones']
    : project
      ? [`/projects/${project.kind}/${project.id}`, 'Abrir el proyecto']
      : facts.page
        ? [NOTICE_PAGES[facts.page].at, NOTICE_PAGES[facts.page].opens]
        : ['/', 'Abrir la aplicación'];
  const rows = rowsOf(facts);
  const items = observations.map(o => [o.section, shorten(o.text)] as const);
  return composeLetter(text, subject, {
    ...greetingOf(facts.to),
    asunto: textValue(subject),
    novedad: textValue(title),
    hecho: textValue(facts.text),
    codigo: textValue(project?.code ?? null),
    proyecto: textValue(project?.title ?? null),
    estado: textValue(facts.status),
    a_cargo: textValue(holderWords(facts)),
    vence: textValue(due && dueWords(due)),
    sigue: textValue(facts.next),
    motivo: textValue(facts.reason && shorten(facts.reason)),
    comentario: textValue(facts.comment && shorten(facts.comment)),
    detalle: {
      ...textValue(rows.map(([label, value]) => `${label}: ${value}`).join('\n')),
      alone: tableOf(rows),
    },
    observaciones: {
      ...textValue(items.map(([section, observed]) => `- ${section}: ${observed}`).join('\n')),
      alone: quotes(items),
    },
    enlace: linkTo(path, opens),
  });
}

function rowsOf(facts: LetterFacts): [string, string][] {
  const { project, status, due, next, reason, comment } = facts;
  const rows: [string, string | null][] = [
    ['Proyecto', project && `${project.code} · ${project.title}`],
    ['Estado', status],
    ['Lo tiene', holderWords(facts)],
    ['Vence', due && dueWords(due)],
    ['Qué sigue', next],
    ['Motivo', reason && shorten(reason)],
    ['Comentario', comment && shorten(comment)],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

const MOST_CODES = 10;
const MOST_ITEMS = 100;
const withRest = <T>(all: readonly T[], most: number, rest: (left: number) => T): T[] =>
  all.length > most ? [...all.slice(0, most), rest(all.length - most)] : [...all];

/** One mail about one act over several projects. */
export function jointOf(
  { to, items }: { readonly to: string; readonly items: readonly JointItem[] },
  text: MailText = MAIL_TEMPLATE_INFO.turn.original,
): Letter {
  const turns = items.filter(item => item.turn).length;
  const yours = turns === 1 ? 'Te toca 1 proyecto' : `Te tocan ${turns} proyectos`;
  const novelty = turns > 0 ? yours : `Novedades de ${items.length} proyectos`;
  const codes = withRest(
    items.map(item => item.project.code),
    MOST_CODES,
    left => `${left} más`,
  );
  const [first] = items;
  const told = `${first?.by ?? ''} ${first?.did ?? ''} ${items.length} proyectos: ${formatList(codes)}.`;
  // Who may not read the reason gets the same list without it.
  const reasons = [...new Set(items.flatMap(item => item.reason ?? []))].map(shorten);
  const list = withRest<readonly [string, string]>(
    items.map(item => [`${item.project.code} · ${item.project.title}`, `${item.title}. ${item.text}`]),
    MOST_ITEMS,
    left => ['Y más', `${left} proyectos más, que están en Notificaciones.`],
  );
  return composeLetter(text, novelty, {
    // Many projects have no one code, status or due date.
    ...Object.fromEntries(MAIL_TEMPLATE_INFO.turn.placeholders.map(({ name }) => [name, textValue(null)])),
    ...greetingOf(to),
    asunto: textValue(novelty),
    novedad: textValue(novelty),
    hecho: textValue(told),
    motivo: textValue(reasons.join('\n')),
    detalle: {
      ...textValue(
        [
          ...reasons.map(reason => `Motivo: ${reason}`),
          ...list.map(([head, body]) => `- ${head}\n  ${body}`),
        ].join('\n\n'),
      ),
      alone: `${tableOf(reasons.map(reason => ['Motivo', reason]))}${quotes(list)}`,
    },
    enlace: linkTo('/notifications', 'Ver las notificaciones'),
  });
}

/** Everything of a day in one mail. */
export function digestOf(
  { to, day, items }: DigestFacts,
  text: MailText = MAIL_TEMPLATE_INFO.digest.original,
): Letter {
  const count = items.length === 1 ? '1 novedad' : `${items.length} novedades`;
  const news = items.map(item =>
    item.project
      ? ([`${item.project.code} · ${item.project.title}`, `${item.title}. ${item.text}`] as const)
      : ([item.title, item.text] as const),
  );
  return composeLetter(text, `Resumen del ${day}: ${count}`, {
    ...greetingOf(to),
    dia: textValue(day),
    cantidad: textValue(count),
    novedades: {
      ...textValue(news.map(([head, body]) => `- ${head}\n  ${body}`).join('\n\n')),
      alone: quotes(news),
    },
    enlace: linkTo('/notifications', 'Ver las notificaciones'),
  });
}

/** Somebody may come in now: invited by the office, or enabled after having asked. */
export interface WelcomeFacts {
  readonly to: string;
  readonly email: string;
  readonly invited: boolean;
  /** Roles in words. */
  readonly roles: readonly string[];
}

export function welcomeOf(
  { to, email, invited, roles }: WelcomeFacts,
  text: MailText = MAIL_TEMPLATE_INFO[invited ? 'invitation' : 'welcome'].original,
): Letter {
  return composeLetter(text, invited ? 'Te invitaron a participar' : 'Tu cuenta está habilitada', {
    ...greetingOf(to),
    correo: textValue(email),
    roles: textValue(formatList(roles)),
    enlace: linkTo('/', 'Entrar'),
  });
}

const fillPlaceholders = (source: string, of: (name: string) => string | undefined) =>
  source.replace(PLACEHOLDER, (whole, name: string) => of(name) ?? whole);

/** Paragraphs, lists and headings of cleaned rich text, one after the other. */
function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let block = '';
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    block += token;
    if (token.startsWith('</')) depth -= 1;
    else if (token.startsWith('<') && token !== '<br>') depth += 1;
    if (depth === 0 && token !== '<br>') {
      blocks.push(block);
      block = '';
    }
  }
  return blocks.filter(one => htmlToText(one).trim() !== '');
}

const htmlOf = (block: string, values: Values) => {
  const only = /^<p>\s*\{([^{}<>]*)\}\s*<\/p>$/.exec(block)?.[1];
  const alone = only === undefined ? undefined : values[only]?.alone;
  if (alone !== undefined) return alone;
  const body = block.replace(/(<[^>]*>)|[^<]+/g, (token, tag) =>
    tag ? token : fillPlaceholders(token, name => values[name]?.html),
  );
  return body.replace(/^<p>/, '<p style="margin:0 0 16px">');
};

/** A link's address is said behind its words, unless they are the address. */
const textOf = (block: string, values: Values) =>
  fillPlaceholders(
    htmlToText(
      block.replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, address: string, label: string) =>
        label === address ? label : `${label} (${address})`,
      ),
    ),
    name => values[name]?.text,
  );

/** The office's text with what it speaks of. A paragraph whose placeholders have nothing to say is left out. */
export function composeLetter(
  { subject, body }: MailText,
  otherwise: string,
  values: Values,
  footer = FOOTER,
): Letter {
  const title = oneLine(fillPlaceholders(clean(subject), name => values[name]?.text)) || oneLine(otherwise);
  const blocks = blocksOf(cleanHtml(clean(body))).filter(block => {
    const names = [...block.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');
    return names.length === 0 || names.some(name => values[name]?.text !== '');
  });
  const text = blocks.map(block => textOf(block, values)).join('\n\n');
  return {
    subject: title,
    html: page(title, blocks.map(block => htmlOf(block, values)).join('\n'), footer),
    text: `${text}\n\n--\n${PRODUCT}\n${footer}\n`,
  };
}

const oneLine = (text: string) => clean(text).replaceAll(/\s+/g, ' ').trim().slice(0, 200);

/** A table of labels and values; nothing without any. Labels are the sender's own words. */
export const tableOf = (rows: readonly (readonly [string, string])[]) =>
  rows.length === 0
    ? ''
    : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows
        .map(
          ([label, value]) =>
            `<tr><td style="padding:4px 16px 4px 0;color:#5a5f66;vertical-align:top;white-space:nowrap">${label}</td>` +
            `<td style="padding:4px 0;vertical-align:top">${lines(value)}</td></tr>`,
        )
        .join('')}</table>`;

/** Something with its heading, set apart; `html` is safe. */
export const quoteOf = (head: string, html: string) =>
  `<div style="margin:0 0 12px;padding:8px 12px;border-left:3px solid #00a3b5;background:#f4f7f8">` +
  `<strong>${escapeHtml(head)}</strong><br>${html}</div>`;

/** Each with its heading, one below the other. */
export const quotes = (items: readonly (readonly [string, string])[]) =>
  items.map(([head, body]) => quoteOf(head, lines(body))).join('\n');

const button = (path: string, label: string) =>
  `<p style="margin:20px 0"><a href="${ADDRESS}${escapeSigns(path)}" style="display:inline-block;padding:10px 18px;` +
  `background:#00687a;color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(label)}</a></p>`;

const page = (title: string, body: string, footer: string) => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f0f2f3;font-family:'Source Sans 3',Arial,sans-serif;font-size:16px;line-height:1.5;color:#16181a">
<div style="max-width:600px;margin:0 auto;background:#ffffff;border-radius:8px;padding:24px">
<p style="margin:0 0 8px;color:#5a5f66;font-size:14px">${PRODUCT}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
${body}
<p style="margin:24px 0 0;color:#5a5f66;font-size:13px">${escapeHtml(footer)}</p>
</div></body></html>
`;

/** A personal link where nobody may follow it. */
function nameLinks({ html, text }: Pick<Letter, 'html' | 'text'>) {
  const link = new RegExp(`<a href="${ADDRESS}${PERSONAL}"([^>]*)>([^<]*)</a>`, 'g');
  return {
    html: html.replaceAll(link, '<a$1>$2 (enlace personal)</a>').replaceAll(PERSONAL, ''),
    text: text.replaceAll(`${ADDRESS}${PERSONAL}`, '[enlace personal]').replaceAll(PERSONAL, ''),
  };
}

/**
 * A stored mail as it leaves: with the public address and the product's name of this installation. Where it leaves,
 * `personal` is the path of its personal link; whoever else reads it sees that there is one.
 */
export function addressLetter(
  stored: Pick<Letter, 'html' | 'text'>,
  { publicUrl, productName }: { readonly publicUrl: string; readonly productName: string },
  personal?: string,
): Pick<Letter, 'html' | 'text'> {
  const { html, text } = personal === undefined ? nameLinks(stored) : stored;
  const fill = (words: string, as: (value: string) => string) =>
    words
      .replaceAll(ADDRESS, as(publicUrl))
      .replaceAll(PRODUCT, as(productName))
      .replaceAll(PERSONAL, as(personal ?? ''));
  return { html: fill(html, escapeHtml), text: fill(text, words => words) };
}
