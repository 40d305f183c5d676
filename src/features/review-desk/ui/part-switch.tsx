import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { paths } from '../../../web/routing/paths.ts';
import classes from './desk.module.css';

export type Part = 'proposal' | 'rubric';

/** Where a narrow screen holds one of both: which one lives in the address, each keeps how far it was scrolled. */
export function usePart(review: string) {
  const { part } = useSearch({ strict: false }) as { part?: string };
  const navigate = useNavigate();
  const shown: Part = part === 'rubric' ? 'rubric' : 'proposal';
  const places = useRef<Partial<Record<Part, number>>>({});
  const before = useRef(shown);
  const go = (next: Part) => {
    places.current[shown] = window.scrollY;
    void navigate({
      href: paths.review(review, next === 'rubric' ? { part: next } : {}),
      replace: true,
      resetScroll: false,
    });
  };
  useLayoutEffect(() => {
    if (before.current !== shown) window.scrollTo({ top: places.current[shown] ?? 0 });
    before.current = shown;
  }, [shown]);
  return [shown, go] as const;
}

export function PartSwitch({ part, onChange }: { part: Part; onChange: (next: Part) => void }) {
  return (
    <SegmentedControl
      className={classes.switch ?? ''}
      fullWidth
      value={part}
      onChange={onChange}
      aria-label="Qué se ve"
      data={[
        { value: 'proposal', label: 'Propuesta' },
        { value: 'rubric', label: 'Pauta' },
      ]}
    />
  );
}
