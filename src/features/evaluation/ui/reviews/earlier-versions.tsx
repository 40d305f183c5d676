import { Text } from '@mantine/core';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { DateTime } from '../../../../web/ui/format.tsx';
import type { EarlierVersion, getEvaluation } from '../../reviews/contract.ts';
import { WrittenReview } from './written-review.tsx';

interface Props {
  versions: readonly EarlierVersion[];
  criteria: OutputOf<typeof getEvaluation>['criteria'];
}

/** What a review said before it was given back or revised. */
export function EarlierVersions({ versions, criteria }: Props) {
  if (versions.length === 0) return null;
  return (
    <details>
      <summary>{formatCount(versions.length, 'versión anterior', 'versiones anteriores')}</summary>
      {versions.map(version => (
        <section key={version.version} aria-label={`Versión ${version.version}`}>
          <Text size="sm" my="xs">
            {version.confirmedAt ? (
              <>
                <strong className="figures">{formatNumber(version.score ?? 0, 2)}</strong>, confirmada el{' '}
                <DateTime value={version.confirmedAt} withTime />
              </>
            ) : (
              'Sin confirmar'
            )}
            , hasta el <DateTime value={version.replacedAt} withTime />
          </Text>
          <WrittenReview review={version} criteria={criteria} />
        </section>
      ))}
    </details>
  );
}
