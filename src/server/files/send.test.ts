import { expect, it } from 'vitest';
import { disposition, filePolicy } from './send.ts';

it.each([
  ['acta.pdf', 'filename="acta.pdf"'],
  ['acta "final" \\ 1.pdf', 'filename="acta _final_ _ 1.pdf"'],
  ['100%.pdf', `filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
  [
    'Acta N° 1 (ñ).pdf',
    `filename="Acta N 1 (n).pdf"; filename*=UTF-8''Acta%20N%C2%B0%201%20%28%C3%B1%29.pdf`,
  ],
  ['🎻 violín.pdf', `filename="violin.pdf"; filename*=UTF-8''%F0%9F%8E%BB%20viol%C3%ADn.pdf`],
  ['VCM/2019/014.pdf', 'filename="VCM_2019_014.pdf"'],
  ['informe\u202efdp.exe', 'filename="informefdp.exe"'],
  ['a\r\nset-cookie: x.pdf', 'filename="a set-cookie_ x.pdf"'],
  ['東京', `filename="archivo"; filename*=UTF-8''%E6%9D%B1%E4%BA%AC`],
])('%j is handed over by a name that every program reads', (name, header) => {
  expect(disposition('attachment', name)).toBe(`attachment; ${header}`);
});

it.each([
  ['application/pdf', 'https://vcm.uni.example/', 'frame-ancestors https://vcm.uni.example'],
  ['application/pdf', 'http://localhost:3000/portal', 'frame-ancestors http://localhost:3000'],
  ['image/jpeg', 'https://vcm.uni.example', "default-src 'none'; sandbox"],
  ['video/mp4', 'https://vcm.uni.example', "default-src 'none'; media-src 'self'; sandbox allow-same-origin"],
  ['application/zip', 'https://vcm.uni.example', "default-src 'none'; sandbox"],
])('%s opened from pages at %s does no more than is shown', (contentType, publicUrl, policy) => {
  expect(filePolicy(contentType, { publicUrl })).toBe(policy);
});
