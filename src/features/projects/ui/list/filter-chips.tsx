import { IconX } from '@tabler/icons-react';
import type { z } from 'zod';
import { isStatus, statusLabel } from '../../../../domain/kinds/statuses.ts';
import { onlyReviews } from '../../../../domain/kit/actor.ts';
import { lookUp } from '../../../../domain/kit/look-up.ts';
import { SDG_NAMES } from '../../../../domain/sections/goals.ts';
import { useRead } from '../../../../web/query.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { useListState } from '../../../../web/table/list-state.ts';
import { useCallOptions } from '../../../calls/ui/call-filter.tsx';
import { getCatalogues } from '../../../options/contract.ts';
import { useOptionName } from '../../../options/ui/option-filter.tsx';
import { type projectFilters, projectsQuery } from '../../contract.ts';
import classes from './list.module.css';

interface Chip {
  name: string;
  value: string;
  label: string;
}
type Kinds = readonly { value: string; label: string }[];

type Filter = keyof z.output<typeof projectFilters>;

const SWITCHES = {
  myTurn: 'Me toca',
  overdue: 'Vencidos',
  vacant: 'Pasos sin titular',
  mine: 'Dirigidos por mí',
} as const satisfies Partial<Record<Filter, string>>;
const one = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Words of each filter's value. */
function useWords(kinds: Kinds, query: Record<string, unknown>) {
  const { data } = useRead(getCatalogues);
  const user = useSessionUser();
  // An address may have been passed on to somebody who chooses from neither.
  const chooses = user !== null && !onlyReviews(user);
  const pick = (value: unknown) => (chooses ? one(value) : undefined);
  const partner = useOptionName('organisation', pick(query.partner));
  const lead = useOptionName('person', pick(query.lead));
  const calls = useCallOptions(Boolean(query.call));
  const byId = (rows: readonly { id: string; name: string }[] = [], id: string) =>
    rows.find(r => r.id === id)?.name;
  const byCode = (rows: readonly { code: string; name: string }[] = [], code: string) =>
    rows.find(r => r.code === code)?.name;
  const words: Record<Exclude<Filter, keyof typeof SWITCHES>, (value: string) => string | undefined> = {
    status: value => (isStatus(value) ? statusLabel(value) : value),
    kind: value => kinds.find(k => k.value === value)?.label,
    school: value => byId(data?.schools, value),
    period: value => value,
    faculty: value => byId(data?.faculties, value),
    region: value => byCode(data?.regions, value),
    comuna: value => byCode(data?.comunas, value),
    goal: value => `ODS ${value}: ${SDG_NAMES[Number(value) - 1]}`,
    theme: value => byId(data?.themes, value),
    call: value => calls.find(c => c.value === value)?.label,
    partner: () => (chooses ? partner : 'Socio'),
    lead: () => (chooses ? lead : 'Responsable'),
    historic: value => (value === 'true' ? 'Solo históricos' : 'Sin históricos'),
  };
  return (name: string, value: string) =>
    lookUp<string>(SWITCHES, name) ?? lookUp(words, name)?.(value) ?? '…';
}

const NOT_FILTERS = ['q', 'page', 'size', 'sort'];

/** Every filter that narrows the list; a click takes it off. */
export function FilterChips({ kinds }: { kinds: Kinds }) {
  const list = useListState(projectsQuery);
  const words = useWords(kinds, list.query);
  const chips = Object.entries(list.query)
    .filter(([name]) => !NOT_FILTERS.includes(name))
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
