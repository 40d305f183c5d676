import { MultiSelectField, TagsField } from '../../../../web/form/choices/several-field.tsx';
import type { ControlProps, Controls } from '../scope.tsx';
import { PickersField } from './pickers-field.tsx';

const Words = ({ field, common }: ControlProps) => <TagsField {...common} max={field.info.max ?? 50} />;

export const CONTROLS: Controls = {
  choices: ({ field, common }) => <MultiSelectField {...common} options={field.info.options ?? []} />,
  keywords: Words,
  targets: Words,
  careers: props => <PickersField {...props} noun="career" />,
};
