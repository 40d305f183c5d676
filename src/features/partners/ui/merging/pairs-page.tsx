import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { formatCount } from '../../../../domain/text/format.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { useRead } from '../../../../web/query.ts';
import listClasses from '../../../../web/table/data-list.module.css';
import { ListFooter } from '../../../../web/table/list-footer.tsx';
import { type ListState, pageInstead, useListState } from '../../../../web/table/list-state.ts';
import { SearchField } from '../../../../web/table/toolbar/toolbar.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { listPairs, type Pair } from '../../merging/contract.ts';
import { MergeDialog, type MergeDialogProps } from './merge-dialog.tsx';
import { PairCard } from './pair-card.tsx';
import { keptFirst } from './pair-words.tsx';
import classes from './pairs.module.css';
import { useJudge } from './use-merging.tsx';

const TITLE = 'Posibles duplicados';
/** Which list it is: neither narrows the other. */
const CHOOSING = ['state'];
const STATES = [
  { value: 'open', label: 'Por revisar' },
  { value: 'distinct', label: 'Distintas' },
];
/** How often the list is read again while organisations are being compared, ms. */
const COMPARING_MS = 5000;

const EMPTY = {
  open: {
    title: 'No hay posibles duplicados',
    text: 'Cuando dos organizaciones del directorio se parezcan, aparecerán aquí.',
  },
  distinct: {
    title: 'Todavía no hay parejas marcadas como distintas',
    text: 'Aquí quedan aquellas en que elijas «Son distintas».',
  },
};

/** A page of pairs, read again by itself while there are organisations to compare. */
function usePairs(list: ListState) {
  const [isComparing, setComparing] = useState(false);
  const read = useRead(
    listPairs,
    { query: list.query },
    { keepPrevious: true, refetchInterval: isComparing ? COMPARING_MS : 0 },
  );
  const { data, isPlaceholderData } = read;
  const pending = data?.pending ?? 0;
  if (pending > 0 !== isComparing) setComparing(pending > 0);
  const last = data && !isPlaceholderData ? pageInstead(list.values, data) : null;
  const { set } = list;
  useEffect(() => {
    if (last !== null) void set({ page: last }, { replace: true });
  }, [last, set]);
  return { ...read, pending };
}

/** Hands the keyboard on, from a pair that is done to the one that has taken its place; else to the list. */
function useGoOn(section: RefObject<HTMLElement | null>, rows: readonly Pair[] | undefined) {
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || !rows) return;
    const cards = [...(section.current?.querySelectorAll<HTMLElement>(`.${classes.pair}`) ?? [])];
    const next = cards[Math.min(from.current, cards.length - 1)] ?? section.current;
    from.current = null;
    next?.focus();
  }, [rows, section]);
  return (index: number) => {
    from.current = index;
  };
}

/** Organisations that may be one and the same, to be worked off one after the other. */
export function PairsPage() {
  const list = useListState(listPairs.query as z.ZodObject, CHOOSING);
  const { data, error, refetch, pending } = usePairs(list);
  const section = useRef<HTMLElement>(null);
  const goOn = useGoOn(section, data?.rows);
  const [merging, setMerging] = useState<Pair | null>(null);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PageHeader
        title={TITLE}
        text="Organizaciones que podrían ser la misma: únelas, o indica que son distintas para no volver a verlas aquí."
      />
      <div className={listClasses.toolbar}>
        <SegmentedControl
          aria-label="Mostrar"
          data={STATES}
          value={String(list.values.state)}
          onChange={state => void list.set({ state })}
        />
        <div className={listClasses.search}>
          <SearchField list={list} label={`${t('list.search')}: ${TITLE}`} />
        </div>
      </div>
      <Comparing pending={pending} />
      <section aria-label={TITLE} ref={section} tabIndex={-1} style={{ outline: 'none' }}>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Stack gap="sm" aria-busy>
            <Skeleton h={210} />
            <Skeleton h={210} />
          </Stack>
        ) : data.total === 0 ? (
          <NoPairs list={list} isComparing={pending > 0} />
        ) : (
          <Pairs
            rows={data.rows}
            goOn={goOn}
            onMerge={pair => {
              setMerging(pair);
              setAsking(true);
            }}
          />
        )}
        {data && data.total > 0 && <ListFooter list={list} total={data.total} />}
      </section>
      {merging && (
        <Merging
          key={merging.id}
          pair={merging}
          open={isAsking}
          onClose={() => setAsking(false)}
          onMerged={() => goOn(data?.rows.findIndex(row => row.id === merging.id) ?? 0)}
        />
      )}
    </>
  );
}

function Comparing({ pending }: { pending: number }) {
  const many = formatCount(pending, 'organización', 'organizaciones');
  return (
    <Text role="status" size="sm" c="dimmed" mb={pending > 0 ? 'xs' : 0}>
      {pending > 0 && `Se ${pending === 1 ? 'está' : 'están'} comparando ${many}…`}
    </Text>
  );
}

function NoPairs({ list, isComparing }: { list: ListState; isComparing: boolean }) {
  if (list.narrowed) return <EmptyState title={t('list.noMatch')} text={t('list.noMatchHint')} />;
  if (list.values.state === 'distinct') return <EmptyState {...EMPTY.distinct} />;
  if (isComparing) return <EmptyState title="Todavía no hay posibles duplicados" text={EMPTY.open.text} />;
  return <EmptyState {...EMPTY.open} />;
}

interface PairsProps {
  rows: readonly Pair[];
  goOn: (index: number) => void;
  onMerge: (pair: Pair) => void;
}

function Pairs({ rows, goOn, onMerge }: PairsProps) {
  const judge = useJudge();
  return (
    <ul className={classes.pairs}>
      {rows.map((pair, index) => (
        <PairCard
          key={pair.id}
          pair={pair}
          onMerge={() => onMerge(pair)}
          onJudge={distinct => judge(pair, distinct, () => goOn(index))}
        />
      ))}
    </ul>
  );
}

/** Stays through its way out, also when the pair is gone from the list before it. */
function Merging({ pair, open, onClose, onMerged }: { pair: Pair } & Asking) {
  const kept = keptFirst(pair.a, pair.b);
  const { id, name } = kept === pair.a ? pair.b : pair.a;
  return <MergeDialog id={kept.id} name={kept.name} other={{ id, name }} {...{ open, onClose, onMerged }} />;
}
type Asking = Required<Pick<MergeDialogProps, 'open' | 'onClose' | 'onMerged'>>;
