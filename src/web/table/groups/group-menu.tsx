import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconLayoutList } from '@tabler/icons-react';
import { useState } from 'react';
import type { RowGroup } from '../../../domain/text/rules.ts';
import type { Option } from '../../form/choices/select-field.tsx';
import { t } from '../../i18n/i18n.ts';
import type { ListState } from '../list-state.ts';
import { labelOf } from './group-heading.tsx';
import classes from './groups.module.css';

interface Props {
  options: readonly Option[];
  list: ListState;
  /** Groups that can be gone to, of all pages. */
  groups: readonly RowGroup[];
  onGo: (group: RowGroup) => void;
}

/** What the rows are put together by, and the way to each group. */
export function GroupMenu({ options, list, groups, onGo }: Props) {
  const chosen = options.find(each => each.value === list.values.group);
  const name = chosen ? t('list.groupedBy', { name: chosen.label }) : t('list.groupBy');
  const [going, setGoing] = useState(false);
  return (
    // Going to a group leads the focus there instead of back to the button.
    <Menu position="bottom-end" withinPortal={false} returnFocus={!going} onOpen={() => setGoing(false)}>
      <Menu.Target>
        <Tooltip label={name}>
          <ActionIcon variant={chosen ? 'light' : 'default'} size={36} aria-label={name}>
            <IconLayoutList size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.RadioGroup
          value={chosen?.value ?? ''}
          onChange={value => void list.set({ group: String(value) || null })}
        >
          <Menu.RadioItem value="" closeMenuOnClick>
            {t('list.ungrouped')}
          </Menu.RadioItem>
          {options.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {chosen && groups.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('list.goToGroup')}</Menu.Label>
            {groups.map(group => (
              <Menu.Item
                key={group.from}
                rightSection={<span className="figures">{group.count}</span>}
                onClick={() => {
                  setGoing(true);
                  onGo(group);
                }}
              >
                {labelOf(group, chosen)}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
