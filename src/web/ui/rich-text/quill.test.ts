// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanHtml } from '../../../domain/text/clean-html.ts';
import { textToHtml } from '../../../domain/text/richtext.ts';
import { openEditor } from './quill.ts';

let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('div');
  document.body.replaceChildren(host);
});

const open = (html: string) => openEditor(host, { label: 'Texto', html });
const roundTrip = (text: string) => {
  const editor = open(textToHtml(text));
  const { text: back } = editor.read();
  editor.close();
  return back;
};

describe('opening a text and accepting it without an edit returns the same text', () => {
  test.each([
    ['comparison and markup', 'a < b && c > d "e" <b>no</b> &amp;'],
    ['blank lines', 'uno\n\n\ndos'],
    ['lists as typed', '- uno\n- dos\n  - dentro\n1. primero\n2. segundo'],
    ['runs of spaces', 'a  b   c\n  sangría'],
    ['emoji', 'Huerto 🌱👩‍🌾 comunitario'],
    ['non-breaking space', 'Ley\u00a020.370'],
    ['addresses', 'https://ejemplo.cl/?a=1&b=2 y correo@ejemplo.cl'],
  ])('%s', (_, text) => {
    expect(roundTrip(text)).toBe(text);
  });

  test('any text of lines', () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter(text => !/[\p{Cc}\u2028\u2029]/u.test(text));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), lines => {
        const text = lines.join('\n').trim();
        expect(roundTrip(text)).toBe(text);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

test('formatting is dropped, list marks stay, the ends are trimmed', () => {
  const html =
    '<p><br></p><p><strong>Uno</strong> <em>dos</em></p><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol><p>  </p>';
  expect(open(html).read().text).toBe('Uno dos\n- a\n- b\n1. c');
});

describe('a link', () => {
  const links = () =>
    [...host.querySelectorAll('.ql-editor a')].map(a => [a.getAttribute('href'), a.textContent]);
  test.each(['http://a.cl', 'https://a.cl', 'mailto:a@b.cl', 'tel:+56412203000'])('%s is kept', address => {
    open(`<p><a href="${address}">enlace</a></p>`);
    expect(links()).toEqual([[address, 'enlace']]);
  });
  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.cl', 'sms:123', 'java\tscript:alert(1)'])(
    '%s becomes blank and keeps its text',
    address => {
      const editor = open(`<p>ver <a href="${address}">enlace</a></p>`);
      expect(links()).toEqual([['about:blank', 'enlace']]);
      expect(editor.read().text).toBe('ver enlace');
    },
  );
});

test('work restored with its formatting reads as it did', () => {
  const before = open('<ol><li>uno</li><li><strong>dos</strong></li></ol>').read();
  const again = openEditor(host, { label: 'Texto', html: '<p>otro</p>', operations: before.operations });
  expect(again.read()).toEqual(before);
});

describe('texts whose formatting lasts', () => {
  test.each([
    [
      'headings and lists',
      '<h2>Bases</h2><p>Hola <strong>a todos</strong></p><ul><li>uno</li><li>dos</li></ul>',
    ],
    ['a link', '<p><a href="https://u.example/" rel="noopener noreferrer" target="_blank">bases</a></p>'],
    ['nothing', ''],
  ])('%s come back as they were', (_, html) => {
    const editor = openEditor(host, { label: 'Bases', html, headings: true });
    expect(cleanHtml(editor.read().html)).toBe(html);
    editor.close();
  });
  test('elsewhere a heading becomes a paragraph', () => {
    const editor = openEditor(host, { label: 'Texto', html: '<h2>Bases</h2>' });
    expect(editor.read().html).toBe('<p>Bases</p>');
  });
});
