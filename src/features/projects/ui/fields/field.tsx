import type { ReactNode } from 'react';
import type { SectionField } from '../../../../domain/sections/field.ts';
import { DateField } from '../../../../web/form/date-field.tsx';
import {
  MoneyField,
  MultiSelectField,
  NumberField,
  SelectField,
  SwitchField,
  TagsField,
  TextField,
} from '../../../../web/form/fields.tsx';
import { LongTextField } from '../../../../web/form/long-text-field.tsx';
import { type FieldState, useSectionField } from '../ficha/scope.tsx';
import { ItemField, PeriodField, SchoolField, ThemeField } from './catalogue-fields.tsx';
import { ComunasField } from './comunas-field.tsx';
import { FieldPlace, ReadField } from './field-frame.tsx';
import { FileField } from './file-field.tsx';
import { PickerField, PickersField } from './picker-field.tsx';
import { PointField } from './point-field.tsx';
import { TimeField } from './time-field.tsx';

/** What every control needs to know of its field. */
export interface ControlProps {
  field: FieldState;
  /** For the kit's inputs: the path is the name in the form. */
  common: { name: string; label: string; description?: string; required: boolean };
}

const CONTROLS: Partial<Record<SectionField['type'], (props: ControlProps) => ReactNode>> = {
  line: ({ common }) => <TextField {...common} />,
  narrative: ({ common }) => <LongTextField {...common} />,
  email: ({ common }) => <TextField {...common} type="email" />,
  link: ({ common }) => <TextField {...common} type="url" />,
  integer: ({ common }) => <NumberField {...common} />,
  decimal: ({ common }) => <NumberField {...common} decimals={4} />,
  money: ({ common }) => <MoneyField {...common} />,
  date: ({ common }) => <DateField {...common} />,
  time: TimeField,
  period: PeriodField,
  choice: ({ field, common }) => <SelectField {...common} options={field.info.options ?? []} />,
  choices: ({ field, common }) => <MultiSelectField {...common} options={field.info.options ?? []} />,
  flag: ({ common }) => <SwitchField {...common} />,
  keywords: ({ field, common }) => <TagsField {...common} max={field.info.max ?? 50} />,
  targets: ({ field, common }) => <TagsField {...common} max={field.info.max ?? 50} />,
  comunas: ComunasField,
  point: PointField,
  person: props => <PickerField {...props} noun="person" />,
  organisation: props => <PickerField {...props} noun="organisation" />,
  offering: props => <PickerField {...props} noun="offering" />,
  project: props => <PickerField {...props} noun="project" />,
  careers: props => <PickersField {...props} noun="career" />,
  school: SchoolField,
  theme: ThemeField,
  item: ItemField,
  file: FileField,
};

/** A field of the section by its name: its control, or its value for somebody who only reads. */
export function Field({ name }: { name: string }) {
  const field = useSectionField(name);
  if (!field) return null;
  if (field.readOnly) return <ReadField field={field} />;
  const Control = CONTROLS[field.info.type];
  if (!Control) return null;
  const { label, help, required } = field.info;
  return (
    <FieldPlace path={field.path}>
      <Control
        field={field}
        common={{ name: field.path, label, required, ...(help ? { description: help } : {}) }}
      />
    </FieldPlace>
  );
}
