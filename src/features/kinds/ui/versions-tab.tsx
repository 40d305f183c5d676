import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { kindDifferences } from '../../../domain/kinds/revision.ts';
import { formatInstant } from '../../../web/dates.ts';
import { useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { getKindVersion, type KindView } from '../contract.ts';
import { Items } from './editor.tsx';
import classes from './kinds.module.css';

/** What differs, before and after, in words. */
export function Differences({ before, after }: { before: KindDefinition; after: KindDefinition }) {
  const differences = kindDifferences(before, after);
  if (differences.length === 0) return <Text size="sm">No hay diferencias.</Text>;
  return (
    <table className={classes.differences} aria-label="Diferencias">
      <thead>
        <tr>
          <th scope="col">Qué</th>
          <th scope="col">Antes</th>
          <th scope="col">Después</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(d => (
          <tr key={`${d.what}/${d.before}/${d.after}`}>
            <th scope="row">{d.what}</th>
            <td>{d.before ?? '–'}</td>
            <td>{d.after ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const slugOf = (view: KindView) => view.definition.slug;

/** Every version that was published, and what changed between two of them. */
export function VersionsTab({ view }: { view: KindView }) {
  const { versions } = view;
  const [from, setFrom] = useState(String(versions[1]?.version ?? versions[0]?.version ?? 1));
  const [to, setTo] = useState(String(versions[0]?.version ?? 1));
  const options = versions.map(v => ({ value: String(v.version), label: `Versión ${v.version}` }));
  return (
    <Stack gap="sm">
      <Items>
        {versions.map(v => (
          <li key={v.version} className={classes.item}>
            <Text fw={600}>
              Versión {v.version}
              {v.version === view.version && ' · vigente'}
            </Text>
            <Text size="sm">{v.note || 'La primera, con la que empezó la plataforma.'}</Text>
            <Text size="sm" c="dimmed">
              {formatInstant(v.publishedAt)}
              {v.publishedBy && ` · ${v.publishedBy}`} ·{' '}
              {v.projects === 1 ? '1 proyecto' : `${v.projects} proyectos`}
            </Text>
          </li>
        ))}
      </Items>
      {versions.length > 1 && (
        <>
          <Select
            label="Comparar"
            data={options}
            value={from}
            allowDeselect={false}
            onChange={v => v && setFrom(v)}
          />
          <Select label="Con" data={options} value={to} allowDeselect={false} onChange={v => v && setTo(v)} />
          <Comparison slug={slugOf(view)} from={Number(from)} to={Number(to)} />
        </>
      )}
    </Stack>
  );
}

function Comparison({ slug, from, to }: { slug: KindDefinition['slug']; from: number; to: number }) {
  const before = useRead(getKindVersion, { params: { slug, version: from } });
  const after = useRead(getKindVersion, { params: { slug, version: to } });
  const error = before.error ?? after.error;
  if (error)
    return <ErrorState error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />;
  if (!before.data || !after.data) return <Skeleton h={120} />;
  return <Differences before={before.data.definition} after={after.data.definition} />;
}
