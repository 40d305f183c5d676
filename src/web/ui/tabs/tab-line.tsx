import { Tabs, type TabsListProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './tab-line.module.css';

interface Props extends TabsListProps {
  /** The tab that is open. */
  value: string | null;
}

/** Tabs in one line, to be pushed aside where there is no room for all; the open one is moved into sight. */
export function TabLine({ value, className, ...rest }: Props) {
  const line = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is found by its state, which follows the value
  useEffect(() => {
    const tab = line.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (line.current && tab) line.current.scrollLeft = tab.offsetLeft - line.current.clientWidth / 3;
  }, [value]);
  return <Tabs.List ref={line} className={[classes.line, className].filter(Boolean).join(' ')} {...rest} />;
}
