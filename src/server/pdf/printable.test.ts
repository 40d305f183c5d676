import { expect, it } from 'vitest';
import { pdfPages } from '../../../test/pdf.ts';
import { pdfBytes } from './pdf.ts';
import { DRAWN, printable } from './printable.ts';

it.each([
  ['accents and signs stay', 'Ñandú «así» & <así>: ¿100 %? ½ — €', 'Ñandú «así» & <así>: ¿100 %? ½ — €'],
  ['an emoji leaves a mark where it was', 'Crece 🌱 aquí', 'Crece \ufffd aquí'],
  ['one of several parts leaves one', 'Con 👩🏽‍⚕️👨‍👩‍👧 y 🇨🇱', 'Con \ufffd\ufffd y \ufffd'],
  ['so do signs of other kinds', 'Meta → 日 ✓', 'Meta \ufffd \ufffd \ufffd'],
  ['a rare accent leaves its letter', 'l̲afken ṉuke', 'lafken nuke'],
  ['figures and signs in a frame stay', '1️⃣ © ™️', '1 © ™'],
  ['what nobody sees goes', 'a\u200bb\u00adc\u0000d\ufeff', 'abcd'],
  ['lines and tabs', 'a\r\nb\rc\td', 'a\nb\nc d'],
  ['half a sign', 'a\ud83cb', 'a\ufffdb'],
])('%s', (_, typed, shown) => expect(printable(typed)).toBe(shown));

it('every character taken as drawn has its glyph', async () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const drawn = all.filter(c => DRAWN.test(c) && c.normalize('NFC') === c && /\S/u.test(c));
  const text = drawn.join(' ');
  const facts = [{ label: 'Signos', text }];
  const [page = ''] = pdfPages(
    await pdfBytes(
      { person: '', gone: new AbortController().signal },
      {
        institution: 'Universidad',
        product: 'Vinculación',
        code: 'PAC-2026-0001',
        title: 'Signos',
        kind: 'Prueba',
        facts,
        sections: [],
        signatures: [],
        printed: 'Hoy',
      },
    ),
  );
  // The two triangles share one.
  expect(page.replace(/\s/g, '')).toContain(drawn.join('').replace('∆', 'Δ'));
});
