import type { SectionField } from '../../../../domain/sections/field.ts';
import { DateField } from '../../../../web/form/date-field.tsx';
import { SelectField, SwitchField, TextField } from '../../../../web/form/fields.tsx';
import { LongTextField } from '../../../../web/form/long-text-field.tsx';
import { fetched } from '../../../../web/lazy-page.ts';
import type { ControlProps, Controls } from '../ficha/scope.tsx';
import { ItemField, PeriodField, SchoolField, ThemeField } from './catalogue-fields.tsx';
import { PickerField } from './picker-field.tsx';
import { TimeField } from './time-field.tsx';

type FieldType = SectionField['type'];

const known: Controls = {
  line: ({ common }) => <TextField {...common} />,
  narrative: ({ common }) => <LongTextField {...common} />,
  email: ({ common }) => <TextField {...common} type="email" />,
  link: ({ common }) => <TextField {...common} type="url" />,
  date: ({ common }) => <DateField {...common} />,
  time: TimeField,
  period: PeriodField,
  choice: ({ field, common }) => <SelectField {...common} options={field.info.options ?? []} />,
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
const GROUPS: readonly { types: readonly FieldType[]; load: () => Promise<{ CONTROLS: Controls }> }[] = [
  {
    types: ['integer', 'decimal', 'money', 'point'],
    load: fetched(() => import('./number-controls.tsx'), 'NumberControls'),
  },
  {
    types: ['choices', 'keywords', 'targets', 'comunas', 'careers'],
    load: fetched(() => import('./several-controls.tsx'), 'SeveralControls'),
  },
  { types: ['file'], load: fetched(() => import('./file-controls.tsx'), 'FileControls') },
];

const typesIn = (fields: readonly SectionField[]): FieldType[] =>
  fields.flatMap(field => [field.type, ...typesIn(field.fields ?? [])]);

const asked = new Map<string, Promise<void>>();

/** Once settled, every input of these fields is there: a section appears whole, without jumps. */
export function controlsReady(fields: readonly SectionField[]): Promise<void> {
  const types = new Set(typesIn(fields));
  const missing = GROUPS.filter(g => g.types.some(type => types.has(type)));
  const key = missing.map(g => g.types[0]).join();
  const before = asked.get(key);
  if (before) return before;
  const ready = Promise.all(missing.map(g => g.load())).then(modules => {
    for (const { CONTROLS } of modules) Object.assign(known, CONTROLS);
  });
  asked.set(key, ready);
  return ready;
}

/** The input of a field by its type. */
export function Control(props: ControlProps) {
  const Input = known[props.field.info.type];
  return Input ? <Input {...props} /> : null;
}
