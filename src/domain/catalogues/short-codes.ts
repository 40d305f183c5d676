import { plain } from '../text/plain.ts';

/** What a unit is, rather than which one. */
const UNITS = new Set(
  'escuela departamento facultad instituto centro carrera direccion unidad area programa vicerrectoria'.split(
    ' ',
  ),
);
const PARTICLES = new Set('a al con de del e el en la las los o para por sin su sus u y'.split(' '));
const MOST_INITIALS = 6;

/**
 * A short code for a unit, in capitals A–Z, from what tells it from others: `Escuela de Enfermería` → `ENFE`,
 * `Trabajo Social` → `TRASOC`, `Ciencias Químicas y Ambientales` → `CQA`. Two names may get the same; never empty.
 */
export function shortCode(name: string): string {
  const words = plain(name)
    .replace(/['’]/g, '')
    .split(/[^a-z]+/)
    .filter(word => word !== '' && !PARTICLES.has(word));
  const telling = words.filter(word => !UNITS.has(word));
  // A «Centro» alone has no other name.
  const [first = 'unidad', second, ...more] = telling.length > 0 ? telling : words;
  const code =
    second === undefined
      ? first.slice(0, 4)
      : more.length === 0
        ? first.slice(0, 3) + second.slice(0, 3)
        : [first, second, ...more]
            .map(word => word.charAt(0))
            .join('')
            .slice(0, MOST_INITIALS);
  return code.toUpperCase();
}
