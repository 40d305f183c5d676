import { Table, Text } from '@mantine/core';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { DateTime } from '../../../../web/ui/format.tsx';
import type { EarlierVersion, getEvaluation } from '../../reviews/contract.ts';

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
          <Text size="sm" mt="xs">
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
          <Table>
            <Table.Tbody>
              {criteria.map(({ id, name, maxPoints }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row" fw={400}>
                    {name}
                  </Table.Th>
                  <Table.Td className="figures">
                    {version.marks[id]?.points ?? '—'} de {maxPoints}
                  </Table.Td>
                  <Table.Td>{version.marks[id]?.justification}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {version.authorComment && (
            <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
              <strong>Comentario para el autor.</strong> {version.authorComment}
            </Text>
          )}
          {version.officeComment && (
            <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
              <strong>Comentario confidencial.</strong> {version.officeComment}
            </Text>
          )}
        </section>
      ))}
    </details>
  );
}
