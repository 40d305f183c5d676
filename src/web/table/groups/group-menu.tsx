import { IconLayoutList } from '@tabler/icons-react';
import { useState } from 'react';
import type { RowGroup } from '../../../domain/text/rules.ts';
import type { Option } from '../../form/choices/select-field.tsx';
import { t } from '../../i18n/i18n.ts';
import { lazyPart } from '../../routing/lazy-page.ts';
import type { ListState } from '../list-state.ts';
import { ToolMenu } from '../toolbar/tool-menu.tsx';

export interface GroupMenuProps {
  options: readonly Option[];
  list: ListState;
  /** Groups that can be gone to, of all pages. */
  groups: readonly RowGroup[];
  onGo: (group: RowGroup) => void;
}

const GroupChoices = lazyPart<GroupMenuProps, 'GroupChoices'>(
  () => import('../lazy/parts.ts'),
  'GroupChoices',
);

/** What the rows are put together by. */
export function GroupMenu(props: GroupMenuProps) {
  const chosen = props.options.find(each => each.value === props.list.values.group);
  const [going, setGoing] = useState(false);
  const onGo = (group: RowGroup) => {
    setGoing(true);
    props.onGo(group);
  };
  return (
    <ToolMenu
      label={chosen ? t('list.groupedBy', { name: chosen.label }) : t('list.groupBy')}
      icon={<IconLayoutList size={18} aria-hidden />}
      on={chosen !== undefined}
      // Going to a group leads the focus there instead of back to the button.
      returnFocus={!going}
      onOpen={() => setGoing(false)}
    >
      <GroupChoices {...props} onGo={onGo} />
    </ToolMenu>
  );
}
