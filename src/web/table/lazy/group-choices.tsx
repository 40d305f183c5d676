import { Menu } from '@mantine/core';
import { t } from '../../i18n/i18n.ts';
import type { GroupMenuProps } from '../groups/group-menu.tsx';
import { labelOf } from '../groups/sections.ts';

/** What the rows may be put together by, and the way to each group. */
export function GroupChoices({ options, list, groups, onGo }: GroupMenuProps) {
  const chosen = options.find(each => each.value === list.values.group);
  return (
    <>
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
              onClick={() => onGo(group)}
            >
              {labelOf(group, chosen)}
            </Menu.Item>
          ))}
        </>
      )}
    </>
  );
}
