import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { statusLabel } from '../../../domain/workflow.ts';
import { paths } from '../../../web/paths.ts';
import { useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { KindIcon } from '../../projects/ui/kind-icon.tsx';
import { listKinds } from '../contract.ts';
import classes from './kinds.module.css';

/** The five kinds, each leading to its editor. */
export function KindsPage() {
  const { data, error, refetch } = useRead(listKinds);
  return (
    <>
      <PageHeader
        title="Tipos de proyecto"
        text="Qué pide cada tipo y por qué pasos pasa. Un proyecto conserva la versión con la que empezó."
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={320} />}
      <Stack component="ul" gap="sm" p={0} m={0} className={classes.kinds}>
        {data?.map(({ version, definition: kind }) => (
          <li key={kind.slug} className={classes.kind}>
            <KindIcon icon={kind.icon} size={28} />
            <div>
              <Group gap="xs">
                <Title order={2} size="h4">
                  <TextLink href={paths.kind(kind.slug)}>{kind.label}</TextLink>
                </Title>
                <Badge variant="light" color="gray">
                  {kind.prefix} · versión {version}
                </Badge>
              </Group>
              <Text size="sm">{kind.help}</Text>
              <Text size="sm" c="dimmed">
                {kind.sections.length} secciones · {kind.steps.map(s => statusLabel(s.status)).join(' → ')}
              </Text>
            </div>
          </li>
        ))}
      </Stack>
    </>
  );
}
