import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { formatInstant } from '../../../web/dates.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { listKindDrafts, listKinds } from '../contract.ts';
import { KindIcon } from './kind-icon.tsx';
import classes from './kinds.module.css';

type Draft = OutputOf<typeof listKindDrafts>[number];

function DraftMark({ draft }: { draft: Draft | undefined }) {
  if (!draft) return null;
  const { updatedAt, updatedBy } = draft;
  return (
    <Pill icon={IconPencil} tone="review">
      Borrador sin publicar, {formatInstant(updatedAt)}
      {updatedBy && ` · ${updatedBy}`}
    </Pill>
  );
}

/** The five kinds, each leading to its editor. */
export function KindsPage() {
  const { data, error, refetch } = useRead(listKinds);
  const { data: drafts } = useRead(listKindDrafts);
  const draftOf = (slug: string) => drafts?.find(d => d.slug === slug);
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
                <DraftMark draft={draftOf(kind.slug)} />
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
