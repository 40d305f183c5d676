import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, use, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { useOnce } from '../../routing/use-once.ts';
import { ListViews, type ListViewsProps } from './list-views.ts';

/** Stands for the menu of views until it is asked for. */
export function ViewsButton(props: Omit<ListViewsProps, 'isOpen'>) {
  const Views = use(ListViews);
  const [isPressed, setPressed] = useState(false);
  const isWanted = useOnce(isPressed || props.state.values.view !== undefined);
  if (!Views) return null;
  const button = (
    <Button
      variant="default"
      leftSection={<IconBookmark size={16} aria-hidden />}
      aria-haspopup="menu"
      loading={isWanted}
      onClick={() => setPressed(true)}
    >
      {t('list.views')}
    </Button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <Views {...props} isOpen={isPressed} />
    </Suspense>
  );
}
