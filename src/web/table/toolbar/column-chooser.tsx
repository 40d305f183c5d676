import { IconColumns3 } from '@tabler/icons-react';
import { t } from '../../i18n/i18n.ts';
import { lazyPart } from '../../routing/lazy-page.ts';
import type { ColumnMemory } from '../columns/use-columns.tsx';
import type { Column } from '../columns.ts';
import type { ListState } from '../list-state.ts';
import { ToolMenu } from './tool-menu.tsx';

export type Choice = Pick<Column<never>, 'key' | 'title'>;
export interface ColumnChooserProps {
  columns: readonly Choice[];
  shown: readonly Choice[];
  list: ListState;
  memory: ColumnMemory;
}

const ColumnChoices = lazyPart<ColumnChooserProps, 'ColumnChoices'>(
  () => import('../lazy/parts.ts'),
  'ColumnChoices',
);

/** Which columns are shown, and how wide. */
export const ColumnChooser = (props: ColumnChooserProps) => (
  <ToolMenu label={t('list.columns')} icon={<IconColumns3 size={18} aria-hidden />} closeOnItemClick={false}>
    <ColumnChoices {...props} />
  </ToolMenu>
);
