import { Stack, Text } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { keyOf, type SectionField } from '../../../../domain/sections/field.ts';
import { isGiven } from '../../../../domain/sections/indicator-values.ts';
import { aimWords } from '../../../../domain/sections/indicator-words.ts';
import {
  accumulatesBy,
  type Indicator,
  isAskedOf,
  kindOfIndicator,
} from '../../../../domain/sections/indicators.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { EntryFields } from '../fields/arranged.tsx';
import { Columns, Span } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';
import { namesInOrder, ScopeProvider, useScope } from '../scope.tsx';

type Some = Partial<Indicator>;

/** Side by side. */
const ROWS: readonly (readonly string[])[] = [
  ['objectiveId'],
  ['institutionalId'],
  ['name'],
  ['kind', 'level', 'scope'],
  ['direction', 'unit', 'accumulates'],
  ['scaleFrom', 'scaleTo'],
  ['baseline', 'baselineDay', 'noBaseline', 'target'],
  ['goal'],
  ['verification'],
];

const WIDE: readonly string[] = ['objectiveId', 'institutionalId', 'name', 'goal', 'verification'];

/** What this one needs, with the help of what is chosen; values are measured, and typed nowhere. */
function fieldsAsked(fields: readonly SectionField[], indicator: Some): SectionField[] {
  const kind = kindOfIndicator(indicator);
  const instead = (indicator.baseline ?? null) === null ? 'baselineDay' : 'noBaseline';
  return fields.flatMap(field => {
    const name = keyOf(field);
    if (name === 'actual' || name === instead || !isAskedOf(kind, name)) return [];
    if (field.type !== 'choice') return [field];
    const options = (field.options ?? []).filter(
      o => name !== 'accumulates' || accumulatesBy(kind).some(by => by === o.value),
    );
    const chosen = options.find(o => o.value === indicator[name as keyof Indicator]);
    // They begin with one of them, and cannot go without.
    return [{ ...field, options, required: true, help: field.help || (chosen?.help ?? '') }];
  });
}

/** Points of a scale do not add up: with such a kind the last one counts, until another way is chosen. */
function useKnownAccumulation() {
  const { values, prefix, set, readOnly } = useScope();
  const { accumulates, ...rest } = values as Some;
  const isUnknown = accumulates && !accumulatesBy(kindOfIndicator(rest)).includes(accumulates);
  useEffect(() => {
    if (isUnknown && !readOnly) set(`${prefix}accumulates`, 'last');
  }, [isUnknown, readOnly, prefix, set]);
}

/** One indicator, as its kind asks for it; a version of before kinds asks for what it asked then. */
function IndicatorFields() {
  const scope = useScope();
  const asked = useMemo(() => ({ ...scope, fields: fieldsAsked(scope.fields, scope.values) }), [scope]);
  useKnownAccumulation();
  const hasKinds = scope.fields.some(f => keyOf(f) === 'kind');
  return (
    <ScopeProvider value={asked}>
      {hasKinds ? <Rows /> : <EntryFields wide={['objectiveId', 'name', 'verification']} />}
    </ScopeProvider>
  );
}

function Rows() {
  const { fields, values } = useScope();
  const shown = fields.map(keyOf);
  const { institutionalId } = values as Some;
  const rest = namesInOrder(fields, ROWS.flat()).slice(ROWS.flat().length);
  return (
    <Stack gap="md">
      {[...ROWS, rest].map(row => {
        const own = row.filter(name => shown.includes(name));
        if (own.length === 0) return null;
        return (
          <Columns key={row.join()}>
            {own.map(name =>
              WIDE.includes(name) ? (
                <Span key={name}>
                  <Own name={name} />
                </Span>
              ) : (
                <Own key={name} name={name} />
              ),
            )}
            {own.includes('institutionalId') && !institutionalId && (
              <Note>Indicador propio: no se suma a los institucionales.</Note>
            )}
            {own.includes('kind') && institutionalId && <Note>Lo define el indicador institucional.</Note>}
          </Columns>
        );
      })}
    </Stack>
  );
}

const Note = ({ children }: { children: string }) => (
  <Span>
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  </Span>
);

/** A field, or its value where the institutional indicator decides it. */
function Own({ name }: { name: string }) {
  const scope = useScope();
  const isDefined = Boolean((scope.values as Some).institutionalId) && isGiven(name);
  const closed = useMemo(() => ({ ...scope, readOnly: true }), [scope]);
  return (
    <ScopeProvider value={isDefined ? closed : scope}>
      <Field name={name} />
    </ScopeProvider>
  );
}

/** What an entry is to come to, beside its name. */
function wayWords(indicator: Indicator): string {
  const { baseline = null, direction } = indicator;
  const kind = kindOfIndicator(indicator);
  if (kind === 'qualitative') return '';
  const aim = aimWords(indicator);
  const isWay = aim !== '' && baseline !== null && direction !== 'keep' && isAskedOf(kind, 'baseline');
  return isWay ? `${formatNumber(baseline, 4)} → ${aim}` : aim;
}

/** Indicators for whoever writes them. */
export function IndicatorsForm() {
  return (
    <ListField<Indicator> name="indicators" summary={i => i.name} detail={wayWords}>
      <IndicatorFields />
    </ListField>
  );
}
