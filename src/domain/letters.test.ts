import { describe, expect, it } from 'vitest';
import { endOfDay } from './calendar.ts';
import { addressed, digestOf, type LetterFacts, letterOf } from './letters.ts';

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
const leaving = (facts: Partial<LetterFacts>) => addressed(letterOf({ ...FACTS, ...facts }), HOME);

describe('a mail about a project', () => {
  it('says what it means, what happened, whose turn it is, until when, with one link', () => {
    const { subject } = letterOf(FACTS);
    const { html, text } = leaving({});
    expect(subject).toBe('PAC-2026-0042: te toca revisar');
    expect(text).toBe(`Hola, Patricia:

Te toca revisar. Camila Rojas Fuentes envió el proyecto a Dirección.

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
      'Te toca revisar',
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
    const evil = `<script>alert(1)</script><a href="https://malo.example">x</a> & "'\uE000/evil\uE001`;
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
  const { html, text } = addressed(letter, HOME);
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://vinculacion.example.cl/notifications"']);
  expect(html).toContain('Autocuidado &lt;b&gt;');
  expect(text).toContain('- PAC-2026-0042 · Autocuidado <b>\n  Aprobado. Marcela Figueroa dio visto bueno.');
});
