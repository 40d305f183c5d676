import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { onlyReviews } from '../../../domain/kit/actor.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { useGo } from '../../../web/ui/link.tsx';
import { listKinds } from '../../kinds/contract.ts';
import { KindIcon } from '../../kinds/ui/kind-icon.tsx';

/** Everybody starts projects but those who only review. */
export const useMayCreate = () => {
  const user = useSessionUser();
  return user !== null && !onlyReviews(user);
};

/** Only the name of a closed kind, and the help of the others: why one is closed is to be read. */
const DIMMED = { color: 'var(--mantine-color-dimmed)' };

export function NewProjectMenu() {
  const go = useGo();
  const mayCreate = useMayCreate();
  const { data: kinds = [] } = useRead(listKinds, {}, { enabled: mayCreate });
  if (!mayCreate) return null;
  return (
    <Menu position="bottom-end" width={340}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} aria-hidden />}>Nuevo proyecto</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ definition: { slug, label, help, icon }, closed }) => (
          <Menu.Item
            key={slug}
            leftSection={<KindIcon icon={icon} />}
            aria-disabled={closed !== null || undefined}
            style={{ opacity: 1, cursor: closed === null ? undefined : 'default' }}
            // Whoever tries a closed kind reads why it is closed.
            closeMenuOnClick={closed === null}
            onClick={() => closed === null && go(paths.newProject(slug))}
          >
            <span style={closed === null ? undefined : DIMMED}>{label}</span>
            <small style={{ display: 'block', ...DIMMED }}>{closed ?? help}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
