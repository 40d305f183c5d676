import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { isViewedList } from '../../../domain/catalogues/viewed-lists.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useOnce } from '../../../web/routing/use-once.ts';
import type { ListViewsProps } from '../../../web/table/toolbar/list-views.ts';

const WholeMenu = lazyPart(() => import('./whole-menu.tsx'), 'WholeMenu');

/** Views of a list beside its search; all but the button is fetched when it is pressed, or the address names one. */
export function ViewsMenu({ list, ...props }: ListViewsProps) {
  const [pressed, setPressed] = useState(false);
  const wanted = useOnce(pressed || props.state.values.view !== undefined);
  if (!isViewedList(list)) return null;
  const button = (
    <Button
      variant="default"
      style={{ flex: 'none' }}
      leftSection={<IconBookmark size={16} aria-hidden />}
      aria-label={`Vistas: ${props.title}`}
      aria-haspopup="menu"
      loading={wanted}
      onClick={() => setPressed(true)}
    >
      Vistas
    </Button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <WholeMenu {...props} list={list} isOpen={pressed} />
    </Suspense>
  );
}
