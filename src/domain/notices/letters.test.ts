import { describe, expect, it } from 'vitest';
import { endOfDay } from '../kit/calendar.ts';
import { certificateLetterOf } from './letters/certificate-letters.ts';
import { surveyLetterOf } from './letters/survey-letters.ts';
import { addressLetter, digestOf, jointOf, type LetterFacts, letterOf } from './letters.ts';
import { sampleLetter } from './mail-samples.ts';
import { mailTextInput } from './mail-text-input.ts';
import { MAIL_TEMPLATE_INFO, MAIL_TEMPLATES, type MailText } from './mail-texts.ts';
import { NOTICE_TYPES } from './notice-types.ts';

const FACTS: LetterFacts = {
  to: 'Patricia Contreras Vidal',
  title: 'Te toca revisar',
  text: 'Camila Rojas Fuentes envió el proyecto a Dirección.',
  project: { kind: 'pacs', id: '0197', code: 'PAC-2026-0042', title: 'Autocuidado en Los Cóndores' },
  status: 'En revisión de Dirección',
  holders: ['Patricia Contreras Vidal', 'Hernán Bustos'],
  office: false,
  due: endOfDay('2026-11-26'),
  since: endOfDay('2026-11-20'),
  next: 'Después pasa por Decanato, y luego queda aprobado.',
  reason: null,
  comment: null,
  observations: [],
};
const HOME = { publicUrl: 'https://vinculacion.example.cl', productName: 'Vinculación con los medios' };
const leaving = (facts: Partial<LetterFacts>) => addressLetter(letterOf({ ...FACTS, ...facts }), HOME);

describe('a mail about a project', () => {
  it('says what it means, what happened, whose turn it is, until when, with one link', () => {
    const { subject } = letterOf(FACTS);
    const { html, text } = leaving({});
    expect(subject).toBe('PAC-2026-0042: te toca revisar');
    expect(text).toBe(`Hola, Patricia:

Camila Rojas Fuentes envió el proyecto a Dirección.

Proyecto: PAC-2026-0042 · Autocuidado en Los Cóndores
Estado: En revisión de Dirección
Lo tiene: Patricia Contreras Vidal y Hernán Bustos, desde el 20-11-2026
Vence: el jueves 26-11-2026
Qué sigue: Después pasa por Decanato, y luego queda aprobado.

Abrir el proyecto: https://vinculacion.example.cl/projects/pacs/0197

--
Vinculación con los medios
Puedes elegir qué correos recibes en Notificaciones, dentro de la aplicación.
`);
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://vinculacion.example.cl/projects/pacs/0197"']);
    for (const part of [
      'PAC-2026-0042: te toca revisar',
      'Patricia Contreras Vidal y Hernán Bustos',
      'el jueves 26-11-2026',
    ])
      expect(html).toContain(part);
  });

  it('names the office, leaves out what there is not', () => {
    const { text } = leaving({ office: true, holders: [], due: null, since: null, next: null });
    expect(text).toContain('Lo tiene: Oficina de Vinculación');
    expect(text).not.toMatch(/Vence|Qué sigue|desde el/);
    expect(leaving({ holders: [] }).text).not.toContain('Lo tiene');
  });

  it('quotes reason, comment and observations', () => {
    const { text, html } = leaving({
      reason: 'Falta la carta.\nY el plan.',
      comment: 'Buen trabajo',
      observations: [{ section: 'Presupuesto', text: 'Detalla los materiales.' }],
    });
    expect(text).toContain('Motivo: Falta la carta.\nY el plan.\nComentario: Buen trabajo');
    expect(text).toContain('- Presupuesto: Detalla los materiales.');
    expect(html).toContain('Falta la carta.<br>Y el plan.');
    expect(leaving({ reason: 'a'.repeat(5000) }).text).toContain(`${'a'.repeat(1500)}…`);
  });

  it('lets nobody write HTML, links, addresses or headers', () => {
    const evil = `<script>alert(1)</script><a href="https://malo.example">x</a> & "'\uE000/evil\uE001\uE002`;
    const facts = {
      to: `${evil} b`,
      title: `Te toca\r\nBcc: otro@example.cl`,
      text: evil,
      reason: evil,
      comment: evil,
      holders: [evil],
      status: evil,
      project: { kind: 'pacs', id: '0197', code: 'PAC-2026-0042', title: evil },
      observations: [{ section: evil, text: evil }],
    };
    const { html, text } = leaving(facts);
    expect(html).not.toMatch(/<script|<a href="https:\/\/malo/);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('vinculacion.example.cl/evil');
    expect(letterOf({ ...FACTS, ...facts }).subject).not.toMatch(/[\r\n]/);
  });
});

it('a daily mail lists everything, with one link', () => {
  const project = { code: 'PAC-2026-0042', title: 'Autocuidado <b>' };
  const letter = digestOf({
    to: 'Camila Rojas',
    day: '21-11-2026',
    items: [
      { title: 'Aprobado', text: 'Marcela Figueroa dio visto bueno.', project },
      { title: 'Recibiste algo a tu cargo', text: 'Beatriz te traspasó la escuela X.', project: null },
    ],
  });
  expect(letter.subject).toBe('Resumen del 21-11-2026: 2 novedades');
  const { html, text } = addressLetter(letter, HOME);
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://vinculacion.example.cl/notifications"']);
  expect(html).toContain('Autocuidado &lt;b&gt;');
  expect(text).toContain('- PAC-2026-0042 · Autocuidado <b>\n  Aprobado. Marcela Figueroa dio visto bueno.');
});

describe('a mail with a personal link', () => {
  const facts = {
    to: 'Rosa Alarcón',
    title: 'Tu voz',
    message: '',
    project: null,
    until: endOfDay('2026-11-26'),
    anonymous: false,
  };
  const body = '<p>{enlace}</p><p>O bien {enlace}.</p><p>{mensaje}</p><p>{anonima}</p>';

  it('holds its path where it leaves', () => {
    const { html, text } = addressLetter(
      surveyLetterOf(facts, 'survey', { subject: 'x', body }),
      HOME,
      '/a/b',
    );
    expect(html.match(/href="[^"]*"/g)).toEqual(Array(2).fill('href="https://vinculacion.example.cl/a/b"'));
    expect(text).toBe(`Responder la encuesta: https://vinculacion.example.cl/a/b

O bien Responder la encuesta: https://vinculacion.example.cl/a/b.

Tus respuestas se guardan con tu nombre.

--
Vinculación con los medios
Recibes este correo porque la universidad quiere conocer tu opinión. Si prefieres no responder, abre el enlace y elige «No quiero responder»: no volveremos a escribirte por esta encuesta. Ahí también puedes pedir que no te enviemos más encuestas.
`);
  });

  it('shows elsewhere that there is one, and nothing to follow', () => {
    const { html, text } = addressLetter(surveyLetterOf(facts, 'survey', { subject: 'x', body }), HOME);
    expect(html).not.toMatch(/href|[\uE000-\uE002]/);
    expect(html.match(/>Responder la encuesta \(enlace personal\)<\/a>/g)).toHaveLength(2);
    expect(text).toMatch(/^Responder la encuesta: \[enlace personal\]\n\nO bien Responder/);
    expect(text).not.toMatch(/https|[\uE000-\uE002]/);
  });
});

describe('a mail of certificates to who has no account', () => {
  const evil = '<script>x</script>\uE000/malo\uE002';
  const one = { title: 'Certificado de participación', statement: 'dirigió el proyecto «Huerta».' };
  const certificates = [
    { ...one, folio: '2026-000001', code: '7K3M9QXF2B8DWT5H' },
    { ...one, folio: '2026-000002', code: '0000111122223333', statement: `integró «${evil}».` },
  ];
  const leaves = (all: typeof certificates, text?: MailText) =>
    addressLetter(certificateLetterOf({ to: 'Rosa Alarcón', certificates: all }, text), HOME);

  it('says of each what it certifies and where it is', () => {
    expect(certificateLetterOf({ to: 'Rosa', certificates }).subject).toBe('Recibiste 2 certificados');
    const { html, text } = leaves(certificates);
    const address = 'https://vinculacion.example.cl/publico/certificado/';
    expect(html.match(/href="[^"]*"/g)).toEqual([
      `href="${address}7K3M-9QXF-2B8D-WT5H"`,
      `href="${address}0000-1111-2222-3333"`,
    ]);
    expect(text).toContain(
      `Certificado de participación 2026-000001: dirigió el proyecto «Huerta».\nVer el certificado: ${address}7K3M`,
    );
    expect(text).toContain('Hola, Rosa Alarcón:');
    expect(text).toMatch(/quedó anotado este correo/);
    expect(text).not.toContain('dentro de la aplicación');
  });

  it('lets nobody write HTML or addresses, in whatever text of the office', () => {
    const body = '<p>Son {cantidad}: {enlace}</p>';
    for (const { html, text } of [leaves(certificates), leaves(certificates, { subject: 'x', body })]) {
      expect(html).toContain('&lt;script&gt;');
      expect(html.match(/<a /g)).toHaveLength(2);
      expect(html).not.toContain('<script');
      expect(html + text).not.toMatch(/example\.cl\/malo|[\uE000-\uE002]/);
    }
  });
});

describe('a text of the office', () => {
  const body = (html: string) => letterOf(FACTS, { subject: '{codigo}: {vence}', body: html });

  it('is filled in both forms; what has nothing to say is left out', () => {
    const { subject, html, text } = body(
      '<h2>Estimada {nombre}</h2><p>Motivo: {motivo}</p><p>Vence <strong>{vence}</strong>.</p>' +
        '<ul><li>uno</li><li>{estado}</li></ul><p><br></p><p>Más en <a href="https://uni.example/ayuda">la guía</a>.</p>' +
        '<p>Ve a {enlace} y {observaciones}</p>',
    );
    expect(subject).toBe('PAC-2026-0042: el jueves 26-11-2026');
    expect(addressLetter({ html, text }, HOME).text).toBe(`Estimada Patricia

Vence el jueves 26-11-2026.

- uno
- En revisión de Dirección

Más en la guía (https://uni.example/ayuda).

Ve a Abrir el proyecto: https://vinculacion.example.cl/projects/pacs/0197 y 

--
Vinculación con los medios
Puedes elegir qué correos recibes en Notificaciones, dentro de la aplicación.
`);
    expect(html).toContain('<p style="margin:0 0 16px">Vence <strong>el jueves 26-11-2026</strong>.</p>');
    expect(html).not.toMatch(/Motivo|\{/);
    expect(
      letterOf({ ...FACTS, project: null }, { subject: '{codigo}', body: '<p>{enlace}</p>' }).subject,
    ).toBe('Te toca revisar');
  });

  it('says no more than it was given: what people wrote is never read as a text', () => {
    const facts = { ...FACTS, text: '{enlace} <b>{motivo}</b>', reason: 'secreto' };
    const { html, text } = letterOf(facts, {
      subject: '{hecho}',
      body: '<p>{hecho}</p><script>alert(1)</script><p><a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)></p>',
    });
    expect(html).toContain('{enlace} &lt;b&gt;{motivo}&lt;/b&gt;');
    expect(html).not.toMatch(/<script|javascript:|onerror|<img|secreto/);
    expect(text).not.toMatch(/secreto|alert/);
  });

  it.each(MAIL_TEMPLATES)('%s: the original is one that may be saved', template => {
    const { original, placeholders } = MAIL_TEMPLATE_INFO[template];
    expect(mailTextInput.safeParse({ template, ...original }).error).toBeUndefined();
    const all = placeholders.map(p => `<p>{${p.name}}</p>`).join('');
    const text = { subject: 'Asunto', body: all };
    const letter = sampleLetter(template, text);
    expect(letter.html + letter.text, 'every placeholder has a value').not.toMatch(/\{\w/);
  });

  it.each(NOTICE_TYPES)('%s: one mail of many projects has a value for every placeholder', template => {
    const body = MAIL_TEMPLATE_INFO[template].placeholders.map(p => `<p>Hay {${p.name}}</p>`).join('');
    const { html, text } = jointOf({ to: 'Ana', items: [] }, { subject: 'Asunto', body });
    expect(html + text).not.toMatch(/\{\w/);
  });

  it.each([
    [{ subject: 'Hola {apodo}' }, 'subject', 'No existe: {apodo}.'],
    [{ subject: '{enlace}' }, 'subject', 'Solo puede ir en el texto: {enlace}.'],
    [{ subject: '{detalle}' }, 'subject', 'Solo puede ir en el texto: {detalle}.'],
    [{ body: '<p>{enlace} {apodo} {Nombre}</p>' }, 'body', 'No existe: {apodo}, {Nombre}.'],
    [{ body: '<p>Hola</p>' }, 'body', 'Falta {enlace}: sin él nadie encuentra el camino.'],
    [{ body: '<p>Mira {detalle}</p><p>{enlace}</p>' }, 'body', 'Va en un párrafo propio: {detalle}.'],
    [
      { body: '<p>{nom<strong>bre</strong>} {enlace}</p>' },
      'body',
      'Escríbelo de una vez, sin formato por dentro: {nombre}.',
    ],
    [{ body: '<p><!-- {enlace} --></p>' }, 'body', 'Falta {enlace}: sin él nadie encuentra el camino.'],
  ])('%j is refused', (change, path, message) => {
    const asked = { template: 'turn', ...MAIL_TEMPLATE_INFO.turn.original, ...change };
    const issues = mailTextInput.safeParse(asked).error?.issues.map(i => [i.path.join('.'), i.message]);
    expect(issues).toEqual([[path, message]]);
  });
});
