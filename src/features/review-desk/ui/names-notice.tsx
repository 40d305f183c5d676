import { Alert, List } from '@mantine/core';
import { formatList } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import { getNames } from '../contract.ts';

/** Warns whoever writes for a blind evaluation of the names in their texts, which reviewers will not see. */
export function NamesNotice() {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  // Another address after each save, so that what was reworded is looked for again.
  const saved = project.sections.reduce((sum, s) => sum + s.version, 0);
  const { data = [] } = useRead(getNames, {
    params: { kind: project.kind, id: project.id },
    query: { saved },
  });
  if (data.length === 0) return null;
  return (
    <Alert color="orange" title="La evaluación es a ciegas y tus textos nombran personas o unidades" my="sm">
      Los evaluadores verán una marca en su lugar. Antes de enviar, redáctalos sin nombres:
      <List size="sm" mt={4}>
        {data.map(({ section, label, found }) => (
          <List.Item key={section}>
            <TextLink href={hrefOf({ tab: 'ficha', section })}>{label}</TextLink>: {formatList(found)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
