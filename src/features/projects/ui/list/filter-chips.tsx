import { IconX } from '@tabler/icons-react';
import { use } from 'react';
import type { z } from 'zod';
import { isStatus, statusLabel } from '../../../../domain/kinds/statuses.ts';
import { onlyReviews } from '../../../../domain/kit/actor.ts';
import { lookUp } from '../../../../domain/kit/look-up.ts';
import { SDG_NAMES } from '../../../../domain/sections/goals.ts';
import { useRead } from '../../../../web/query.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { FoundRows, useFilteredList } from '../../../../web/table/filters.tsx';
import { useCallName } from '../../../calls/ui/call-filter.tsx';
import { getCatalogues } from '../../../options/contract.ts';
import { useOptionName } from '../../../options/ui/option-filter.tsx';
import type { ProjectRow } from '../../../project-record/contract.ts';
import { projectFilters } from '../../contract.ts';
import { useKindOptions } from './filter-parts.tsx';
import classes from './list.module.css';

interface Chip {
  name: string;
  value: string;
  label: string;
}

type Filter = keyof z.output<typeof projectFilters>;

const SWITCHES = {
  myTurn: 'Me toca',
  overdue: 'Vencidos',
  vacant: 'Pasos sin titular',
  mine: 'Dirigidos por mí',
} as const satisfies Partial<Record<Filter, string>>;
const one = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Where all names have come and none is its own. Catalogues hold what is in use, so what is not may still have projects. */
const GONE = {
  kind: 'Tipo que ya no existe',
  school: 'Escuela que ya no está en uso',
  faculty: 'Facultad que ya no está en uso',
  theme: 'Tema que ya no está en uso',
  region: 'Región que ya no existe',
  comuna: 'Comuna que ya no existe',
  call: 'Convocatoria que ya no existe',
  partner: 'Socio que ya no existe',
  lead: 'Responsable que ya no tiene cuenta',
} as const satisfies Partial<Record<Filter, string>>;

interface Named {
  id: string;
  name: string;
}
/** Undefined while it is on its way, null where there is none. */
type Name = string | null | undefined;

const byId = (rows: readonly (Named | null)[] | undefined, id: string): Name =>
  rows && (rows.find(row => row?.id === id)?.name ?? null);
const byCode = (rows: readonly { code: string; name: string }[] | undefined, code: string): Name =>
  rows && (rows.find(row => row.code === code)?.name ?? null);
/** The name that one of two places knows; none only once both have come. */
const either = (first: Name, second: Name): Name =>
  first ?? second ?? (first === null && second === null ? null : undefined);

/** Words of each filter's value. */
function useWords(query: Record<string, unknown>) {
  const kinds = useKindOptions();
  const { data } = useRead(getCatalogues);
  const found = use(FoundRows) as readonly ProjectRow[] | undefined;
  const user = useSessionUser();
  // An address may have been passed on to somebody who chooses from neither.
  const chooses = user !== null && !onlyReviews(user);
  const pick = (value: unknown) => (chooses ? one(value) : undefined);
  const partner = useOptionName('organisation', pick(query.partner));
  const lead = useOptionName('person', pick(query.lead));
  const call = useCallName(one(query.call));
  const inRows = (of: (row: ProjectRow) => Named | null, id: string) => byId(found?.map(of), id);
  const words: Record<Exclude<Filter, keyof typeof SWITCHES>, (value: string) => Name> = {
    status: value => (isStatus(value) ? statusLabel(value) : value),
    kind: value => kinds && (kinds.find(k => k.value === value)?.label ?? null),
    school: value =>
      either(
        byId(data?.schools, value),
        inRows(r => r.school, value),
      ),
    period: value => value,
    faculty: value =>
      either(
        byId(data?.faculties, value),
        inRows(r => r.faculty, value),
      ),
    region: value => byCode(data?.regions, value),
    comuna: value => byCode(data?.comunas, value),
    goal: value => `ODS ${value}: ${SDG_NAMES[Number(value) - 1]}`,
    theme: value => byId(data?.themes, value),
    call: () => call,
    partner: () => (chooses ? partner : 'Socio'),
    lead: value =>
      chooses
        ? either(
            lead,
            inRows(r => r.lead, value),
          )
        : 'Responsable',
    historic: value => (value === 'true' ? 'Solo históricos' : 'Sin históricos'),
  };
  return (name: string, value: string) => {
    const said = lookUp<string>(SWITCHES, name) ?? lookUp(words, name)?.(value);
    return said ?? (said === null ? lookUp<string>(GONE, name) : undefined) ?? '…';
  };
}

/** Every filter of projects that narrows the list; a click takes it off. */
export function FilterChips() {
  const list = useFilteredList();
  const words = useWords(list.query);
  const chips = Object.entries(list.query)
    .filter(([name]) => name in projectFilters.shape)
    .flatMap(([name, value]): Chip[] =>
      (Array.isArray(value) ? value : [value]).map(v => ({
        name,
        value: String(v),
        label: words(name, String(v)),
      })),
    );
  const remove = ({ name, value }: Chip) => {
    const current = list.query[name];
    const rest = Array.isArray(current) ? current.filter(v => v !== value) : [];
    list.set({ [name]: rest.length > 0 ? rest : null });
  };
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Filtros activos">
      {chips.map(chip => (
        <li key={`${chip.name}=${chip.value}`}>
          <button type="button" onClick={() => remove(chip)} aria-label={`Quitar filtro ${chip.label}`}>
            {chip.label}
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
