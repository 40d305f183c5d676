import { z } from 'zod';
import { cleanHtml } from '../text/clean-html.ts';
import { htmlToText } from '../text/richtext.ts';
import { text } from '../text/rules.ts';
import {
  LINK,
  MAIL_TEMPLATE_INFO,
  MAIL_TEMPLATES,
  type MailText,
  PLACEHOLDER,
  type TemplateInfo,
} from './mail-texts.ts';

const namesIn = (source: string) => [...source.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');
const listPlaceholders = (names: readonly string[]) =>
  [...new Set(names)].map(name => `{${name}}`).join(', ');

function subjectProblem({ placeholders }: TemplateInfo, subject: string): string | null {
  const names = namesIn(subject);
  const unknown = names.filter(name => !placeholders.some(p => p.name === name));
  if (unknown.length > 0) return `No existe: ${listPlaceholders(unknown)}.`;
  const misplaced = names.filter(
    name => name === LINK.name || placeholders.some(p => p.name === name && p.block),
  );
  return misplaced.length > 0 ? `Solo puede ir en el texto: ${listPlaceholders(misplaced)}.` : null;
}

function bodyProblem({ placeholders }: TemplateInfo, html: string): string | null {
  const body = cleanHtml(html);
  const lines = htmlToText(body).split('\n');
  const names = namesIn(lines.join('\n'));
  const unknown = names.filter(name => !placeholders.some(p => p.name === name));
  if (unknown.length > 0) return `No existe: ${listPlaceholders(unknown)}.`;
  const whole = namesIn(body);
  const broken = names.filter(name => !whole.includes(name));
  if (broken.length > 0) return `Escríbelo de una vez, sin formato por dentro: ${listPlaceholders(broken)}.`;
  const blocks = placeholders.filter(p => p.block).map(p => p.name);
  const inside = blocks.filter(name => lines.some(l => l.includes(`{${name}}`) && l.trim() !== `{${name}}`));
  if (inside.length > 0) return `Va en un párrafo propio: ${listPlaceholders(inside)}.`;
  return names.includes(LINK.name) ? null : `Falta {${LINK.name}}: sin él nadie encuentra el camino.`;
}

/** Subject and body of any text with placeholders. */
export const textShape = { subject: text(200, 1), body: text(20_000, 1) };

/** Refuses, by its name, each placeholder that is wrong in a text of this sort. */
export function checkPlaceholders(
  info: TemplateInfo,
  { subject, body }: MailText,
  context: z.RefinementCtx,
): void {
  const subjectIs = subjectProblem(info, subject);
  if (subjectIs) context.addIssue({ code: 'custom', path: ['subject'], message: subjectIs });
  const bodyIs = bodyProblem(info, body);
  if (bodyIs) context.addIssue({ code: 'custom', path: ['body'], message: bodyIs });
}

/** A mail's text as the office writes it. */
export const mailTextInput = z
  .object({ template: z.enum(MAIL_TEMPLATES), ...textShape })
  .superRefine(({ template, ...given }, context) =>
    checkPlaceholders(MAIL_TEMPLATE_INFO[template], given, context),
  );
