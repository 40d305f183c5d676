import { z } from 'zod';
import type { Field, Option } from './field.ts';
import { section } from './section.ts';

export const INTERNAL_GROUPS = [
  { value: 'students', label: 'Estudiantes' },
  { value: 'academics', label: 'Académicos' },
  { value: 'staff', label: 'Funcionarios' },
  { value: 'alumni', label: 'Titulados' },
] as const;

export const AGE_BANDS = [
  { value: 'age0to14', label: '0 a 14 años' },
  { value: 'age15to29', label: '15 a 29 años' },
  { value: 'age30to59', label: '30 a 59 años' },
  { value: 'age60plus', label: '60 años o más' },
] as const;

export const SEXES = [
  { value: 'women', label: 'Mujeres' },
  { value: 'men', label: 'Hombres' },
  { value: 'other', label: 'Otro o no informa' },
] as const;

export const PRIORITY_GROUPS = [
  { value: 'indigenous', label: 'Pueblos originarios' },
  { value: 'disability', label: 'Personas con discapacidad' },
  { value: 'migrants', label: 'Migrantes' },
  { value: 'rural', label: 'Ruralidad' },
  { value: 'imprisoned', label: 'Privados de libertad' },
] as const;

export const REACHES = [
  { value: 'direct', label: 'Directos' },
  { value: 'indirect', label: 'Indirectos' },
] as const;

const people = z.number().int().min(0).max(10_000_000).nullable().default(null);
const count = z.object({ expected: people, actual: people });
type Count = typeof count;
/** People of one group: `expected` is planned, `actual` was typed before activities were recorded. */
export type PeopleCount = z.output<Count>;

function counts<const O extends readonly Option[]>(label: string, groups: O, help = '') {
  const each = z.object(
    Object.fromEntries(groups.map(g => [g.value, count.prefault({})])) as {
      [V in O[number]['value']]: z.ZodPrefault<Count>;
    },
  );
  // Every group has a default of its own, which the generic type cannot show.
  const schema = each.prefault({} as z.input<typeof each>);
  return { info: { type: 'counts', label, help, required: false, options: groups }, schema } satisfies Field;
}

export const participants = section({
  label: 'Participantes',
  help: 'Cuántas personas se espera. Solo cantidades, nunca nombres.',
  fields: {
    internal: counts('De la universidad', INTERNAL_GROUPS),
    byAge: counts('Externos por edad', AGE_BANDS),
    bySex: counts('Externos por sexo', SEXES),
    priority: counts('Grupos prioritarios', PRIORITY_GROUPS, 'Una persona puede estar en varios.'),
    reach: counts(
      'Beneficiarios',
      REACHES,
      'Directos: participan. Indirectos: se benefician sin participar.',
    ),
  },
});
export type Participants = z.output<typeof participants.schema>;

/** Whether somebody has said how many; those who came only where they are `counted`. */
export const isGiven = ({ expected, actual }: PeopleCount, counted: boolean): boolean =>
  expected !== null || (counted && actual !== null);

/** Whether actual numbers were typed in the form, as before activities were recorded. */
export const isCounted = (group: Readonly<Record<string, PeopleCount>>): boolean =>
  Object.values(group).some(c => c.actual !== null);

/** Sum of a group of counts; groups not filled in count nothing. */
export const totalPeople = (group: Readonly<Record<string, PeopleCount>>, which: keyof PeopleCount): number =>
  Object.values(group).reduce((sum, c) => sum + (c[which] ?? 0), 0);
