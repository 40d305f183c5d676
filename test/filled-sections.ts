import { keyOf, type SectionField } from '../src/domain/sections/field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from '../src/domain/sections/index.ts';
import { formatDay, formatMoney, formatNumber } from '../src/domain/text/format.ts';

/** A field of a section, or of the entries of one of its lists, with a value that nothing else has. */
export interface Leaf {
  readonly section: SectionSlug;
  /** Of the section itself: the list, where the field is of its entries. */
  readonly top: SectionField;
  readonly field: SectionField;
  readonly stored: unknown;
  /** As people read it: in a line of a list, or alone. Null of what is told in other words. */
  readonly words: string | null;
}

/** Rows to point at, by the type of the field, with their names. */
export type Targets = Partial<Record<SectionField['type'], { readonly id: string; readonly name: string }>>;

/** Every field of every section filled, so that each value tells which field it came from. */
export function fillEverySection(targets: Targets) {
  const leaves: Leaf[] = [];
  let n = 0;
  const unlike = () => 1000 + ++n;
  const dayOf = (number: number) => new Date(Date.UTC(2031, 0, number % 3000)).toISOString().slice(0, 10);

  function leafOf(section: SectionSlug, top: SectionField, field: SectionField): unknown {
    const number = unlike();
    const [stored, words] = filledBy(field, number, `«${section} ${field.path}»`);
    leaves.push({ section, top, field, stored, words });
    return stored;
  }

  function filledBy(
    field: SectionField,
    number: number,
    text: string,
  ): [stored: unknown, words: string | null] {
    const target = targets[field.type];
    if (target) return field.type === 'careers' ? [[target.id], target.name] : [target.id, target.name];
    const [option] = field.options ?? [];
    switch (field.type) {
      case 'email':
        return [`correo${number}@ajeno.example`, `correo${number}@ajeno.example`];
      case 'link':
        return [`https://ajeno.example/${number}`, `https://ajeno.example/${number}`];
      case 'integer':
      case 'decimal':
        return [number, formatNumber(number, 4)];
      case 'money':
        return [number, formatMoney(number)];
      case 'date':
        return [dayOf(number), formatDay(dayOf(number))];
      case 'time':
        return ['08:15', '08:15'];
      case 'period':
        return ['2026-1', null];
      case 'choice':
        return [option?.value, option?.label ?? null];
      case 'flag':
        return [true, 'Sí'];
      case 'keywords':
        return [[text], text];
      case 'targets':
        return [['3.4'], '3.4'];
      case 'goals':
        return [[3], 'Salud y bienestar'];
      case 'comunas':
        return [['08110'], 'Talcahuano'];
      case 'point':
        return [{ latitude: -36.72345, longitude: -73.11678 }, null];
      case 'item':
        return ['objective-1', 'objectives'];
      case 'file':
        return ['0190f000-0000-7000-8000-00000000f11e', '0190f000-0000-7000-8000-00000000f11e'];
      case 'counts':
        return [countsOf(field), null];
      case 'answers':
        return [{ asked: text }, text];
      case 'line':
      case 'narrative':
        return [text, text];
      default:
        throw new Error(`no value for a field of type ${field.type}`);
    }
  }
  const countsOf = ({ options = [] }: SectionField) =>
    Object.fromEntries(options.map(({ value }) => [value, { expected: unlike(), actual: unlike() }]));

  const sections = Object.fromEntries(
    SECTION_SLUGS.map(section => {
      const fields = sectionOf(section).fields.map(top => {
        if (top.type !== 'list') return [keyOf(top), leafOf(section, top, top)];
        const entry = (top.fields ?? []).map(field => [keyOf(field), leafOf(section, top, field)]);
        const id = section === 'objectives' ? 'objective-1' : 'entry-1';
        return [keyOf(top), [{ id, ...Object.fromEntries(entry) }]];
      });
      return [section, Object.fromEntries(fields) as Record<string, unknown>];
    }),
  ) as Record<SectionSlug, Record<string, unknown>>;
  return { sections, leaves };
}
