import { Skeleton } from '@mantine/core';
import { useEffect, useReducer, useRef } from 'react';
import type { SectionField } from '../../../../domain/sections/field.ts';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { SwitchField, TextField } from '../../../../web/form/fields.tsx';
import { LongTextField } from '../../../../web/form/texts/long-text-field.tsx';
import { fetchWith, lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { ControlProps, Controls } from '../scope.tsx';
import { ItemField, PeriodField, SchoolField, ThemeField } from './catalogue-fields.tsx';
import { PickerField } from './picker-field.tsx';

type FieldType = SectionField['type'];

const known: Controls = {
  line: ({ field, common }) => <TextField {...common} least={field.info.min} />,
  narrative: ({ common }) => <LongTextField {...common} />,
  email: ({ common }) => <TextField {...common} type="email" />,
  link: ({ common }) => <TextField {...common} type="url" />,
  period: PeriodField,
  choice: ({ field, common }) => (
    <SelectField
      {...common}
      options={(field.info.options ?? []).map(({ help = '', ...o }) => ({ ...o, hint: help }))}
    />
  ),
  flag: ({ common }) => <SwitchField {...common} />,
  person: props => <PickerField {...props} noun="person" />,
  organisation: props => <PickerField {...props} noun="organisation" />,
  offering: props => <PickerField {...props} noun="offering" />,
  project: props => <PickerField {...props} noun="project" />,
  school: SchoolField,
  theme: ThemeField,
  item: ItemField,
};

/** Inputs that only some sections need, each a large part of a screen's script. */
const GROUPS: readonly {
  types: readonly FieldType[];
  /** May come after the section, where that is long. */
  patient?: boolean;
  load: () => Promise<{ CONTROLS: Controls }>;
}[] = [
  {
    types: ['date', 'time'],
    load: fetchWith(() => import('./day-controls.tsx'), 'DayControls'),
  },
  {
    types: ['integer', 'decimal', 'money'],
    load: fetchWith(() => import('./number-controls.tsx'), 'NumberControls'),
  },
  {
    types: ['choices', 'keywords', 'targets', 'careers'],
    patient: true,
    load: fetchWith(() => import('./several-controls.tsx'), 'SeveralControls'),
  },
  {
    types: ['comunas', 'point'],
    load: fetchWith(() => import('./territory-controls.tsx'), 'TerritoryControls'),
  },
  {
    types: ['institutionalIndicator'],
    load: fetchWith(() => import('./institutional-controls.tsx'), 'InstitutionalControls'),
  },
  { types: ['file'], load: fetchWith(() => import('./file-controls.tsx'), 'FileControls') },
];

type Group = (typeof GROUPS)[number];

const typesIn = (fields: readonly SectionField[]): FieldType[] =>
  fields.flatMap(field => [field.type, ...typesIn(field.fields ?? [])]);

const asked = new Map<string, Promise<void>>();

/** Asked for once; the same promise for the same groups, so that a section can wait for it. */
function fetchGroups(groups: readonly Group[]): Promise<void> {
  const key = groups.map(g => g.types[0]).join();
  const before = asked.get(key);
  if (before) return before;
  const ready = Promise.all(groups.map(g => g.load())).then(modules => {
    for (const { CONTROLS } of modules) Object.assign(known, CONTROLS);
  });
  asked.set(key, ready);
  return ready;
}

/**
 * Once settled, the inputs of these fields are there: a section appears whole, without jumps. Entries of a list are
 * folded at first, and with `patient` the foot of a long section waits too: those inputs come by `Later`.
 */
export function controlsReady(
  fields: readonly SectionField[],
  unfolded: boolean,
  patient: boolean,
): Promise<void> {
  const types = unfolded ? typesIn(fields) : fields.map(f => f.type);
  return fetchGroups(GROUPS.filter(g => !(patient && g.patient) && g.types.some(t => types.includes(t))));
}

const LATER_MS = 2000;

/** Keeps the place of an input whose code comes when it is in view, or once the page has settled. */
function Later({ group, onReady }: { group: Group; onReady: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const load = () => void fetchGroups([group]).then(onReady);
    const near = new IntersectionObserver(seen => seen.some(e => e.isIntersecting) && load());
    if (place.current) near.observe(place.current);
    const timer = setTimeout(load, LATER_MS);
    return () => {
      near.disconnect();
      clearTimeout(timer);
    };
  }, [group, onReady]);
  return <Skeleton ref={place} h={62} maw="36rem" />;
}

/** The input of a field by its type. */
export function Control(props: ControlProps) {
  const { type } = props.field.info;
  const [, show] = useReducer((n: number) => n + 1, 0);
  const Input = known[type];
  if (Input) return <Input {...props} />;
  const group = GROUPS.find(g => g.types.includes(type));
  return group ? <Later group={group} onReady={show} /> : null;
}

/** What a scope needs for its fields to be written. */
export const WRITING_FIELDS = {
  control: Control,
  // Half of the sections have no list.
  entries: lazyPart(() => import('./edit-entries.tsx'), 'EditEntries'),
};
